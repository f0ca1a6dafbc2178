/** Sets the time of messages from the time that a sender has written. */
import type { DecodedMessage } from './decoded.js';
import { fieldValue } from './field-values.js';

/**
 * Sets the time of a message. If the time is invalid, the message gets no time, so that the time of receipt is used;
 * the field `gl2_processing_error` tells that the time was replaced.
 * @param written value that the sender has written; undefined or null: the sender has written none
 * @param timestamp parsed value in epoch milliseconds; undefined: the value is invalid
 */
export function setTime(decoded: DecodedMessage, written: unknown, timestamp: number | undefined): void {
  if (written === undefined || written === null) return;
  if (timestamp !== undefined) decoded.timestamp = timestamp;
  else {
    const shown = String(fieldValue(written)).slice(0, 60);
    decoded.fields['gl2_processing_error'] = `Replaced invalid timestamp <${shown}> with the time of receipt.`;
  }
}
