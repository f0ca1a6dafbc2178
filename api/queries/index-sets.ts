/** Index sets for selection and display names (contract data-intake index_sets.list). */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { listIndexSets } from '../contract/index-sets.js';

const staleMs = 60_000;

/** Index sets that the user may read, by title. */
export function indexSetsQuery(client: Client) {
  return queryOptions({
    queryKey: ['indexSets', 'all'],
    queryFn: async ({ signal }) => (await client.call(listIndexSets, { query: { stats: false }, signal })).index_sets,
    staleTime: staleMs,
  });
}
