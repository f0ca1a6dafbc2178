/** Shapes of index sets (contract/data-intake.json index_sets.*). */
import { Type, type Static } from '@sinclair/typebox';

/** `limit` 0: no paging. `stats`: with the figures of every set. */
export const IndexSetsQuery = Type.Object({
  skip: Type.Optional(Type.Integer({ minimum: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 0 })),
  stats: Type.Optional(Type.Boolean()),
});
export type IndexSetsQuery = Static<typeof IndexSetsQuery>;

/** `type` is the name of the strategy's class, followed by `Config`; the rest belongs to the strategy. */
export type StrategyConfig = { type: string } & Record<string, string | number | boolean | null>;

export interface IndexSet {
  id: string;
  title: string;
  description: string | null;
  default: boolean;
  can_be_default: boolean;
  writable: boolean;
  index_prefix: string;
  shards: number;
  replicas: number;
  rotation_strategy_class: string;
  rotation_strategy: StrategyConfig;
  retention_strategy_class: string;
  retention_strategy: StrategyConfig;
  /** ISO 8601, UTC. */
  creation_date: string;
  index_analyzer: string;
  index_optimization_max_num_segments: number;
  index_optimization_disabled: boolean;
  /** Milliseconds. */
  field_type_refresh_interval: number;
  index_template_type: 'messages' | 'events' | null;
}
export interface IndexSetStats {
  indices: number;
  documents: number;
  /** Bytes on disk. */
  size: number;
}
export interface IndexSetList {
  total: number;
  index_sets: IndexSet[];
  /** By the id of the set; empty unless asked for. */
  stats: Record<string, IndexSetStats>;
}
