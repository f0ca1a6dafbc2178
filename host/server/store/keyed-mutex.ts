/**
 * Serialises tasks with the same key, for instance the id of a document; tasks with different keys run concurrently.
 */
import { StoreClosedError } from './errors.js';

export class KeyedMutex {
  /** Maps each key to the promise of the last task with the key, until that task has ended. */
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #isClosed: () => boolean;

  constructor(isClosed: () => boolean) {
    this.#isClosed = isClosed;
  }

  /**
   * Runs a task after all earlier tasks with the same key.
   * @throws StoreClosedError when the mutex is closed
   */
  async take<T>(id: string, work: () => Promise<T>): Promise<T> {
    if (this.#isClosed()) throw new StoreClosedError();
    const before = this.#last.get(id) ?? Promise.resolve();
    const turn = before.then(work, work);
    const settled = turn.catch(() => {});
    this.#last.set(id, settled);
    try {
      return await turn;
    } finally {
      if (this.#last.get(id) === settled) this.#last.delete(id);
    }
  }

  /** Resolves when all tasks that were begun before the call have ended. */
  async idle(): Promise<void> {
    await Promise.all(this.#last.values());
  }
}
