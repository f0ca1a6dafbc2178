/** Shapes of message patterns. */
import type { Pattern } from '../patterns/miner.js';
import type { AbsoluteRange } from './time-range.schema.js';

export type PatternOfMessages = Omit<Pattern, 'first' | 'last'> & {
  /** Time of the first message as an ISO instant; `last` likewise. */
  readonly first: string;
  readonly last: string;
};

export interface PatternsAnswer {
  readonly total_results: number;
  /** Number of grouped messages, the newest; limited by the server's time budget. */
  readonly examined: number;
  /** Time span of the histograms: covers all found messages, even if the oldest were not grouped. */
  readonly effective_timerange: AbsoluteRange;
  /** Patterns, most frequent first. */
  readonly patterns: readonly PatternOfMessages[];
  /** Number of messages in unlisted patterns. */
  readonly rest: number;
}
