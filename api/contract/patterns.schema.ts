/** Shapes of the patterns that messages are grouped into. */
import type { Pattern } from '../patterns/miner.js';
import type { AbsoluteRange } from './time-range.schema.js';

export type PatternOfMessages = Omit<Pattern, 'first' | 'last'> & {
  /** ISO instants. */
  readonly first: string;
  readonly last: string;
};

export interface PatternsAnswer {
  readonly total_results: number;
  /** Messages that were grouped, the newest ones: at most so many as the server has time for. */
  readonly examined: number;
  /** The span of the histograms: of all messages to group, even if the time was not enough for the oldest. */
  readonly effective_timerange: AbsoluteRange;
  /** Most frequent first. */
  readonly patterns: readonly PatternOfMessages[];
  /** Messages of patterns that are not listed. */
  readonly rest: number;
}
