/** Sets the time of a message if the sender's time is valid. */
import type { DecodedMessage } from './decoded.js';
import { fieldValue } from './field-values.js';

/**
 * An invalid time is replaced by the time of receipt, and a field of the message reports this.
 * @param written the sender's value; undefined or null: none
 * @param timestamp the parsed value, epoch milliseconds
 */
export function setTime(decoded: DecodedMessage, written: unknown, timestamp: number | undefined): void {
  if (written === undefined || written === null) return;
  if (timestamp !== undefined) decoded.timestamp = timestamp;
  else {
    const shown = String(fieldValue(written)).slice(0, 60);
    decoded.fields['gl2_processing_error'] = `Replaced invalid timestamp <${shown}> with the time of receipt.`;
  }
}
