/** Shapes of single-call searches (contract/search.json universal.*). */
import { Type, type Static } from '@sinclair/typebox';
import type { ResultMessage } from './searches.schema.js';

const common = {
  query: Type.String(),
  limit: Type.Optional(Type.Integer({ minimum: 0 })),
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Filter: `*`, or `streams:id[,id]`. */
  filter: Type.Optional(Type.String()),
  /** Field names, comma-separated. */
  fields: Type.Optional(Type.String()),
  /** Sort: `field:asc` or `field:desc`. */
  sort: Type.Optional(Type.String()),
  decorate: Type.Optional(Type.Boolean()),
  batch_size: Type.Optional(Type.Integer({ minimum: 1 })),
};

export const AbsoluteSearch = Type.Object({ ...common, from: Type.String(), to: Type.String() });
export type AbsoluteSearch = Static<typeof AbsoluteSearch>;
/** Search with a relative range; `range` in seconds, 0 is all time. */
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
  /** Duration in ms. */
  time: number;
  total_results: number;
  from: string;
  to: string;
  /** Names of fields changed by decorators. */
  decoration_stats: { added_fields: string[]; changed_fields: string[]; removed_fields: string[] } | null;
}
