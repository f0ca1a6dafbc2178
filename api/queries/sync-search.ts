/**
 * Executes small searches that are not stored, for example for the statistics of a field (contract search search.sync).
 */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { Search, SearchJob } from '../contract/searches.js';
import { executeSync } from '../contract/searches.js';

/** Milliseconds for which an answer is reused, so that returning to a field sends no request. */
const syncSearchStaleMs = 30_000;
/** Milliseconds after which the server aborts the search (spec 2 §7). */
const syncSearchTimeoutMs = 60_000;

/** Options of all queries that execute small searches. */
export const syncSearchPolicy = {
  staleTime: syncSearchStaleMs,
  gcTime: syncSearchStaleMs,
  retry: false,
  refetchOnWindowFocus: false,
} as const;

/**
 * Executes a search without caching the answer, for searches that differ each time, such as the searches of the live
 * tail.
 * @throws ApiFailure when the call fails
 */
export function syncSearch(client: Client, search: Search, signal: AbortSignal): Promise<SearchJob> {
  return client.call(executeSync, { body: search, query: { timeout: syncSearchTimeoutMs }, signal, check: isJob });
}

export function syncSearchQuery(client: Client, search: Search) {
  return queryOptions({
    queryKey: ['syncSearch', search, client.computed],
    queryFn: ({ signal }) => syncSearch(client, search, signal),
    ...syncSearchPolicy,
  });
}

const isJob = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && typeof (answer as Partial<SearchJob>).results === 'object';
