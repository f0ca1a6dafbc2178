/**
 * Shapes of the scripting API (contract search scripting.*), which answers a request with one table. Optional members
 * of request bodies may also be null.
 */
import { Type, type Static } from '@sinclair/typebox';
import { orNull } from './nullable.schema.js';
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

/**
 * Request for messages. An empty request returns the ten newest messages of the last 24 hours that the user may read,
 * with the fields of an export.
 */
export const MessagesRequest = Type.Object({
  query: Type.Optional(orNull(Type.String())),
  /** Ids of the streams to search; empty, null or absent: all streams that the user may read. */
  streams: Type.Optional(orNull(Type.Array(Type.String()))),
  timerange: Type.Optional(orNull(TimeRange)),
  fields: Type.Optional(orNull(Type.Array(Type.String()))),
  /** Name of the field by which the messages are sorted. */
  sort: Type.Optional(orNull(Type.String())),
  sort_order: Type.Optional(orNull(Direction)),
  /** Number of messages to skip. */
  from: Type.Optional(orNull(from)),
  /** Maximum number of messages in the answer. */
  size: Type.Optional(orNull(size)),
});
export type MessagesRequest = Static<typeof MessagesRequest>;

/**
 * The members of `MessagesRequest` as query parameters: lists are separated by commas, and the time range is `15m`
 * (with s, m, h, d or w) or words such as `last hour`.
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
  /** Name of the function, from the endpoint `GET /views/functions`. */
  function: Type.String(),
  field: Type.Optional(orNull(Type.String())),
  /** Sort direction. Rows are sorted by the first metric with a direction, equal rows by the next metric with one. */
  sort: Type.Optional(orNull(Direction)),
  /** Configuration of the function, for example the percentile. */
  configuration: Type.Optional(orNull(Type.Object({ percentile: Type.Optional(Type.Number()) }))),
});
export type Metric = Static<typeof Metric>;

export const AggregateRequest = Type.Object({
  query: Type.Optional(orNull(Type.String())),
  streams: Type.Optional(orNull(Type.Array(Type.String()))),
  timerange: Type.Optional(orNull(TimeRange)),
  /** Fields by which the messages are grouped; an empty list returns one row about all messages. */
  group_by: Type.Array(
    Type.Object({ field: Type.String({ minLength: 1 }), limit: Type.Optional(orNull(Type.Integer({ minimum: 1 }))) }),
  ),
  metrics: Type.Array(Metric, { minItems: 1 }),
});
export type AggregateRequest = Static<typeof AggregateRequest>;

// ---- The following shapes belong to answers, which are typed but not validated. ----

export interface TableColumn {
  column_type: 'field' | 'grouping' | 'metric';
  type: 'string' | 'numeric' | 'boolean' | 'date' | 'unknown';
  /** Name of the function; only in columns of metrics. */
  function?: string;
  /** Field of the metric; absent for metrics without a field, such as `count`. */
  field?: string;
  /** Header of the column in tabular answers. */
  name: string;
}

export interface TableAnswer {
  schema: TableColumn[];
  datarows: unknown[][];
  metadata: { effective_timerange: AbsoluteRange };
}
