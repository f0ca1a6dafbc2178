/**
 * Shapes of indices, their ranges and overviews (contract data-intake indices.*, index_ranges.*,
 * indexer.overview).
 */
import { Type, type Static } from '@sinclair/typebox';
import type { IndexerHealth } from './system.js';

export const IndicesRequest = Type.Object({ indices: Type.Array(Type.String(), { maxItems: 10_000 }) });
export type IndicesRequest = Static<typeof IndicesRequest>;

interface OperationStats {
  total: number;
  time_seconds: number;
}
export interface ShardStats {
  flush: OperationStats;
  get: OperationStats;
  index: OperationStats;
  merge: OperationStats;
  refresh: OperationStats;
  search_query: OperationStats;
  search_fetch: OperationStats;
  open_search_contexts: number;
  store_size_bytes: number;
  segments: number;
  documents: { count: number; deleted: number };
}
export interface ShardRouting {
  id: number;
  state: 'started' | 'relocating' | 'initializing' | 'unassigned';
  active: boolean;
  primary: boolean;
  node_id: string;
  node_name: string | null;
  node_hostname: string | null;
  relocating_to: string | null;
}
export interface IndexInfo {
  index_name: string;
  primary_shards: ShardStats;
  all_shards: ShardStats;
  routing: ShardRouting[];
  is_reopened: boolean;
  /** Has the same value as `is_reopened`, because reference consoles read this name. */
  reopened: boolean;
}
export interface ClosedIndices {
  indices: string[];
  total: number;
}
export interface OpenIndices {
  indices: IndexInfo[];
}
export interface AllIndices {
  closed: ClosedIndices;
  reopened: ClosedIndices;
  all: OpenIndices;
}

/** Time range of an index's messages; times are ISO 8601 in UTC. */
export interface IndexRange {
  index_name: string;
  /** Start of the time range; 1970 for the index to which messages are written. */
  begin: string;
  end: string;
  calculated_at: string | null;
  took_ms: number;
}
export interface IndexRanges {
  total: number;
  ranges: IndexRange[];
}

export interface Deflector {
  is_up: boolean;
  current_target: string | null;
}
export interface IndexOverviewItem {
  index_name: string;
  /** Numbers of messages and bytes of the index; null while it is closed. */
  size: { events: number; deleted: number; bytes: number } | null;
  range: IndexRange | null;
  is_deflector: boolean;
  is_closed: boolean;
  is_reopened: boolean;
}
export interface IndexerOverview {
  deflector: Deflector;
  indexer_cluster: { health: IndexerHealth; name: string };
  counts: { events: number };
  /** All indices, open and closed, the newest first. */
  indices: IndexOverviewItem[];
}
export interface IndexTemplate {
  name: string;
  template: Record<string, unknown>;
}
