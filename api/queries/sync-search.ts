/** Small searches that are stored nowhere, such as the statistics of a field (contract search search.sync). */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { Search, SearchJob } from '../contract/searches.js';
import { executeSync } from '../contract/searches.js';

/** ms that an answer is good for: looking at another field and back asks nothing. */
const syncSearchStaleMs = 30_000;
/** ms until the server gives up (spec 2 §7). */
const syncSearchTimeoutMs = 60_000;

/** Asked once, for what changes with every call, such as live tail. @throws ApiFailure */
export function syncSearch(client: Client, search: Search, signal: AbortSignal): Promise<SearchJob> {
  return client.call(executeSync, { body: search, query: { timeout: syncSearchTimeoutMs }, signal, check: isJob });
}

export function syncSearchQuery(client: Client, search: Search) {
  return queryOptions({
    queryKey: ['syncSearch', search],
    queryFn: ({ signal }) => syncSearch(client, search, signal),
    staleTime: syncSearchStaleMs,
    gcTime: syncSearchStaleMs,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

const isJob = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && typeof (answer as Partial<SearchJob>).results === 'object';
