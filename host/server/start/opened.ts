/** Collects the opened parts of the server, and closes them in the opposite order. */
import type { Log } from '../log/log.js';

export class Opened {
  readonly #closers: (() => unknown)[] = [];
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Adds a part. @param close closes the part; it is awaited before any part that was added earlier is closed */
  add(close: () => unknown): void {
    this.#closers.unshift(close);
  }

  /** Repeats work every `ms` milliseconds until the parts are closed; the timer does not keep the process alive. */
  every(ms: number, work: () => unknown): void {
    const timer = setInterval(() => void work(), ms).unref();
    this.add(() => clearInterval(timer));
  }

  /** Closes all parts; an error is logged, and the remaining parts are closed nevertheless. */
  async close(): Promise<void> {
    for (const close of this.#closers.splice(0)) {
      try {
        await close();
      } catch (error) {
        this.#log.error('Closing failed', { error });
      }
    }
  }
}
