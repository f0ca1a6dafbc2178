/** What one input has seen since the server started. */
import type { Remote } from './receiver.js';
import { Meter } from './meter.js';

export interface Malformed {
  /** Epoch milliseconds. */
  readonly time: number;
  readonly remote: string;
  readonly reason: string;
  readonly excerpt: string;
}

/** How many malformed messages are kept for the list. */
const keptFailures = 100;
const excerptBytes = 200;

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
  openConnections = 0;
  totalConnections = 0;
  readonly #failures: Malformed[] = [];

  addMalformed(reason: string, bytes: Buffer, remote: Remote | undefined, time: number): void {
    this.malformed += 1;
    const excerpt = bytes.toString('utf8', 0, excerptBytes);
    this.#failures.push({ time, remote: remoteText(remote), reason, excerpt });
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
