/** Shapes of "What is different here?", which compares a selection of the found messages with the rest. */
import { Type, type Static } from '@sinclair/typebox';
import { UnstoredSearch } from './searches.schema.js';
import { AbsoluteRange } from './time-range.schema.js';

/** Selects the messages within the range that match the query; at least one of the two members is given. */
const DifferencesSelection = Type.Object({
  timerange: Type.Optional(AbsoluteRange),
  query: Type.Optional(Type.String()),
});
export const DifferencesRequest = Type.Object({
  /** A search with one query, which has one search type `messages`. */
  search: UnstoredSearch,
  selection: DifferencesSelection,
});
export type DifferencesRequest = Static<typeof DifferencesRequest>;

/** A value of a field that is more common in the selection than in the rest. */
export interface ValueDifference {
  readonly field: string;
  readonly value: string;
  /** Number of selected messages with the value; `rest` is the number of other messages with the value. */
  readonly selected: number;
  readonly rest: number;
}

/** Medians of a numeric field in the selection and in the rest; null where no message has the field. */
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
  /**
   * Number of fields that were not compared: full-text fields, times, ids that differ in every message, and fields
   * beyond the limits.
   */
  readonly fields_left_out: number;
  /**
   * Values, sorted by a difference, the largest first: the number of selected messages with the value, minus the number
   * that would be expected from the value's share in the other messages.
   */
  readonly values: readonly ValueDifference[];
  /** Numeric fields sorted by the ratio of their two medians, the largest first. */
  readonly numbers: readonly NumberDifference[];
}
