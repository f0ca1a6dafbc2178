/** The time that a sender wrote, if it is one. */
import type { DecodedMessage } from './decoded.js';
import { fieldValue } from './field-values.js';

/**
 * A time that cannot be one is replaced by the time of receipt, and the message says so.
 * @param written undefined or null: nothing was
 * @param timestamp as it was read, epoch ms
 */
export function setTime(decoded: DecodedMessage, written: unknown, timestamp: number | undefined): void {
  if (written === undefined || written === null) return;
  if (timestamp !== undefined) decoded.timestamp = timestamp;
  else {
    const shown = String(fieldValue(written)).slice(0, 60);
    decoded.fields['gl2_processing_error'] = `Replaced invalid timestamp <${shown}> with the time of receipt.`;
  }
}
