/** Queue of statements that wait for a connection: ordered by rank, and within a rank round-robin between users. */
import type { Asker, Rank } from './types.js';

const ranks: readonly Rank[] = ['interactive', 'export', 'background'];

export class TurnQueue<T> {
  /** Users in the order of their turns, with their waiting statements, oldest first. */
  readonly #waiting: Readonly<Record<Rank, Map<string, T[]>>> = {
    interactive: new Map(),
    export: new Map(),
    background: new Map(),
  };
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Tells whether anything except background work waits. */
  get isAsked(): boolean {
    return ranks.some((rank) => rank !== 'background' && this.#waiting[rank].size > 0);
  }

  add({ rank, username }: Asker, item: T): void {
    const users = this.#waiting[rank];
    const items = users.get(username);
    if (items) items.push(item);
    else users.set(username, [item]);
    this.#size += 1;
  }

  /**
   * Removes an item from the queue.
   * @returns false: the item does not wait any more
   */
  remove({ rank, username }: Asker, item: T): boolean {
    const users = this.#waiting[rank];
    const items = users.get(username) ?? [];
    const at = items.indexOf(item);
    if (at < 0) return false;
    items.splice(at, 1);
    if (items.length === 0) users.delete(username);
    this.#size -= 1;
    return true;
  }

  /**
   * Removes and returns the next statement of a user who may have a connection; undefined: no such statement waits. The
   * next turn of this user comes after the turns of all other users.
   */
  take(mayHave: (username: string) => boolean): { readonly asker: Asker; readonly item: T } | undefined {
    for (const rank of ranks) {
      const users = this.#waiting[rank];
      for (const [username, items] of users) {
        if (!mayHave(username)) continue;
        const [item, ...rest] = items;
        users.delete(username);
        if (rest.length > 0) users.set(username, rest);
        if (item === undefined) continue;
        this.#size -= 1;
        return { asker: { rank, username }, item };
      }
    }
    return undefined;
  }

  /** Removes and returns all items. */
  drain(): T[] {
    const all = ranks.flatMap((rank) => [...this.#waiting[rank].values()].flat());
    for (const rank of ranks) this.#waiting[rank].clear();
    this.#size = 0;
    return all;
  }
}
