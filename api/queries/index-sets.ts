/**
 * Reads index sets for lists from which the user selects, and for their titles (contract data-intake index_sets.list).
 */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { listIndexSets } from '../contract/index-sets.js';

const staleMs = 60_000;

/** Reads the index sets that the user may read, sorted by title. */
export function indexSetsQuery(client: Client) {
  return queryOptions({
    queryKey: ['indexSets', 'all'],
    queryFn: async ({ signal }) => (await client.call(listIndexSets, { query: { stats: false }, signal })).index_sets,
    staleTime: staleMs,
  });
}
