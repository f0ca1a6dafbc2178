/** A list stored in the browser, newest first: executed queries, searched ranges. */

/** Storage may be missing or forbidden (embedded frames): then the list lives as long as the page. */
export function localStore(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

export interface StoredList<Item> {
  /** Returns the same array until an entry changes, in this tab or another. */
  entries(): readonly Item[];
  /** Adds an item at the front; an equal item moves there. */
  add(item: Item): void;
  remove(item: Item): void;
  clear(): void;
}

export interface StoredListOptions<Item> {
  /** Maximum number of items; older items are dropped. */
  readonly longest: number;
  /** Parses a stored item; undefined if it is invalid. */
  readonly read: (stored: unknown) => Item | undefined;
  readonly same: (left: Item, right: Item) => boolean;
}

/** @param key storage key, different per server and user */
export function createStoredList<Item>(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null,
  key: string,
  { longest, read, same }: StoredListOptions<Item>,
): StoredList<Item> {
  let text: string | null = null;
  let kept: readonly Item[] = [];
  /** When storage is full or forbidden, its content is outdated and the list in memory is used. */
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
