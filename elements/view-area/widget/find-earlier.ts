import type { AbsoluteRange, PivotResult } from '../../../api/contract/searches.js';
import type { AggregationConfig } from '../../../api/contract/views.schema.js';
import type { Comparison } from '../../../machines/comparison/choice.js';
import { shiftOf } from '../../../machines/comparison/earlier-range.js';
import { effectiveRange } from '../../../machines/search-execution/effective-range.js';
import { comparisonName } from '../../widgets/comparison-texts.js';
import type { ShownEarlier } from '../../widgets/index.js';
import { earlierChart } from '../../widgets/visualizations/cartesian/earlier-chart.js';

/**
 * Searches the earlier range with which a result is compared.
 *
 * @param config configuration with which the result was computed
 * @param search searches the range that lies `shift` ms before the given one; undefined: the server has no result
 * @returns undefined when there is no earlier range or no earlier result
 */
export async function findEarlier(
  now: PivotResult,
  config: AggregationConfig,
  comparison: Comparison,
  search: (range: AbsoluteRange, shift: number) => Promise<PivotResult | undefined>,
): Promise<ShownEarlier | undefined> {
  const range = effectiveRange(now);
  const shift = range && shiftOf(range, comparison);
  if (!range || shift === undefined) return undefined;
  const result = await search(range, shift);
  return result && { result, config, shift, name: comparisonName(comparison), chart: earlierChart };
}
