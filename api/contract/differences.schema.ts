/** Shapes of "What is different here?": a selection of the found messages, compared with the rest. */
import { Type, type Static } from '@sinclair/typebox';
import { Search } from './searches.schema.js';
import { AbsoluteRange } from './time-range.schema.js';

/** The selection: messages in a range, messages that match a query, or both conditions. */
const DifferencesSelection = Type.Object({
  timerange: Type.Optional(AbsoluteRange),
  query: Type.Optional(Type.String()),
});
export const DifferencesRequest = Type.Object({
  /** Search with one query and one message search type. */
  search: Search,
  selection: DifferencesSelection,
});
export type DifferencesRequest = Static<typeof DifferencesRequest>;

/** A value that is more common in the selection than in the rest. */
export interface ValueDifference {
  readonly field: string;
  readonly value: string;
  /** Number of messages with the value in the selection; `rest`: among the others. */
  readonly selected: number;
  readonly rest: number;
}

/** Median of a numeric field on both sides; null where no message has the field. */
export interface NumberDifference {
  readonly field: string;
  readonly selected: number | null;
  readonly rest: number | null;
}

export interface DifferencesAnswer {
  readonly total_results: number;
  /** Number of compared messages; only the newest ones found are compared. */
  readonly examined: number;
  readonly selected: number;
  readonly rest: number;
  readonly fields_examined: number;
  /** Number of omitted fields: full text, ids with a distinct value per message, and fields beyond the limits. */
  readonly fields_left_out: number;
  /** Values sorted by how many more selected messages have them than their share in the rest lets expect. */
  readonly values: readonly ValueDifference[];
  /** Numeric fields sorted by the ratio of their two medians, the largest first. */
  readonly numbers: readonly NumberDifference[];
}
