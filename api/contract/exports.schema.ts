/** Shapes of exports (contract search export.*). */
import { Type, type Static } from '@sinclair/typebox';
import { BackendQuery, ExecutionState } from './searches.schema.js';
import { AbsoluteRange, TimeRange } from './time-range.schema.js';
import { orNull } from './nullable.schema.js';

const shared = {
  fields_in_order: Type.Optional(orNull(Type.Array(Type.String(), { minItems: 1 }))),
  limit: Type.Optional(orNull(Type.Integer({ minimum: 1 }))),
  /**
   * True exports the newest messages up to the limit, otherwise the oldest are exported. Only the embedded server knows
   * this member; the file begins with the oldest of the exported messages in both cases.
   */
  newest: Type.Optional(orNull(Type.Boolean())),
  /** IANA name of the time zone in which `timestamp` is written. */
  time_zone: Type.Optional(orNull(Type.String())),
  chunk_size: Type.Optional(orNull(Type.Integer({ minimum: 1 }))),
};

export const MessagesExport = Type.Object({
  ...shared,
  timerange: Type.Optional(orNull(TimeRange)),
  query_string: Type.Optional(orNull(Type.Union([BackendQuery, Type.String()]))),
  streams: Type.Optional(orNull(Type.Array(Type.String()))),
});
export type MessagesExport = Static<typeof MessagesExport>;

export const ResultFormat = Type.Object({
  ...shared,
  timerange: Type.Optional(orNull(AbsoluteRange)),
  execution_state: Type.Optional(orNull(ExecutionState)),
  filename: Type.Optional(orNull(Type.String())),
});
export type ResultFormat = Static<typeof ResultFormat>;
