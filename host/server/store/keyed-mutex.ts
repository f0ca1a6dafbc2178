/** Work on one document runs one after another; work on different ones side by side. */
import { StoreClosedError } from './errors.js';

export class KeyedMutex {
  /** The last work of each document that is under way. */
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #isClosed: () => boolean;

  constructor(isClosed: () => boolean) {
    this.#isClosed = isClosed;
  }

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

  /** Resolves when everything that was begun has ended. */
  async idle(): Promise<void> {
    await Promise.all(this.#last.values());
  }
}
