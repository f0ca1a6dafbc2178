/** Endpoints of index sets (contract data-intake index_sets.*, rotation.*, retention.*). */
import type { IndexSetDefaults } from './cluster-config.schema.js';
import { endpoint } from './endpoint.js';
import type {
  CreateIndexSetRequest,
  DeleteIndexSetQuery,
  FieldTypesRequest,
  IndexSet,
  IndexSetFieldTypes,
  IndexSetGrowth,
  IndexSetList,
  IndexSetsQuery,
  IndexSetStats,
  RetentionStrategies,
  RotationStrategies,
  StrategyDescription,
  UpdateIndexSetRequest,
} from './index-sets.schema.js';

export type * from './index-sets.schema.js';

const read = { needs: 'indexsets:read:{indexSetId}' } as const;
const edit = { needs: 'indexsets:edit:{indexSetId}' } as const;

/** Lists the index sets that the user may read, sorted by title. */
export const listIndexSets = endpoint<{ query: IndexSetsQuery; answer: IndexSetList }>()(
  'GET',
  '/system/indices/index_sets',
  { handler: 'only sets with indexsets:read:{id}' },
);
export const allIndexSetStats = endpoint<{ answer: IndexSetStats }>()('GET', '/system/indices/index_sets/stats', {
  needs: 'indexsets:read',
});
export const getIndexSet = endpoint<{ answer: IndexSet }>()('GET', '/system/indices/index_sets/{indexSetId}', read);
export const indexSetStats = endpoint<{ answer: IndexSetStats }>()(
  'GET',
  '/system/indices/index_sets/{indexSetId}/stats',
  read,
);
/** Returns how many messages an index set received per day, and when the disk will be full. Embedded server only. */
export const indexSetGrowth = endpoint<{ answer: IndexSetGrowth }>()(
  'GET',
  '/system/indices/index_sets/{indexSetId}/growth',
  read,
);
/** Returns the column types of fields in the current and the next index. Embedded server only. */
export const indexSetFieldTypes = endpoint<{ answer: IndexSetFieldTypes }>()(
  'GET',
  '/system/indices/index_sets/{indexSetId}/field_types',
  read,
);
export const setIndexSetFieldTypes = endpoint<{ body: FieldTypesRequest; answer: IndexSetFieldTypes }>()(
  'PUT',
  '/system/indices/index_sets/{indexSetId}/field_types',
  edit,
);
export const createIndexSet = endpoint<{ body: CreateIndexSetRequest; answer: IndexSet }>()(
  'POST',
  '/system/indices/index_sets',
  { needs: 'indexsets:create' },
);
/** Changes an index set, except its prefix, analyzer and creation time, which cannot change. */
export const updateIndexSet = endpoint<{ body: UpdateIndexSetRequest; answer: IndexSet }>()(
  'PUT',
  '/system/indices/index_sets/{indexSetId}',
  edit,
);
export const setDefaultIndexSet = endpoint<{ answer: IndexSet }>()(
  'PUT',
  '/system/indices/index_sets/{indexSetId}/default',
  edit,
);
export const deleteIndexSet = endpoint<{ query: DeleteIndexSetQuery; answer: undefined }>()(
  'DELETE',
  '/system/indices/index_sets/{indexSetId}',
  { needs: 'indexsets:delete:{indexSetId}' },
  { produces: 'nothing' },
);
/** Stores the defaults that new index sets get. */
export const saveIndexSetDefaults = endpoint<{ body: IndexSetDefaults; answer: IndexSetDefaults }>()(
  'PUT',
  '/system/indices/index_set_defaults',
  { handler: 'clusterconfigentry:create and clusterconfigentry:edit' },
);

export const rotationStrategies = endpoint<{ answer: RotationStrategies }>()(
  'GET',
  '/system/indices/rotation/strategies',
  'session',
);
export const rotationStrategy = endpoint<{ answer: StrategyDescription }>()(
  'GET',
  '/system/indices/rotation/strategies/{strategy}',
  'session',
);
export const retentionStrategies = endpoint<{ answer: RetentionStrategies }>()(
  'GET',
  '/system/indices/retention/strategies',
  'session',
);
export const retentionStrategy = endpoint<{ answer: StrategyDescription }>()(
  'GET',
  '/system/indices/retention/strategies/{strategy}',
  'session',
);
