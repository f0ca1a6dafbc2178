/** Counts the messages that one input has received since the server started. */
import type { Remote } from '../transport/receiver.js';
import { Meter } from '../../metrics/meter.js';

export interface Malformed {
  /** Time of receipt, epoch milliseconds. */
  readonly time: number;
  readonly remote: string;
  readonly reason: string;
  /** First bytes of the message. */
  readonly bytes: Buffer;
  /** Length of the message in bytes. */
  readonly length: number;
}

/** Number of malformed messages in the list, and number of bytes kept of each. */
const keptFailures = 50;
const keptBytes = 512;

export const remoteText = (remote: Remote | undefined) =>
  remote === undefined ? '' : `${remote.address.includes(':') ? `[${remote.address}]` : remote.address}:${remote.port}`;

export class InputCounters {
  /** Messages received, including malformed ones. */
  readonly received = new Meter();
  readonly readBytes = new Meter();
  readonly writtenBytes = new Meter();
  empty = 0;
  malformed = 0;
  /** Number of well-formed messages that were not stored, because the store was full or failed. */
  dropped = 0;
  /** Number of dropped datagrams that the operating system discarded because they were not read in time. */
  unreadDatagrams = 0;
  /** Size of the receive buffer for datagrams in bytes; 0: the input receives none, or the size is unknown. */
  receiveBufferBytes = 0;
  openConnections = 0;
  totalConnections = 0;
  readonly #failures: Malformed[] = [];

  addMalformed(reason: string, bytes: Buffer, remote: Remote | undefined, time: number): void {
    this.malformed += 1;
    // The bytes are copied, because a slice would keep the whole receive buffer alive.
    const kept = Buffer.from(bytes.subarray(0, keptBytes));
    this.#failures.push({ time, remote: remoteText(remote), reason, bytes: kept, length: bytes.length });
    if (this.#failures.length > keptFailures) this.#failures.shift();
  }

  /** Returns malformed messages, newest first. */
  failures(): readonly Malformed[] {
    return this.#failures.toReversed();
  }

  tick(): void {
    this.received.tick();
    this.readBytes.tick();
    this.writtenBytes.tick();
  }
}
