/** Messages that could not be stored, and retries (contract data-intake D5). */
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
 * One page of messages that could not be stored, newest first.
 * @param page from 1
 * @param query empty: all
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

/** Number of failures. @param since ISO 8601 */
export function indexerFailureCountQuery(client: Client, since: string) {
  return queryOptions({
    queryKey: [...failuresKey, 'count', since],
    queryFn: async ({ signal }) => {
      const { count } = await client.call(indexerFailureCount, { query: { since }, signal });
      return count;
    },
  });
}

/** Refetches the list of failures. */
export const failuresChanged = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: failuresKey });

/** Retries failures; a large number becomes a job. */
export function retryFailuresMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (body: RetryFailuresRequest) => client.call(retryIndexerFailures, { body }),
    onSettled: () => failuresChanged(queryClient),
  });
}
