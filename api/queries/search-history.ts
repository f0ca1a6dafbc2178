/** Reads and changes the search history that the server keeps for each user (embedded server only). */
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { inBackground, type Client } from '../client.js';
import { NotFound } from '../failures.js';
import {
  addToSearchHistory,
  clearSearchHistory,
  readSearchHistory,
  removeFromSearchHistory,
  type RunSearch,
  type SearchHistory,
} from '../contract/search-history.js';
import { mostAddedSearches } from '../contract/search-history-limits.js';
import { hasList } from './has-list.js';

const key = ['search-history'] as const;
const isHistory = (data: unknown): boolean => hasList('own')(data) && hasList('shared')(data);

/**
 * Reads the user's own entries and those that others share with the user; null: the server keeps no history.
 * @param before is called and awaited before the request. It sends searches of this browser, so that the answer
 * contains them
 */
export function searchHistoryQuery(client: Client, before: () => Promise<unknown>) {
  return queryOptions({
    queryKey: key,
    queryFn: async ({ signal }): Promise<SearchHistory | null> => {
      await before();
      try {
        return await client.call(readSearchHistory, { signal, check: isHistory });
      } catch (error) {
        if (error instanceof NotFound) return null;
        throw error;
      }
    },
    staleTime: 0,
  });
}

/** Largest size of one request in bytes; servers refuse bodies of more than 256 KiB. */
const mostBytes = 200_000;

/** Divides searches into requests, in their order. */
export function historyRequests(searches: readonly RunSearch[]): RunSearch[][] {
  const requests: RunSearch[][] = [];
  let bytes = 0;
  for (const search of searches) {
    const size = new TextEncoder().encode(JSON.stringify(search)).length;
    const last = requests.at(-1);
    if (last && last.length < mostAddedSearches && bytes + size <= mostBytes) {
      last.push(search);
      bytes += size;
    } else {
      requests.push([search]);
      bytes = size;
    }
  }
  return requests;
}

/**
 * Adds searches to a user's history without prolonging the session.
 * @param username user whose searches they are; the server refuses them when another user is signed in
 * @param mayGoOn asked before each request; false sends no more
 * @returns true if all searches were sent
 * @throws the failure of a request
 */
export async function sendSearches(
  client: Client,
  username: string,
  searches: readonly RunSearch[],
  mayGoOn: () => boolean,
): Promise<boolean> {
  for (const part of historyRequests(searches)) {
    if (!mayGoOn()) return false;
    await inBackground(client).call(addToSearchHistory, { body: { username, searches: part } });
  }
  return true;
}

/** Removes one entry, or all entries of the user if no id is given. */
export function forgetSearchesMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (entryId: string | undefined) =>
      entryId === undefined
        ? client.call(clearSearchHistory, {})
        : client.call(removeFromSearchHistory, { params: { entryId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}

/** Loads the history again, after entries were shared. */
export const refreshSearchHistory = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: key });
