/** Shapes of searches that need only one call (contract search universal.*). */
import { Type, type Static } from '@sinclair/typebox';
import type { ResultMessage } from './searches.schema.js';

const common = {
  query: Type.String(),
  /** Maximum number of messages; 0 or absent: 150, or all messages in an answer as CSV. */
  limit: Type.Optional(Type.Integer({ minimum: 0 })),
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Streams to search: `streams:` with their ids separated by commas; `*`, empty or absent: all streams. */
  filter: Type.Optional(Type.String()),
  /**
   * Names of the fields to return besides `timestamp`, separated by commas; empty or absent: all. An answer as CSV
   * needs at least one name.
   */
  fields: Type.Optional(Type.String()),
  /** Sort order in the form `field:asc` or `field:desc`. */
  sort: Type.Optional(Type.String()),
  decorate: Type.Optional(Type.Boolean()),
  batch_size: Type.Optional(Type.Integer({ minimum: 1 })),
};

export const AbsoluteSearch = Type.Object({ ...common, from: Type.String(), to: Type.String() });
export type AbsoluteSearch = Static<typeof AbsoluteSearch>;
/** Search in the last `range` seconds; 0 searches all time. */
export const RelativeSearch = Type.Object({ ...common, range: Type.Integer({ minimum: 0 }) });
export type RelativeSearch = Static<typeof RelativeSearch>;
export const KeywordSearch = Type.Object({
  ...common,
  keyword: Type.String(),
  timezone: Type.Optional(Type.String()),
});
export type KeywordSearch = Static<typeof KeywordSearch>;

export interface UniversalAnswer {
  query: string;
  built_query: string;
  used_indices: unknown[];
  messages: ResultMessage[];
  fields: string[];
  /** Duration of the search in milliseconds. */
  time: number;
  total_results: number;
  from: string;
  to: string;
  /** Names of the fields that decorators have added, changed or removed. */
  decoration_stats: { added_fields: string[]; changed_fields: string[]; removed_fields: string[] } | null;
}
