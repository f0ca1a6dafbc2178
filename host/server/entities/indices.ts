/**
 * Converts indices to their form in the API (contract data-intake IndexInfo, AllIndices). Each index is stored
 * whole on this machine, so it has one shard, which is primary.
 */
import { hostname } from 'node:os';
import type {
  AllIndices,
  ClosedIndices,
  IndexInfo,
  OpenIndices,
  ShardStats,
} from '../../../api/contract/indices.schema.js';
import { indexNumber, type IndexReads, type IndexSetDocument } from '../store/index.js';
import type { IndexFacts } from '../store/types.js';

const none = { total: 0, time_seconds: 0 };

const seconds = (milliseconds: number): number => Math.round(milliseconds / 1000);

/**
 * Converts the facts of an index to its form in the API.
 * @param bytes size of the index on disk
 * @param reads counts of the statements that search the index or read rows from it, and their durations in milliseconds
 */
export function indexInfo(
  { name, messages, isReopened }: IndexFacts,
  bytes: number,
  nodeId: string,
  reads: IndexReads,
): IndexInfo {
  const stats: ShardStats = {
    flush: none,
    get: none,
    index: { total: messages, time_seconds: 0 },
    merge: none,
    refresh: none,
    search_query: { total: reads.queries, time_seconds: seconds(reads.queryMs) },
    search_fetch: { total: reads.fetches, time_seconds: seconds(reads.fetchMs) },
    open_search_contexts: 0,
    store_size_bytes: bytes,
    segments: 1,
    documents: { count: messages, deleted: 0 },
  };
  return {
    index_name: name,
    primary_shards: stats,
    all_shards: stats,
    routing: [
      {
        id: 0,
        state: 'started',
        active: true,
        primary: true,
        node_id: nodeId,
        node_name: hostname(),
        node_hostname: hostname(),
        relocating_to: null,
      },
    ],
    is_reopened: isReopened,
    reopened: isReopened,
  };
}

/** Sorts the indices of a set by the number in their names, the highest first. */
export const byNumber = ({ prefix }: IndexSetDocument, indices: readonly IndexFacts[]): IndexFacts[] =>
  indices.toSorted((a, b) => (indexNumber(b.name, prefix) ?? 0) - (indexNumber(a.name, prefix) ?? 0));

export const named = (indices: readonly IndexFacts[]): ClosedIndices => ({
  indices: indices.map(({ name }) => name),
  total: indices.length,
});

/**
 * Lists closed, reopened and open indices.
 * @param may tells whether the user may see the name of a closed or reopened index
 */
export function allIndices(
  indices: readonly IndexFacts[],
  info: (index: IndexFacts) => IndexInfo,
  may: (index: IndexFacts) => boolean = () => true,
): AllIndices {
  return {
    closed: named(indices.filter((index) => index.isClosed && may(index))),
    reopened: named(indices.filter((index) => index.isReopened && !index.isClosed && may(index))),
    all: openIndices(indices, info),
  };
}

export const openIndices = (indices: readonly IndexFacts[], info: (index: IndexFacts) => IndexInfo): OpenIndices => ({
  indices: indices.filter(({ isClosed }) => !isClosed).map(info),
});
