/** Steps through time by windows of the range's length. */
import type { AbsoluteRange } from '../../api/contract/searches.js';
import { earliestAllowed } from './limit.js';
import { absoluteOf, type Span } from './ranges.js';

/** Start of "all time": 1970. */
const beginning = 0;

/**
 * The window right before (-1) or after (1) a span. Undefined when that window is not searchable: before the limit, or
 * after a span that reaches the present.
 * @param now ms
 * @param limit `query_time_range_limit`
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
