/** Contains the texts of the comparison with an earlier range, which is loaded on demand. */
import { agoOf } from '../../machines/comparison/ago.js';
import type { Comparison } from '../../machines/comparison/choice.js';
import { formatNumber, formatPercent } from '../kit/format.js';

export const comparisonTexts = {
  previous: 'previous period',
  change: (metric: string): string => `Change of ${metric}`,
  changeAlone: 'Change',
  fresh: 'new',
  previousValue: (value: string): string => `Previous value: ${value}`,
  /** Returns an earlier value with the change since then, which is empty if there is none. */
  changed: (value: string, change: string): string => (change ? `${value} (${change})` : value),
};

/** Returns the name of the earlier range, such as `1 day earlier`. */
export function comparisonName(comparison: Comparison): string {
  if (comparison.type === 'previous') return comparisonTexts.previous;
  const { count, unit } = agoOf(comparison.seconds);
  return `${formatNumber(count)} ${unit}${count === 1 ? '' : 's'} earlier`;
}

/**
 * Returns the text of a relative change, such as `+4.25%`. From 1,000 % on, the text has no decimals. The text is `new`
 * if there was no earlier value, and empty for a value that is no number.
 */
export function changeText(value: unknown): string {
  if (typeof value !== 'number') return '';
  if (value === Infinity) return comparisonTexts.fresh;
  const text = Math.abs(value) >= 10 ? `${formatNumber(Math.round(value * 100))}%` : formatPercent(value);
  return value > 0 ? `+${text}` : text;
}
