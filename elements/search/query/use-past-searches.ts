/**
 * Provides the entries of the search history for the dialog: those that the server keeps, otherwise those that this
 * browser remembers.
 */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  forgetSearchesMutation,
  refreshSearchHistory,
  searchHistoryQuery,
} from '../../../api/queries/search-history.js';
import { serverRootQuery } from '../../../api/queries/server-root.js';
import { NotFound } from '../../../api/failures.js';
import { useConnection, useHasAccount, useUsername } from '../../element/connection-context.js';
import type { KnownItems } from '../../kit/use-stored-list.js';
import { keepQueries, sendingsEnd, unsentQueries } from './keep-queries.js';
import { ofBrowser, ofServer, type PastSearch } from './past-searches.js';
import { searchKey, type PastQuery } from './query-history.js';

export interface PastSearches {
  /** `server` if the server keeps a history for this user, also while it cannot be read; otherwise `browser`. */
  readonly place: 'browser' | 'server';
  readonly loading: boolean;
  /** Failure of the server; the searches are then those that this browser remembers. */
  readonly error: Error | null;
  readonly retry: () => void;
  /** Searches of the user, latest first. */
  readonly own: readonly PastSearch[];
  /** Searches that other users share with the user, latest first. */
  readonly shared: readonly PastSearch[];
  /** Forgets a search; rejects when the server refuses. */
  readonly remove: (search: PastSearch) => Promise<void>;
  /** Forgets all searches of the user; rejects when the server refuses. */
  readonly clear: () => Promise<void>;
  /** Loads the searches again, after one was shared. */
  readonly refresh: () => void;
}

const latestFirst = (left: PastSearch, right: PastSearch): number => right.at - left.at;

export function usePastSearches(history: KnownItems<PastQuery>): PastSearches {
  const connection = useConnection();
  const { client, queryClient } = connection;
  const username = useUsername();
  const hasAccount = useHasAccount();
  const { data: root } = useQuery(serverRootQuery(client));
  const { entries } = history;
  const enabled = hasAccount && root?.embedded === true;
  const { data, error, isPending, refetch } = useQuery({
    // A failed sending is repeated later; until then, the dialog lists the unsent queries beside those of the server.
    ...searchHistoryQuery(client, () => keepQueries(connection, username, history).catch(() => undefined)),
    enabled,
  });
  const forgetting = useMutation(forgetSearchesMutation(client, queryClient));
  const { mutateAsync } = forgetting;
  const own = useMemo(() => {
    if (!enabled || data === null || (error && !data)) return entries.map(ofBrowser);
    if (!data) return [];
    const kept = data.own.map(ofServer);
    const known = new Set(kept.map(searchKey));
    const unsent = unsentQueries(connection, username, entries).map(ofBrowser);
    return [...unsent.filter(({ key }) => !known.has(key)), ...kept].sort(latestFirst);
  }, [enabled, data, error, entries, connection, username]);
  /**
   * Forgets one or all searches on the server. The browser has forgotten them before, so that it does not send them
   * again when the history is loaded afterwards.
   * @param gone searches that the browser remembers again when the server refuses
   */
  const forgotten = async (gone: readonly PastQuery[], entryId: string | undefined): Promise<void> => {
    try {
      await sendingsEnd(connection);
      await mutateAsync(entryId);
    } catch (failure) {
      // Somebody else has removed the entry.
      if (failure instanceof NotFound) return;
      for (const past of gone.toReversed()) history.add(past);
      throw failure;
    }
  };
  const shared = useMemo(() => (data?.shared ?? []).map(ofServer), [data]);
  return {
    place: enabled && data !== null ? 'server' : 'browser',
    loading: enabled && isPending,
    error: enabled && !data ? error : null,
    retry: () => void refetch(),
    own,
    shared,
    remove: async ({ query, at, streams, entry }) => {
      const removed = { query, at, streams };
      const isOwn = entry === undefined || entry.owner === username;
      const gone = isOwn ? history.current().filter((past) => searchKey(past) === searchKey(removed)) : [];
      if (isOwn) history.remove(removed);
      if (entry) await forgotten(gone, entry.id);
    },
    clear: async () => {
      const gone = history.current();
      history.clear();
      if (enabled && data) await forgotten(gone, undefined);
    },
    refresh: () => void refreshSearchHistory(queryClient),
  };
}
