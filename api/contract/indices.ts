/**
 * Endpoints of indices, their time ranges, and the index to which messages are written, called deflector
 * (contract data-intake indices.*, index_ranges.*, deflector.*, count.*).
 */
import { endpoint } from './endpoint.js';
import type {
  AllIndices,
  ClosedIndices,
  Deflector,
  IndexerOverview,
  IndexInfo,
  IndexRange,
  IndexRanges,
  IndexTemplate,
  IndicesRequest,
  OpenIndices,
} from './indices.schema.js';

export type * from './indices.schema.js';

const nothing = { produces: 'nothing' } as const;
const started = { produces: 'nothing', status: 202 } as const;
const read = { needs: 'indices:read' } as const;
const filtered = { handler: 'only indices with indices:read:{index}' } as const;
const cycling = { needs: 'deflector:cycle' } as const;

export const listIndices = endpoint<{ answer: AllIndices }>()('GET', '/system/indexer/indices', read);
export const listOpenIndices = endpoint<{ answer: OpenIndices }>()('GET', '/system/indexer/indices/open', read);
export const listClosedIndices = endpoint<{ answer: ClosedIndices }>()(
  'GET',
  '/system/indexer/indices/closed',
  filtered,
);
export const listReopenedIndices = endpoint<{ answer: ClosedIndices }>()(
  'GET',
  '/system/indexer/indices/reopened',
  filtered,
);
/** Lists the indices of one index set, newest first. */
export const indicesOfSet = endpoint<{ answer: AllIndices }>()(
  'GET',
  '/system/indexer/indices/{indexSetId}/list',
  read,
);
export const openIndicesOfSet = endpoint<{ answer: OpenIndices }>()(
  'GET',
  '/system/indexer/indices/{indexSetId}/open',
  read,
);
export const closedIndicesOfSet = endpoint<{ answer: ClosedIndices }>()(
  'GET',
  '/system/indexer/indices/{indexSetId}/closed',
  read,
);
export const reopenedIndicesOfSet = endpoint<{ answer: ClosedIndices }>()(
  'GET',
  '/system/indexer/indices/{indexSetId}/reopened',
  read,
);
export const getIndex = endpoint<{ answer: IndexInfo }>()('GET', '/system/indexer/indices/{index}', {
  needs: 'indices:read:{index}',
});
/** Describes the named indices; indices that are closed or that the user may not read are left out. */
export const someIndices = endpoint<{ body: IndicesRequest; answer: IndexInfo[] }>()(
  'POST',
  '/system/indexer/indices/multiple',
  filtered,
);
/** Closes an index, so that searches no longer include it. */
export const closeIndex = endpoint<{ answer: undefined }>()(
  'POST',
  '/system/indexer/indices/{index}/close',
  { needs: 'indices:changestate:{index}' },
  nothing,
);
/** Reopens a closed index: its messages are searchable again, and retention does not delete it. */
export const reopenIndex = endpoint<{ answer: undefined }>()(
  'POST',
  '/system/indexer/indices/{index}/reopen',
  { needs: 'indices:changestate:{index}' },
  nothing,
);
export const deleteIndex = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/system/indexer/indices/{index}',
  { needs: 'indices:delete:{index}' },
  nothing,
);
export const indexTemplate = endpoint<{ answer: IndexTemplate }>()(
  'GET',
  '/system/indexer/indices/templates/{indexSetId}',
  { needs: 'indexsets:read:{indexSetId}' },
);
export const syncIndexTemplate = endpoint<{ answer: IndexTemplate }>()(
  'POST',
  '/system/indexer/indices/templates/{indexSetId}/update',
  { needs: 'indexsets:edit:{indexSetId}' },
);

/** Lists the time ranges of indices, sorted by their ends. */
export const listIndexRanges = endpoint<{ answer: IndexRanges }>()('GET', '/system/indices/ranges', {
  handler: 'only indices with indexranges:read:{index}',
});
export const getIndexRange = endpoint<{ answer: IndexRange }>()('GET', '/system/indices/ranges/{index}', {
  needs: 'indexranges:read:{index}',
});
/** Starts a system job that calculates the time ranges of all indices again. */
export const rebuildAllRanges = endpoint<{ answer: undefined }>()(
  'POST',
  '/system/indices/ranges/rebuild',
  { needs: 'indexranges:rebuild' },
  started,
);
export const rebuildRangesOfSet = endpoint<{ answer: undefined }>()(
  'POST',
  '/system/indices/ranges/index_set/{indexSetId}/rebuild',
  { needs: 'indexranges:rebuild' },
  started,
);
export const rebuildRange = endpoint<{ answer: undefined }>()(
  'POST',
  '/system/indices/ranges/{index}/rebuild',
  { needs: 'indexranges:rebuild:{index}' },
  started,
);

/** Returns the index of the default set to which messages are written; only old clients use this endpoint. */
export const getDefaultDeflector = endpoint<{ answer: Deflector }>()('GET', '/system/deflector', {
  needs: 'deflector:read',
});
/** Returns the index of an index set to which messages are written. */
export const getDeflector = endpoint<{ answer: Deflector }>()('GET', '/system/deflector/{indexSetId}', {
  needs: 'deflector:read',
});
export const cycleDeflector = endpoint<{ answer: undefined }>()(
  'POST',
  '/system/deflector/{indexSetId}/cycle',
  cycling,
  nothing,
);
/** Rotates the index set: a new index begins. Any node of the cluster accepts the call. */
export const cycleClusterDeflector = endpoint<{ answer: undefined }>()(
  'POST',
  '/cluster/deflector/{indexSetId}/cycle',
  cycling,
  nothing,
);

/** Returns an overview of an index set's indices. The console polls the endpoint every 2 s. */
export const indexerOverview = endpoint<{ answer: IndexerOverview }>()('GET', '/system/indexer/overview/{indexSetId}', {
  handler: 'deflector:read, indexercluster:read and indices:read',
});
/** Returns an overview of the default index set's indices. */
export const defaultIndexerOverview = endpoint<{ answer: IndexerOverview }>()(
  'GET',
  '/system/indexer/overview',
  'session',
);

const counting = { needs: 'messagecount:read' } as const;
export const countAll = endpoint<{ answer: { events: number } }>()('GET', '/count/total', counting);
export const countIndexSet = endpoint<{ answer: { events: number } }>()('GET', '/count/{indexSetId}/total', counting);
