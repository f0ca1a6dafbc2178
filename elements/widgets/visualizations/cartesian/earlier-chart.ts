/**
 * Contains the functions with which charts draw an earlier range. The module is loaded with the earlier result, so that
 * charts load it only when something is compared.
 */
import { earlierLines, valueAt, type EarlierLine } from '../../../../machines/comparison/earlier-lines.js';
import { relativeChange } from '../../../../machines/pivot/numbers.js';
import { bucketTotals, type ChartData } from '../../../../machines/pivot/chart-data.js';
import { changeText, comparisonTexts } from '../../comparison-texts.js';
import type { TooltipRow } from '../chart-tooltip.js';
import { exactMeasured, formatMeasured } from '../measured.js';
import type { UnitOf } from './chart-texts.js';
import { EarlierLayer } from './earlier-layer.js';
import { bucketMiddle } from './plot.js';

/**
 * Returns the tooltip rows of an earlier range: earlier values with the change since then.
 * @param index index of the bucket or category in the shown chart
 * @param name name of the earlier range
 */
function earlierRows(
  lines: readonly EarlierLine[],
  data: ChartData,
  index: number,
  name: string,
  colors: readonly string[],
  unitOf: UnitOf,
): TooltipRow[] {
  return lines
    .flatMap((line) => {
      const value = valueAt(line, data.axis.type === 'time' ? bucketMiddle(data, index) : index);
      if (value === null) return [];
      const unit = unitOf(line);
      const text = formatMeasured(value, unit);
      const now = line.series === undefined ? bucketTotals(data)[index] : data.series[line.series]?.values[index];
      // A part of a bucket would be compared with a whole bucket.
      const isWhole = data.axis.type === 'category' || !data.axis.buckets[index]?.partial;
      const shown = comparisonTexts.changed(text, isWhole ? changeText(relativeChange(value, now)) : '');
      const row = { value: shown, exact: exactMeasured(value, text, unit), color: colors[line.series ?? -1] };
      return [{ ...row, name: lines.length > 1 ? `${line.name}, ${name}` : name }];
    })
    .reverse();
}

export const earlierChart = { linesOf: earlierLines, rowsOf: earlierRows, Layer: EarlierLayer };
export type EarlierChart = typeof earlierChart;
