/** Field that identifies the message sent by a trial. */
import type { SqlValue } from '../../store/types.js';
import { remoteText, type Malformed } from '../inputs/input-counters.js';
import type { Remote } from '../transport/receiver.js';

export interface TrialTrace {
  readonly isOf: (failure: Malformed) => boolean;
  /** SQL condition of the message's row, with its parameters behind the first two. */
  readonly condition: string;
  readonly values: readonly SqlValue[];
}

/** The trace of a message that came over a connection of its own. */
export const traceOfSender = (from: Remote): TrialTrace => ({
  isOf: ({ remote }) => remote === remoteText(from),
  condition: 'remote_port = $3 AND remote_ip = $4',
  values: [from.port, from.address],
});

/** The trace of a message that came through a broker, with the bytes that were sent. @param message the decoded message */
export const traceOfContent = (bytes: Buffer, message: string): TrialTrace => ({
  isOf: ({ bytes: beginning, length }) =>
    length === bytes.length && beginning.equals(bytes.subarray(0, beginning.length)),
  condition: 'message = $3',
  values: [message],
});
