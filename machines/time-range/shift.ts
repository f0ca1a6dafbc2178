/** Moves a time range back or forward by its own length. */
import type { AbsoluteRange } from '../../api/contract/searches.js';
import { earliestAllowed } from './limit.js';
import { absoluteOf, type Span } from './ranges.js';

/** Start of "all time" in epoch milliseconds: 1970. */
const beginning = 0;

/**
 * Returns the range directly before (-1) or after (1) a time span, with the same length. Returns undefined when
 * - the moved range would begin before 1970 or the limit,
 * - a span that already reaches the present is to be moved forward,
 * - or the span is empty or begins at the start of "all time".
 * @param now epoch milliseconds
 * @param limit value of the setting `query_time_range_limit`
 */
export function shiftedRange(
  span: Span,
  direction: -1 | 1,
  now: number,
  limit?: string | undefined,
): AbsoluteRange | undefined {
  const length = span.to - span.from;
  if (length <= 0 || span.from <= beginning) return undefined;
  if (direction === 1 && span.to >= now) return undefined;
  const shifted = { from: span.from + direction * length, to: span.to + direction * length };
  const earliest = Math.max(beginning, earliestAllowed(limit, now) ?? beginning);
  return shifted.from < earliest ? undefined : absoluteOf(shifted);
}
