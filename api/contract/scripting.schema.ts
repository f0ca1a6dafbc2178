/**
 * Shapes of the scripting API (contract search scripting.*), which answers a request with one table. Absent members may
 * also be null.
 */
import { Type, type Static } from '@sinclair/typebox';
import { orNull } from './searches.schema.js';
import { TimeRange, type AbsoluteRange } from './time-range.schema.js';

/** Sort direction in short or long form. */
const Direction = Type.Union([
  Type.Literal('asc'),
  Type.Literal('desc'),
  Type.Literal('Ascending'),
  Type.Literal('Descending'),
]);
export type Direction = Static<typeof Direction>;

const from = Type.Integer({ minimum: 0 });
const size = Type.Integer({ minimum: 0 });

/** Request for messages; an empty one returns all readable messages, newest first. */
export const MessagesRequest = Type.Object({
  query: Type.Optional(orNull(Type.String())),
  /** Stream ids; empty: all readable streams. */
  streams: Type.Optional(orNull(Type.Array(Type.String()))),
  timerange: Type.Optional(orNull(TimeRange)),
  fields: Type.Optional(orNull(Type.Array(Type.String()))),
  /** Field to sort by. */
  sort: Type.Optional(orNull(Type.String())),
  sort_order: Type.Optional(orNull(Direction)),
  /** Number of messages to skip. */
  from: Type.Optional(orNull(from)),
  size: Type.Optional(orNull(size)),
});
export type MessagesRequest = Static<typeof MessagesRequest>;

/**
 * The same search as query parameters: lists are comma-separated, the range is `15m` (s, m, h, d, w) or words such as
 * `last hour`.
 */
export const MessagesQuery = Type.Object({
  query: Type.Optional(Type.String()),
  streams: Type.Optional(Type.String()),
  timerange: Type.Optional(Type.String()),
  fields: Type.Optional(Type.String()),
  sort: Type.Optional(Type.String()),
  sort_order: Type.Optional(Direction),
  from: Type.Optional(from),
  size: Type.Optional(size),
});
export type MessagesQuery = Static<typeof MessagesQuery>;

export const Metric = Type.Object({
  /** Function name from `GET /views/functions`. */
  function: Type.String(),
  field: Type.Optional(orNull(Type.String())),
  /** Sort direction: rows are sorted by this metric, then by the next metric with a direction. */
  sort: Type.Optional(orNull(Direction)),
  /** Configuration of the function, such as the percentile. */
  configuration: Type.Optional(orNull(Type.Object({ percentile: Type.Optional(Type.Number()) }))),
});
export type Metric = Static<typeof Metric>;

export const AggregateRequest = Type.Object({
  query: Type.Optional(orNull(Type.String())),
  streams: Type.Optional(orNull(Type.Array(Type.String()))),
  timerange: Type.Optional(orNull(TimeRange)),
  /** Fields to group by; an empty list gives one row about all messages. */
  group_by: Type.Array(
    Type.Object({ field: Type.String({ minLength: 1 }), limit: Type.Optional(orNull(Type.Integer({ minimum: 1 }))) }),
  ),
  metrics: Type.Array(Metric, { minItems: 1 }),
});
export type AggregateRequest = Static<typeof AggregateRequest>;

// ---- Answers: typed, but not validated ----

export interface TableColumn {
  column_type: 'field' | 'grouping' | 'metric';
  type: 'string' | 'numeric' | 'boolean' | 'date' | 'unknown';
  /** Function name; only for metrics. */
  function?: string;
  /** Field of the metric; absent for metrics without a field. */
  field?: string;
  /** Column head in tabular answers. */
  name: string;
}

export interface TableAnswer {
  schema: TableColumn[];
  datarows: unknown[][];
  metadata: { effective_timerange: AbsoluteRange };
}
