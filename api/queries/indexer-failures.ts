/** Queries and mutations of messages that could not be stored (contract data-intake D5). */
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import {
  indexerFailureCount,
  indexerFailures,
  retryIndexerFailures,
  type RetryFailuresRequest,
} from '../contract/system.js';
import { hasList } from './has-list.js';

const failuresKey = ['indexerFailures'] as const;

/**
 * Reads one page of the messages that could not be stored, newest first.
 * @param page page number, counted from 1
 * @param query text that the failures must contain; empty: all failures
 */
export function indexerFailuresQuery(client: Client, page: number, perPage: number, query = '') {
  return queryOptions({
    queryKey: [...failuresKey, page, perPage, query],
    queryFn: ({ signal }) =>
      client.call(indexerFailures, {
        query: { limit: perPage, offset: (page - 1) * perPage, ...(query !== '' && { query }) },
        signal,
        check: hasList('failures'),
      }),
    staleTime: 0,
  });
}

/** Reads the number of failures. @param since earliest time of the failures, ISO 8601 */
export function indexerFailureCountQuery(client: Client, since: string) {
  return queryOptions({
    queryKey: [...failuresKey, 'count', since],
    queryFn: async ({ signal }) => {
      const { count } = await client.call(indexerFailureCount, { query: { since }, signal });
      return count;
    },
  });
}

/** Invalidates the lists of failures. */
export const failuresChanged = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: failuresKey });

/** Tries again to store messages; for a large number of messages the server starts a job. */
export function retryFailuresMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (body: RetryFailuresRequest) => client.call(retryIndexerFailures, { body }),
    onSettled: () => failuresChanged(queryClient),
  });
}
