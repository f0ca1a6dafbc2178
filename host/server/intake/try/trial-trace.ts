/** Identifies the message that a test has sent. */
import type { SqlValue } from '../../store/types.js';
import { remoteText, type Malformed } from '../inputs/input-counters.js';
import type { Remote } from '../transport/receiver.js';

export interface TrialTrace {
  readonly isOf: (failure: Malformed) => boolean;
  /** SQL condition for the message's row; its parameters begin at `$3` and have the values `values`. */
  readonly condition: string;
  readonly values: readonly SqlValue[];
}

/** Identifies a message by the address and port of its sender. */
export const traceOfSender = (from: Remote): TrialTrace => ({
  isOf: ({ remote }) => remote === remoteText(from),
  condition: 'remote_port = $3 AND remote_ip = $4',
  values: [from.port, from.address],
});

/**
 * Identifies a message from a broker by its bytes, and in the store by its text.
 * @param message text of the decoded message
 */
export const traceOfContent = (bytes: Buffer, message: string): TrialTrace => ({
  isOf: ({ bytes: beginning, length }) =>
    length === bytes.length && beginning.equals(bytes.subarray(0, beginning.length)),
  condition: 'message = $3',
  values: [message],
});
