/** Small searches that are asked once and stored nowhere, such as the statistics of a field (contract search search.sync). */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { Search, SearchJob } from '../contract/searches.js';
import { executeSync } from '../contract/searches.js';

/** ms that an answer is good for: looking at another field and back asks nothing. */
const syncSearchStaleMs = 30_000;
/** ms until the server gives up (spec 2 §7). */
const syncSearchTimeoutMs = 60_000;

export function syncSearchQuery(client: Client, search: Search) {
  return queryOptions({
    queryKey: ['syncSearch', search],
    queryFn: ({ signal }) =>
      client.call(executeSync, { body: search, query: { timeout: syncSearchTimeoutMs }, signal, check: isJob }),
    staleTime: syncSearchStaleMs,
    gcTime: syncSearchStaleMs,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

const isJob = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && typeof (answer as Partial<SearchJob>).results === 'object';
