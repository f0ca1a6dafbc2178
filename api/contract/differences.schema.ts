/** Shapes of "What is different here?": a part of the messages found, compared with the rest of them. */
import { Type, type Static } from '@sinclair/typebox';
import { Search } from './searches.schema.js';
import { AbsoluteRange } from './time-range.schema.js';

/** The part: messages of a range, or those that a query finds as well; with both, those of both. */
const DifferencesSelection = Type.Object({
  timerange: Type.Optional(AbsoluteRange),
  query: Type.Optional(Type.String()),
});
export const DifferencesRequest = Type.Object({
  /** One query with one message search type. */
  search: Search,
  selection: DifferencesSelection,
});
export type DifferencesRequest = Static<typeof DifferencesRequest>;

/** A value that is more common in the selection than in the rest. */
export interface ValueDifference {
  readonly field: string;
  readonly value: string;
  /** Messages of the selection, and of the rest, that have the value. */
  readonly selected: number;
  readonly rest: number;
}

/** The median of a field of numbers on both sides; null where no message has it. */
export interface NumberDifference {
  readonly field: string;
  readonly selected: number | null;
  readonly rest: number | null;
}

export interface DifferencesAnswer {
  readonly total_results: number;
  /** The newest messages, which were compared. */
  readonly examined: number;
  readonly selected: number;
  readonly rest: number;
  readonly fields_examined: number;
  /** Fields that were left out: free texts, ids with a value of their own for each message, and those beyond the bounds. */
  readonly fields_left_out: number;
  /** Most explained messages first: how many of the selection there would not be if the value were as common as in the rest. */
  readonly values: readonly ValueDifference[];
  /** Largest ratio first. */
  readonly numbers: readonly NumberDifference[];
}
