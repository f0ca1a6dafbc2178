/** Stores the favourites and the recently opened entities of users; each list of a user is one document. */
import type { Collection, Documents } from '../store/types.js';
import { checkCount, quotas } from './quotas.js';

interface FavoritesRecord {
  /** User id. */
  id: string;
  grns: string[];
}
interface LastOpenedRecord {
  id: string;
  entries: { grn: string; timestamp: string }[];
}

const maxLastOpened = 100;

export class Bookmarks {
  readonly #favorites: Collection<FavoritesRecord>;
  readonly #lastOpened: Collection<LastOpenedRecord>;

  constructor(documents: Documents) {
    this.#favorites = documents.collection<FavoritesRecord>('favorites');
    this.#lastOpened = documents.collection<LastOpenedRecord>('last_opened');
  }

  /** Returns the resource names (GRNs) of a user's favourites in the order in which they were added. */
  favorites(userId: string): readonly string[] {
    return this.#favorites.get(userId)?.grns ?? [];
  }

  /**
   * Marks an entity as a favourite, unless it is marked already.
   * @throws TooLargeError when the user has too many favourites
   */
  async addFavorite(userId: string, grn: string): Promise<void> {
    await this.#change(this.#favorites, { id: userId, grns: [] }, ({ id, grns }) => {
      if (grns.includes(grn)) return { id, grns };
      checkCount('favorites', grns.length + 1, quotas.favorites, 'Remove one first.');
      return { id, grns: [...grns, grn] };
    });
  }

  async removeFavorite(userId: string, grn: string): Promise<void> {
    await this.#favorites.update(userId, ({ id, grns }) => ({ id, grns: grns.filter((kept) => kept !== grn) }));
  }

  /** Returns the recently opened entities, newest first. */
  lastOpened(userId: string): LastOpenedRecord['entries'] {
    return this.#lastOpened.get(userId)?.entries ?? [];
  }

  /** Puts an entity at the beginning of the user's recently opened entities. */
  async opened(userId: string, grn: string): Promise<void> {
    await this.#change(this.#lastOpened, { id: userId, entries: [] }, ({ id, entries }) => ({
      id,
      entries: [{ grn, timestamp: new Date().toISOString() }, ...entries.filter((entry) => entry.grn !== grn)].slice(
        0,
        maxLastOpened,
      ),
    }));
  }

  /** Removes a deleted entity from all favourites and recent lists. */
  async dropEntity(grn: string): Promise<void> {
    for (const { id, grns } of this.#favorites.all()) if (grns.includes(grn)) await this.removeFavorite(id, grn);
    for (const { id, entries } of this.#lastOpened.all()) {
      if (!entries.some((entry) => entry.grn === grn)) continue;
      await this.#lastOpened.update(id, (record) => ({
        id,
        entries: record.entries.filter((entry) => entry.grn !== grn),
      }));
    }
  }

  async dropUser(userId: string): Promise<void> {
    await this.#favorites.delete(userId);
    await this.#lastOpened.delete(userId);
  }

  async #change<T extends { id: string }>(
    collection: Collection<T>,
    blank: T,
    change: (record: T) => T,
  ): Promise<void> {
    const changed = await collection.update(blank.id, change);
    if (!changed) await collection.put(change(blank));
  }
}
