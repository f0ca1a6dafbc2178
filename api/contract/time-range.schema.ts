import { Type, type Static } from '@sinclair/typebox';

const seconds = Type.Integer({ minimum: 0 });

/**
 * Range relative to now, in seconds: `from` and optionally `to`, or the older form `range`; `range` 0 means all time
 * (contract search T2).
 */
export const RelativeRange = Type.Object({
  type: Type.Literal('relative'),
  range: Type.Optional(seconds),
  from: Type.Optional(seconds),
  to: Type.Optional(seconds),
});
/** Range between two instants in ISO 8601 with any offset (contract search T1). */
export const AbsoluteRange = Type.Object({ type: Type.Literal('absolute'), from: Type.String(), to: Type.String() });
export const KeywordRange = Type.Object({
  type: Type.Literal('keyword'),
  keyword: Type.String(),
  timezone: Type.Optional(Type.String()),
});
export const TimeRange = Type.Union([RelativeRange, AbsoluteRange, KeywordRange]);

export type RelativeRange = Static<typeof RelativeRange>;
export type AbsoluteRange = Static<typeof AbsoluteRange>;
export type KeywordRange = Static<typeof KeywordRange>;
export type TimeRange = Static<typeof TimeRange>;
