/** Counts the messages that an input has received since the server started, and lists the latest malformed ones. */
import type { Remote } from '../transport/receiver.js';
import { Meter } from '../../metrics/meter.js';

export interface Malformed {
  /** Time of receipt, epoch milliseconds. */
  readonly time: number;
  /** Address and port of the sender; empty: the sender is unknown. */
  readonly remote: string;
  readonly reason: string;
  /** First bytes of the message, at most `keptBytes`. */
  readonly bytes: Buffer;
  /** Length of the message in bytes. */
  readonly length: number;
}

/** Largest number of malformed messages in the list. */
const keptFailures = 50;
/** Number of bytes that are kept of each malformed message. */
const keptBytes = 512;

export const remoteText = (remote: Remote | undefined) =>
  remote === undefined ? '' : `${remote.address.includes(':') ? `[${remote.address}]` : remote.address}:${remote.port}`;

export class InputCounters {
  /** Rate of received messages, including malformed ones. */
  readonly received = new Meter();
  readonly readBytes = new Meter();
  readonly writtenBytes = new Meter();
  empty = 0;
  malformed = 0;
  /** Number of messages that were not stored because the server was overloaded, or the store was full or failed. */
  dropped = 0;
  /** Number of dropped datagrams that the operating system discarded because they were not read in time. */
  unreadDatagrams = 0;
  /** Size of the receive buffer for datagrams in bytes; 0: the input receives no datagrams. */
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

  /** Returns the latest malformed messages, newest first. */
  failures(): readonly Malformed[] {
    return this.#failures.toReversed();
  }

  tick(): void {
    this.received.tick();
    this.readBytes.tick();
    this.writtenBytes.tick();
  }
}
