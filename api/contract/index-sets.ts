/** Index sets (contract/data-intake.json index_sets.*). */
import { endpoint } from './endpoint.js';
import type { IndexSetList, IndexSetsQuery } from './index-sets.schema.js';

export type * from './index-sets.schema.js';

/** By title. */
export const listIndexSets = endpoint<{ query: IndexSetsQuery; answer: IndexSetList }>()(
  'GET',
  '/system/indices/index_sets',
  { handler: 'only sets with indexsets:read:{id}' },
);
