/** Parts that were opened; they are closed in the opposite order. */
import type { Log } from '../log/log.js';

export class Opened {
  readonly #closers: (() => unknown)[] = [];
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** @param close awaited before whatever was added earlier is closed */
  add(close: () => unknown): void {
    this.#closers.unshift(close);
  }

  /** Repeats work until everything is closed; the timer keeps no process alive. */
  every(ms: number, work: () => unknown): void {
    const timer = setInterval(() => void work(), ms).unref();
    this.add(() => clearInterval(timer));
  }

  /** Closes everything; an error is logged and stops nothing. */
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
