/** Shapes of index sets (contract/data-intake.json index_sets.*). */
import { Type, type Static } from '@sinclair/typebox';

/** Query of index sets. `limit` 0: no paging. `stats`: includes the statistics of every set. */
export const IndexSetsQuery = Type.Object({
  skip: Type.Optional(Type.Integer({ minimum: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 0 })),
  stats: Type.Optional(Type.Boolean()),
});
export type IndexSetsQuery = Static<typeof IndexSetsQuery>;

/**
 * Configuration of a strategy: `type` is the class name followed by `Config`; the other members belong to the strategy.
 */
export const StrategyConfig = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
);
export type StrategyConfig = Static<typeof StrategyConfig>;

/** The console sends the whole set; unknown members are ignored. */
export const UpdateIndexSetRequest = Type.Object({
  title: Type.String(),
  description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  writable: Type.Optional(Type.Boolean()),
  shards: Type.Integer(),
  replicas: Type.Integer(),
  rotation_strategy_class: Type.String(),
  rotation_strategy: StrategyConfig,
  retention_strategy_class: Type.String(),
  retention_strategy: StrategyConfig,
  index_optimization_max_num_segments: Type.Integer({ default: 1 }),
  index_optimization_disabled: Type.Boolean(),
  /** Interval in milliseconds. */
  field_type_refresh_interval: Type.Integer({ default: 5000 }),
});
export type UpdateIndexSetRequest = Static<typeof UpdateIndexSetRequest>;

export const CreateIndexSetRequest = Type.Composite([
  UpdateIndexSetRequest,
  Type.Object({
    index_prefix: Type.String(),
    index_analyzer: Type.String({ default: 'standard' }),
    /** Creation time, ISO 8601; empty, the default, means now. */
    creation_date: Type.String({ default: '' }),
  }),
]);
export type CreateIndexSetRequest = Static<typeof CreateIndexSetRequest>;

/** True, the default, deletes the indices of the index set as well. */
export const DeleteIndexSetQuery = Type.Object({ delete_indices: Type.Optional(Type.Boolean()) });
export type DeleteIndexSetQuery = Static<typeof DeleteIndexSetQuery>;

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
  /** Creation time, ISO 8601 in UTC. */
  creation_date: string;
  index_analyzer: string;
  index_optimization_max_num_segments: number;
  index_optimization_disabled: boolean;
  /** Interval in milliseconds. */
  field_type_refresh_interval: number;
  index_template_type: 'messages' | 'events' | null;
}
export interface IndexSetStats {
  indices: number;
  documents: number;
  /** Size on disk in bytes. */
  size: number;
}
/** Messages received by an index set per day, and their disk space. */
export interface IndexSetGrowth {
  /** The last 30 days in UTC, today last. `date` is `YYYY-MM-DD`. */
  days: { date: string; messages: number; bytes: number }[];
  /** False when the time limit ended the count, so the true number is higher. */
  is_complete: boolean;
  /** Space on the disk with the messages; null when the system does not report it. */
  disk: { free_bytes: number; total_bytes: number } | null;
  /** Forecast for all sets together at the rate of the last week; null: not enough data. */
  forecast: {
    bytes_per_day: number;
    /** Days until the disk is full; null: retention deletes indices before. */ full_in_days: number | null;
  } | null;
}
export const indexFieldTypes = ['keyword', 'long', 'double', 'boolean'] as const;
/** Column types of a field: text, integer, number, Boolean. */
export const IndexFieldType = Type.Union(indexFieldTypes.map((name) => Type.Literal(name)));
export type IndexFieldType = (typeof indexFieldTypes)[number];

export const FieldTypesRequest = Type.Object({
  /**
   * Types by field name; null resets a field, so that its first value in the next index determines the type. Other
   * fields keep their types.
   */
  types: Type.Record(Type.String(), Type.Union([IndexFieldType, Type.Null()])),
  /** True starts the next index immediately. */
  rotate: Type.Optional(Type.Boolean()),
});
export type FieldTypesRequest = Static<typeof FieldTypesRequest>;

/** A field in the messages of a set. */
export interface IndexSetField {
  name: string;
  /** Type in the current index; null: it has no column there. */
  current: IndexFieldType | null;
  /** Type in the next index; null: the first value determines it. */
  next: IndexFieldType | null;
  /** Types with the indices that have them, newest first. */
  types: { type: IndexFieldType; indices: string[] }[];
}
export interface IndexSetFieldTypes {
  /** Name of the index being written. */
  current_index: string | null;
  /** Fields sorted by name. */
  fields: IndexSetField[];
}
export interface IndexSetList {
  total: number;
  index_sets: IndexSet[];
  /** Statistics by index set id; empty unless requested. */
  stats: Record<string, IndexSetStats>;
}

/** A rotation or retention strategy. */
export interface StrategyDescription {
  /** Class name of the strategy. */
  type: string;
  default_config: StrategyConfig;
  json_schema: { type: 'object'; id: string; properties: Record<string, { type: string }> };
}
export interface RotationStrategies {
  total: number;
  strategies: StrategyDescription[];
  context: { time_size_optimizing_retention_fixed_leeway: string | null };
}
export interface RetentionStrategies {
  total: number;
  strategies: StrategyDescription[];
  context: { max_index_retention_period: string | null };
}
