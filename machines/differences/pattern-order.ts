/** Sorts the patterns of messages. The functions are pure. */
import type { PatternOfMessages } from '../../api/contract/patterns.js';
import type { PatternOrder } from '../view/pattern-orders.js';

/**
 * Compares how often a pattern occurs in the later and in the earlier half of the time range. The result is near 1 for
 * many messages that are all in the later half, and near -1 for many messages that are all in the earlier half. Two
 * messages are added to the total, so that patterns with few messages rank closer to 0.
 */
export function growthOf(histogram: readonly number[]): number {
  const middle = Math.floor(histogram.length / 2);
  const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0);
  const [before, after] = [sum(histogram.slice(0, middle)), sum(histogram.slice(middle))];
  return (after - before) / (after + before + 2);
}

/** Sorts patterns. @param patterns patterns, the most frequent first; equal patterns keep this order */
export function inPatternOrder<Pattern extends Pick<PatternOfMessages, 'count' | 'first' | 'histogram'>>(
  patterns: readonly Pattern[],
  order: PatternOrder,
): readonly Pattern[] {
  if (order === 'frequent') return patterns;
  return [...patterns].sort((one, other) => {
    if (order === 'rare') return one.count - other.count;
    if (order === 'new') return Date.parse(other.first) - Date.parse(one.first);
    return growthOf(other.histogram) - growthOf(one.histogram);
  });
}
