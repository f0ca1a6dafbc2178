import { useMemo, useState } from 'react';
import { useConnection, useUsername } from '../element/connection-context.js';
import { createStoredList, localStore, type StoredList, type StoredListOptions } from './stored-list.js';

export interface KnownItems<Item> extends Omit<StoredList<Item>, 'entries'> {
  readonly entries: readonly Item[];
  /** Returns the items at this moment, which may have changed since `entries` were rendered. */
  readonly current: () => readonly Item[];
}

/**
 * Returns a list that is stored in the browser for the signed-in user and the server. `options` must be the identical
 * object in every rendering.
 */
export function useStoredList<Item>(name: string, options: StoredListOptions<Item>): KnownItems<Item> {
  const { server } = useConnection();
  const username = useUsername();
  const list = useMemo(
    () => createStoredList(localStore(), `log-console.${name} ${server} ${username ?? ''}`, options),
    [name, server, username, options],
  );
  const [, changed] = useState(0);
  const entries = list.entries();
  return useMemo(() => {
    const after = (change: () => void): void => {
      change();
      changed((count) => count + 1);
    };
    return {
      entries,
      current: list.entries,
      add: (item) => after(() => list.add(item)),
      remove: (item) => after(() => list.remove(item)),
      clear: () => after(() => list.clear()),
    };
  }, [list, entries]);
}
