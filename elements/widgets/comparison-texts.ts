/** Texts of the comparison with an earlier range, which is loaded on demand. */
import { agoOf } from '../../machines/comparison/ago.js';
import type { Comparison } from '../../machines/comparison/choice.js';
import { formatNumber } from './values/number-format.js';

export const comparisonTexts = {
  previous: 'previous period',
  change: (metric: string): string => `Change of ${metric}`,
  changeAlone: 'Change',
  fresh: 'new',
  before: (value: string): string => `Before: ${value}`,
};

/** Returns the name of the earlier range, such as `1 day earlier`. */
export function comparisonName(comparison: Comparison): string {
  if (comparison.type === 'previous') return comparisonTexts.previous;
  const { count, unit } = agoOf(comparison.seconds);
  return `${formatNumber(count)} ${unit}${count === 1 ? '' : 's'} earlier`;
}
