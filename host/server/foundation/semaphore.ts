/**
 * Implements a semaphore with a number of permits for each name: a user name, or one fixed name that several callers
 * share. When all permits of a name are taken, further callers of this name wait in the order of their arrival.
 */
import { errorOf } from './caught.js';

interface Waiting {
  readonly start: () => void;
  /** Time at which the caller began to wait, epoch milliseconds. */
  readonly since: number;
}

export class Semaphore {
  readonly #each: number;
  readonly #taken = new Map<string, number>();
  readonly #waiting = new Map<string, Waiting[]>();

  /** Creates a semaphore. @param each number of permits for each name */
  constructor(each: number) {
    this.#each = each;
  }

  get taken(): number {
    return [...this.#taken.values()].reduce((sum, count) => sum + count, 0);
  }

  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, list) => sum + list.length, 0);
  }

  waitingOf(name: string): number {
    return this.#waiting.get(name)?.length ?? 0;
  }

  /**
   * Returns the time at which the longest-waiting caller began to wait, epoch milliseconds; undefined when none waits.
   */
  get oldest(): number | undefined {
    const firsts = [...this.#waiting.values()].flatMap(([first]) => first?.since ?? []);
    return firsts.length > 0 ? Math.min(...firsts) : undefined;
  }

  /**
   * Runs work as soon as a permit is free.
   * @throws the signal's reason when it is aborted before that, or the error of the work
   */
  async within<T>(name: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    await this.enter(name, signal);
    try {
      return await work();
    } finally {
      this.leave(name);
    }
  }

  /** Takes a permit as soon as one is free. @throws the signal's reason when it is aborted before that */
  enter(name: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const taken = this.#taken.get(name) ?? 0;
    if (taken < this.#each) {
      this.#taken.set(name, taken + 1);
      return Promise.resolve();
    }
    const line = this.#waiting.get(name) ?? [];
    this.#waiting.set(name, line);
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        line.splice(line.indexOf(waiting), 1);
        if (line.length === 0) this.#waiting.delete(name);
        reject(errorOf(signal?.reason));
      };
      const start = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const waiting: Waiting = { start, since: Date.now() };
      line.push(waiting);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** Gives a permit back; the next waiting caller of the name gets it. */
  leave(name: string): void {
    const line = this.#waiting.get(name);
    const next = line?.shift();
    if (line?.length === 0) this.#waiting.delete(name);
    if (next) {
      next.start();
      return;
    }
    const left = (this.#taken.get(name) ?? 1) - 1;
    if (left > 0) this.#taken.set(name, left);
    else this.#taken.delete(name);
  }
}
