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
  /** Number of messages that were grouped, the newest found; the server's time budget limits it. */
  readonly examined: number;
  /** Time span of the histograms: the span of all found messages, even if the oldest were not grouped. */
  readonly effective_timerange: AbsoluteRange;
  /** Listed patterns, the most frequent first. */
  readonly patterns: readonly PatternOfMessages[];
  /** Number of grouped messages whose patterns are not listed. */
  readonly rest: number;
}
