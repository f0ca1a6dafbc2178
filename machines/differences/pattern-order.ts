/** Sorts message patterns. The functions are pure. */
import type { PatternOfMessages } from '../../api/contract/patterns.js';

export const patternOrders = ['frequent', 'rare', 'new', 'grown'] as const;
export type PatternOrder = (typeof patternOrders)[number];

/**
 * Compares how often a pattern occurs in the later and in the earlier half of the time range, from -1 (only earlier) to
 * 1 (only later). Each half counts one extra message, so that a pattern with a single message ranks near 0.
 */
export function growthOf(histogram: readonly number[]): number {
  const middle = Math.floor(histogram.length / 2);
  const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0);
  const [before, after] = [sum(histogram.slice(0, middle)), sum(histogram.slice(middle))];
  return (after - before) / (after + before + 2);
}

/** @param patterns most frequent first; patterns that compare equal keep this order */
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
