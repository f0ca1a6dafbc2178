/** Stores a list in the browser, newest item first, such as executed queries or searched time ranges. */

/** Returns the browser's local storage; null where it is missing or forbidden, as in some embedded frames. */
export function localStore(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

export interface StoredList<Item> {
  /** Returns the items; the array stays identical until the list changes, in this tab or another. */
  entries(): readonly Item[];
  /** Adds an item at the front and removes an equal item. */
  add(item: Item): void;
  remove(item: Item): void;
  clear(): void;
}

export interface StoredListOptions<Item> {
  /** Maximum number of items; when it is exceeded, the oldest item is removed. */
  readonly longest: number;
  /** Converts a stored JSON value to an item; returns undefined for an invalid value. */
  readonly read: (stored: unknown) => Item | undefined;
  readonly same: (left: Item, right: Item) => boolean;
}

/**
 * Returns the list that is stored under a key.
 * @param storage null keeps the list in memory, as long as the page lives
 * @param key storage key; callers use a different one for each server and user
 */
export function createStoredList<Item>(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null,
  key: string,
  { longest, read, same }: StoredListOptions<Item>,
): StoredList<Item> {
  let text: string | null = null;
  let kept: readonly Item[] = [];
  /** True if only the list in memory is used, because there is no storage or because writing to the storage failed. */
  let alone = storage === null;

  const entries = (): readonly Item[] => {
    if (alone) return kept;
    try {
      const stored = storage?.getItem(key) ?? null;
      if (stored === text) return kept;
      text = stored;
      const list: unknown = JSON.parse(stored ?? '[]');
      kept = Array.isArray(list) ? list.map(read).filter((item) => item !== undefined) : [];
    } catch {
      kept = [];
    }
    return kept;
  };
  const write = (list: readonly Item[]): void => {
    kept = list;
    try {
      text = list.length === 0 ? null : JSON.stringify(list);
      if (text === null) storage?.removeItem(key);
      else storage?.setItem(key, text);
    } catch {
      alone = true;
    }
  };
  return {
    entries,
    add: (item) => write([item, ...entries().filter((other) => !same(other, item))].slice(0, longest)),
    remove: (item) => write(entries().filter((other) => !same(other, item))),
    clear: () => write([]),
  };
}
