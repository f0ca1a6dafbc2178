/** Shapes of index sets (contract data-intake index_sets.*). */
import { Type, type Static } from '@sinclair/typebox';

/** Query of the list of index sets: `limit` 0 returns all of them; `stats` true adds their statistics. */
export const IndexSetsQuery = Type.Object({
  skip: Type.Optional(Type.Integer({ minimum: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 0 })),
  stats: Type.Optional(Type.Boolean()),
});
export type IndexSetsQuery = Static<typeof IndexSetsQuery>;

/**
 * Configuration of a rotation or retention strategy: `type` is the strategy's class name followed by `Config`; the
 * strategy defines the other members.
 */
export const StrategyConfig = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
);
export type StrategyConfig = Static<typeof StrategyConfig>;

/** New configuration of an index set. The console sends the whole set; the server ignores members unknown to it. */
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
  /** Interval in milliseconds at which the field types are updated. */
  field_type_refresh_interval: Type.Integer({ default: 5000 }),
});
export type UpdateIndexSetRequest = Static<typeof UpdateIndexSetRequest>;

export const CreateIndexSetRequest = Type.Composite([
  Type.Omit(UpdateIndexSetRequest, ['shards']),
  Type.Object({
    /** Number of shards. It has no default in an update, because a default would replace the stored number. */
    shards: Type.Integer({ default: 1 }),
    index_prefix: Type.String(),
    index_analyzer: Type.String({ default: 'standard' }),
    /** Creation time, ISO 8601; an empty text, the default, means now. */
    creation_date: Type.String({ default: '' }),
  }),
]);
export type CreateIndexSetRequest = Static<typeof CreateIndexSetRequest>;

/** `delete_indices`: true, the default, also deletes the indices of the index set. */
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
  /** Interval in milliseconds at which the field types are updated. */
  field_type_refresh_interval: number;
  index_template_type: 'messages' | 'events' | null;
}
export interface IndexSetStats {
  indices: number;
  documents: number;
  /** Size of the indices on disk in bytes. */
  size: number;
}
/** Messages that an index set received per day, and the disk space that they take. */
export interface IndexSetGrowth {
  /** The last 30 days in UTC, oldest first and including today; `date` has the form `YYYY-MM-DD`. */
  days: { date: string; messages: number; bytes: number }[];
  /** False when the time limit ended the count, so that the true numbers are higher. */
  is_complete: boolean;
  /** Space on the disk that holds the messages; null when the operating system does not report it. */
  disk: { free_bytes: number; total_bytes: number } | null;
  /**
   * Forecast for all index sets together at the rate of the last 7 days; null when `is_complete` is false, `disk` is
   * null, or the oldest index is younger than an hour.
   */
  forecast: {
    bytes_per_day: number;
    /** Days until the disk is full; null: retention deletes enough indices before. */
    full_in_days: number | null;
  } | null;
}
export const indexFieldTypes = ['keyword', 'long', 'double', 'boolean'] as const;
/** Type of a field's column: text, integer, floating-point number, Boolean. */
export const IndexFieldType = Type.Union(indexFieldTypes.map((name) => Type.Literal(name)));
export type IndexFieldType = (typeof indexFieldTypes)[number];

export const FieldTypesRequest = Type.Object({
  /**
   * Column types by field name. Null removes the setting of a field, so that its first value in the next index
   * determines the type. The settings of fields that are not named stay.
   */
  types: Type.Record(Type.String(), Type.Union([IndexFieldType, Type.Null()])),
  /** True starts the next index immediately, for which the user also needs `deflector:cycle`. */
  rotate: Type.Optional(Type.Boolean()),
});
export type FieldTypesRequest = Static<typeof FieldTypesRequest>;

/** A field of an index set: it occurs in messages that the user may read, or its type is set for the next index. */
export interface IndexSetField {
  name: string;
  /** Type of the column in the current index; null: the field has no column there. */
  current: IndexFieldType | null;
  /** Type that is set for the next index; null: the first value determines the type. */
  next: IndexFieldType | null;
  /** Types that the field has in the stored indices, each with the names of these indices, newest first. */
  types: { type: IndexFieldType; indices: string[] }[];
}
export interface IndexSetFieldTypes {
  /** Name of the index to which messages are written at present. */
  current_index: string | null;
  /** Fields sorted by name. */
  fields: IndexSetField[];
}
export interface IndexSetList {
  total: number;
  index_sets: IndexSet[];
  /** Statistics by index set id; empty unless the request contains `stats`. */
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
