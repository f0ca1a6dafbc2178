/** Shapes of message patterns. */
import type { Pattern } from '../patterns/miner.js';
import type { AbsoluteRange } from './time-range.schema.js';

export type PatternOfMessages = Omit<Pattern, 'first' | 'last'> & {
  /** ISO instant of the first message with the pattern; `last` is the ISO instant of the last. */
  readonly first: string;
  readonly last: string;
};

export interface PatternsAnswer {
  readonly total_results: number;
  /** Number of messages that were grouped: the newest found, limited in number and by the server's time budget. */
  readonly examined: number;
  /**
   * Time span of the histograms. It contains all found messages; if too many were found, it contains only the newest of
   * them, which are to be grouped. The span stays the same if the time budget ends before all of these are grouped.
   */
  readonly effective_timerange: AbsoluteRange;
  /** Listed patterns, the most frequent first. */
  readonly patterns: readonly PatternOfMessages[];
  /** Number of grouped messages whose patterns are not listed. */
  readonly rest: number;
}
