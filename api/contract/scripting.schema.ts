/** Shapes of the scripting interface (contract search scripting.*): one question, one table. What is absent may be null too. */
import { Type, type Static } from '@sinclair/typebox';
import { orNull } from './searches.schema.js';
import { TimeRange, type AbsoluteRange } from './time-range.schema.js';

/** Sort directions in short or long form. */
const Direction = Type.Union([
  Type.Literal('asc'),
  Type.Literal('desc'),
  Type.Literal('Ascending'),
  Type.Literal('Descending'),
]);
export type Direction = Static<typeof Direction>;

const from = Type.Integer({ minimum: 0 });
const size = Type.Integer({ minimum: 0 });

/** An empty request asks for all messages that the user may read, newest first. */
export const MessagesRequest = Type.Object({
  query: Type.Optional(orNull(Type.String())),
  /** Ids; none are all that may be read. */
  streams: Type.Optional(orNull(Type.Array(Type.String()))),
  timerange: Type.Optional(orNull(TimeRange)),
  fields: Type.Optional(orNull(Type.Array(Type.String()))),
  /** A field. */
  sort: Type.Optional(orNull(Type.String())),
  sort_order: Type.Optional(orNull(Direction)),
  /** Messages to leave out at the beginning. */
  from: Type.Optional(orNull(from)),
  size: Type.Optional(orNull(size)),
});
export type MessagesRequest = Static<typeof MessagesRequest>;

/** Query parameters of the same search: lists are comma separated, the range is `15m` (s, m, h, d, w) or words such as `last hour`. */
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
  /** Function by its name in `GET /views/functions`. */
  function: Type.String(),
  field: Type.Optional(orNull(Type.String())),
  /** Rows are sorted by this metric, and then by the next that has a direction. */
  sort: Type.Optional(orNull(Direction)),
  /** A percentile needs to know which. */
  configuration: Type.Optional(orNull(Type.Object({ percentile: Type.Optional(Type.Number()) }))),
});
export type Metric = Static<typeof Metric>;

export const AggregateRequest = Type.Object({
  query: Type.Optional(orNull(Type.String())),
  streams: Type.Optional(orNull(Type.Array(Type.String()))),
  timerange: Type.Optional(orNull(TimeRange)),
  /** Fields to group by; an empty list makes one row about everything found. */
  group_by: Type.Array(
    Type.Object({ field: Type.String({ minLength: 1 }), limit: Type.Optional(orNull(Type.Integer({ minimum: 1 }))) }),
  ),
  metrics: Type.Array(Metric, { minItems: 1 }),
});
export type AggregateRequest = Static<typeof AggregateRequest>;

// ---- answers (never validated, only typed) ----

export interface TableColumn {
  column_type: 'field' | 'grouping' | 'metric';
  type: 'string' | 'numeric' | 'boolean' | 'date' | 'unknown';
  /** Name of the function; only metrics have one. */
  function?: string;
  /** Field of the metric; absent for metrics without one. */
  field?: string;
  /** Head of the column in tabular answers. */
  name: string;
}

export interface TableAnswer {
  schema: TableColumn[];
  datarows: unknown[][];
  metadata: { effective_timerange: AbsoluteRange };
}
