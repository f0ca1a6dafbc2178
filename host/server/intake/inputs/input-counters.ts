/** Counts what one input has received since the server started. */
import type { Remote } from '../transport/receiver.js';
import { Meter } from '../../metrics/meter.js';

export interface Malformed {
  /** Epoch milliseconds. */
  readonly time: number;
  readonly remote: string;
  readonly reason: string;
  /** First bytes of the message. */
  readonly bytes: Buffer;
  /** Number of messages that had arrived when this one was refused. */
  readonly length: number;
}

/** Malformed messages kept for the list, and bytes kept of each. */
const keptFailures = 50;
const keptBytes = 512;

export const remoteText = (remote: Remote | undefined) =>
  remote === undefined ? '' : `${remote.address.includes(':') ? `[${remote.address}]` : remote.address}:${remote.port}`;

export class InputCounters {
  /** Messages that came in, whole or broken. */
  readonly received = new Meter();
  readonly readBytes = new Meter();
  readonly writtenBytes = new Meter();
  empty = 0;
  malformed = 0;
  /** Well-formed, but not taken in: the store was full or failed. */
  dropped = 0;
  /** Datagrams among the dropped ones that the system threw away because nobody read them in time. */
  unreadDatagrams = 0;
  /** Bytes that the system granted for datagrams that wait to be read; 0: the input takes none, or does not know. */
  receiveBufferBytes = 0;
  openConnections = 0;
  totalConnections = 0;
  readonly #failures: Malformed[] = [];

  addMalformed(reason: string, bytes: Buffer, remote: Remote | undefined, time: number): void {
    this.malformed += 1;
    // A copy: a slice would keep the whole receive buffer alive.
    const kept = Buffer.from(bytes.subarray(0, keptBytes));
    this.#failures.push({ time, remote: remoteText(remote), reason, bytes: kept, length: bytes.length });
    if (this.#failures.length > keptFailures) this.#failures.shift();
  }

  /** Newest first. */
  failures(): readonly Malformed[] {
    return this.#failures.toReversed();
  }

  tick(): void {
    this.received.tick();
    this.readBytes.tick();
    this.writtenBytes.tick();
  }
}
