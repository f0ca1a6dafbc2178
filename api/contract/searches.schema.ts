/**
 * Shapes of searches and their results (contract search). Unknown members are allowed everywhere and preserved.
 */
import { Type, type Static } from '@sinclair/typebox';
import type { AbsoluteRange } from './time-range.schema.js';
import { orNull } from './nullable.schema.js';
import { TimeRange } from './time-range.schema.js';

export const BackendQuery = Type.Object({ type: Type.Literal('elasticsearch'), query_string: Type.String() });
export type BackendQuery = Static<typeof BackendQuery>;

/** Filter of a query: `stream` has `id`, `or` and `and` have `filters`, `query_string` has `query`. */
export const Filter = Type.Recursive(
  (Self) =>
    Type.Object({
      type: Type.String(),
      id: Type.Optional(Type.String()),
      query: Type.Optional(Type.String()),
      filters: Type.Optional(orNull(Type.Array(Self))),
    }),
  { $id: 'Filter' },
);
export type Filter = Static<typeof Filter>;

export const UsedSearchFilter = Type.Object({
  type: Type.String(),
  id: Type.Optional(Type.String()),
  title: Type.Optional(orNull(Type.String())),
  description: Type.Optional(orNull(Type.String())),
  queryString: Type.Optional(Type.String()),
  negation: Type.Optional(Type.Boolean()),
  disabled: Type.Optional(Type.Boolean()),
});
export type UsedSearchFilter = Static<typeof UsedSearchFilter>;

export const Interval = Type.Union([
  Type.Object({ type: Type.Literal('auto'), scaling: Type.Optional(orNull(Type.Number())) }),
  Type.Object({ type: Type.Literal('timeunit'), timeunit: Type.String({ pattern: '^[1-9]\\d*[smhdwMy]$' }) }),
]);
export type Interval = Static<typeof Interval>;

/**
 * Group of a pivot, by field values or by time. Clients of version 4 of the reference server send `field`, not
 * `fields`.
 */
export const PivotGroup = Type.Object(
  {
    type: Type.Union([Type.Literal('time'), Type.Literal('values')]),
    fields: Type.Array(Type.String()),
    interval: Type.Optional(Interval),
    limit: Type.Optional(Type.Integer({ minimum: 1 })),
    skip_empty_values: Type.Optional(Type.Boolean()),
  },
  { alsoNamed: { field: 'fields' } },
);
export type PivotGroup = Static<typeof PivotGroup>;

export const PivotSeries = Type.Object({
  id: Type.Optional(Type.String()),
  type: Type.String(),
  field: Type.Optional(orNull(Type.String())),
  percentile: Type.Optional(orNull(Type.Number())),
});
export type PivotSeries = Static<typeof PivotSeries>;

export const PivotSort = Type.Object({
  type: Type.String(),
  field: Type.String(),
  direction: Type.Union([Type.Literal('Ascending'), Type.Literal('Descending')]),
});
export type PivotSort = Static<typeof PivotSort>;

export const MessageSort = Type.Object({
  field: Type.String(),
  order: Type.Union([Type.Literal('ASC'), Type.Literal('DESC')]),
});
export type MessageSort = Static<typeof MessageSort>;

export const Decorator = Type.Object({
  id: Type.Optional(orNull(Type.String())),
  type: Type.String(),
  order: Type.Optional(Type.Integer()),
  stream: Type.Optional(orNull(Type.String())),
  config: Type.Record(Type.String(), Type.Unknown()),
});
export type Decorator = Static<typeof Decorator>;

/** Time range relative to the range of the query or of another search type (contract search S4). */
export const OffsetRange = Type.Object({
  type: Type.Literal('offset'),
  source: Type.String(),
  id: Type.Optional(orNull(Type.String())),
  offset: Type.Optional(Type.Union([Type.String(), Type.Number()])),
});
export type OffsetRange = Static<typeof OffsetRange>;

/**
 * A search type of a query. The server executes `messages`, `pivot` and `events`; any other type causes an error in the
 * result.
 */
export const SearchType = Type.Object({
  id: Type.Optional(Type.String()),
  type: Type.String(),
  name: Type.Optional(orNull(Type.String())),
  timerange: Type.Optional(orNull(Type.Union([TimeRange, OffsetRange]))),
  query: Type.Optional(orNull(BackendQuery)),
  streams: Type.Optional(orNull(Type.Array(Type.String()))),
  filter: Type.Optional(orNull(Filter)),
  filters: Type.Optional(orNull(Type.Array(UsedSearchFilter))),
  // The following members belong to the type `messages`.
  limit: Type.Optional(Type.Integer({ minimum: 0 })),
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
  fields: Type.Optional(orNull(Type.Array(Type.String()))),
  decorators: Type.Optional(orNull(Type.Array(Decorator))),
  // The following members belong to the type `pivot`.
  rollup: Type.Optional(Type.Boolean()),
  row_groups: Type.Optional(Type.Array(PivotGroup)),
  column_groups: Type.Optional(Type.Array(PivotGroup)),
  series: Type.Optional(Type.Array(PivotSeries)),
  // Both types have `sort`: for `messages` with {field, order}, for `pivot` with {type, field, direction}.
  sort: Type.Optional(orNull(Type.Array(Type.Union([MessageSort, PivotSort])))),
});
export type SearchType = Static<typeof SearchType>;

export const Query = Type.Object({
  id: Type.Optional(Type.String()),
  timerange: Type.Optional(TimeRange),
  filter: Type.Optional(orNull(Filter)),
  filters: Type.Optional(orNull(Type.Array(UsedSearchFilter))),
  query: Type.Optional(BackendQuery),
  search_types: Type.Optional(Type.Array(SearchType)),
});
export type Query = Static<typeof Query>;

export const ParameterBinding = Type.Object({ type: Type.String(), value: Type.Optional(Type.Unknown()) });
export type ParameterBinding = Static<typeof ParameterBinding>;

export const Parameter = Type.Object({
  type: Type.String(),
  name: Type.String(),
  title: Type.Optional(orNull(Type.String())),
  description: Type.Optional(orNull(Type.String())),
  data_type: Type.Optional(Type.String()),
  default_value: Type.Optional(Type.Unknown()),
  optional: Type.Optional(Type.Boolean()),
  binding: Type.Optional(orNull(ParameterBinding)),
});
export type Parameter = Static<typeof Parameter>;

export const Search = Type.Object({
  id: Type.Optional(Type.String({ pattern: '^[0-9a-f]{24}$' })),
  queries: Type.Array(Query),
  parameters: Type.Optional(Type.Array(Parameter)),
});
export type Search = Static<typeof Search>;

/**
 * Definitions of computed fields as JSON texts (computed-fields.schema.ts) by the name of the field. Only the embedded
 * server reads them, and the client sends them only to the embedded server.
 */
export const ComputedDefinitions = Type.Record(Type.String(), Type.String());
export type ComputedDefinitions = Static<typeof ComputedDefinitions>;

/** A search that is executed without being stored. */
export const UnstoredSearch = Type.Composite([
  Search,
  Type.Object({ computed_fields: Type.Optional(ComputedDefinitions) }),
]);
export type UnstoredSearch = Static<typeof UnstoredSearch>;

export const GlobalOverride = Type.Object({
  timerange: Type.Optional(orNull(TimeRange)),
  query: Type.Optional(orNull(BackendQuery)),
  limit: Type.Optional(orNull(Type.Integer())),
  offset: Type.Optional(orNull(Type.Integer())),
  keep_search_types: Type.Optional(orNull(Type.Array(Type.String()))),
  keep_queries: Type.Optional(orNull(Type.Array(Type.String()))),
  search_types: Type.Optional(
    orNull(
      Type.Record(
        Type.String(),
        Type.Object({ limit: Type.Optional(Type.Integer()), offset: Type.Optional(Type.Integer()) }),
      ),
    ),
  ),
});
export type GlobalOverride = Static<typeof GlobalOverride>;

export const ExecutionState = Type.Object({
  parameter_bindings: Type.Optional(orNull(Type.Record(Type.String(), ParameterBinding))),
  global_override: Type.Optional(orNull(GlobalOverride)),
  queries: Type.Optional(orNull(Type.Record(Type.String(), GlobalOverride))),
  /**
   * May contain `timezone`: IANA name of the zone in which days and other time buckets begin, instead of the user's
   * zone.
   */
  additional_parameters: Type.Optional(orNull(Type.Record(Type.String(), Type.Unknown()))),
});
export type ExecutionState = Static<typeof ExecutionState>;

// ---- The following shapes belong to answers, which are typed but not validated. ----

export type MessageFields = Record<string, unknown>;

export interface DecorationStats {
  added_fields: Record<string, unknown>;
  changed_fields: Record<string, { before: unknown; after: unknown }>;
  removed_fields: Record<string, unknown>;
}

export interface ResultMessage {
  highlight_ranges: Record<string, { start: number; length: number }[]> | null;
  /**
   * Fields of the message, always including `_id`, `timestamp` (ISO instant) and `streams`; integers beyond 2^53 are
   * bigint.
   */
  message: MessageFields;
  index: string;
  decoration_stats: DecorationStats | null;
}

export interface MessagesResult {
  id: string;
  type: 'messages';
  name?: string;
  messages: ResultMessage[];
  effective_timerange: AbsoluteRange;
  total_results: number;
}

export interface PivotValue {
  /** Keys of the column buckets, followed by the id of the series. */
  key: string[];
  value: unknown;
  rollup: boolean;
  source: 'row-leaf' | 'col-leaf' | 'row-inner';
}

export interface PivotRow {
  key: string[];
  values: PivotValue[];
  source: 'leaf' | 'non-leaf';
}

export interface PivotResult {
  id: string;
  type: 'pivot';
  name?: string;
  rows: PivotRow[];
  total: number;
  effective_timerange: AbsoluteRange;
}

export interface EventsResult {
  id: string;
  type: 'events';
  name?: string | null;
  events: { id: string; streams: string[]; timestamp: string; message: string; alert: boolean }[];
}

export type SearchTypeResult = MessagesResult | PivotResult | EventsResult;

export interface SearchError {
  type: 'query' | 'search_type' | 'result_window_limit' | 'unbound_parameter';
  description: string;
  query_id?: string;
  search_type_id?: string;
  backtrace?: string;
  result_window_limit?: number;
  parameter?: string;
}

export interface QueryResult {
  query: Query;
  execution_stats: { duration: number; timestamp: string; effective_timerange: AbsoluteRange };
  search_types: Record<string, SearchTypeResult>;
  errors: SearchError[];
  state: 'COMPLETED' | 'FAILED' | 'INCOMPLETE';
}

export interface SearchJob {
  id: string;
  search_id: string;
  owner: string;
  errors?: SearchError[];
  results: Record<string, QueryResult>;
  execution: {
    done: boolean;
    cancelled: boolean;
    completed_exceptionally: boolean;
    /**
     * Milliseconds that the job has waited so far behind other jobs of its owner; absent once it runs. Embedded server
     * only.
     */
    queued_ms?: number;
  };
}
