/**
 * Keeps the searches of guests, who have no account, only in memory. The oldest searches are forgotten first; an
 * element whose search was forgotten stores it again.
 */
import type { CompleteSearch } from '../search/index.js';
import { bytesOf, checkSize, quotas } from './quotas.js';

/** Largest number of searches of all guests together. */
const most = 5_000;
const mostBytes = 32 * 1024 * 1024;
/** Largest number of searches of one guest. */
const mostOfGuest = 50;

interface Kept {
  readonly owner: string;
  readonly search: CompleteSearch;
  readonly bytes: number;
}

export class GuestSearches {
  /** Searches by owner and id, the oldest first. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  get(id: string, owner: string): CompleteSearch | undefined {
    return this.#kept.get(keyOf(id, owner))?.search;
  }

  /**
   * Stores a search; the oldest searches are deleted beyond the limits.
   * @throws TooLargeError when the search alone is too large
   */
  put(search: CompleteSearch, owner: string): void {
    const bytes = bytesOf(search);
    checkSize('This search', bytes, quotas.oneSearchBytes, 'Use fewer widgets, or shorter queries.');
    this.#delete(keyOf(search.id, owner));
    const own = [...this.#kept].filter(([, kept]) => kept.owner === owner);
    if (own.length >= mostOfGuest && own[0]) this.#delete(own[0][0]);
    this.#kept.set(keyOf(search.id, owner), { owner, search, bytes });
    this.#bytes += bytes;
    for (const key of this.#kept.keys()) {
      if (this.#kept.size <= most && this.#bytes <= mostBytes) break;
      this.#delete(key);
    }
  }

  #delete(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }
}

const keyOf = (id: string, owner: string): string => JSON.stringify([owner, id]);
