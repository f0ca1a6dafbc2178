/**
 * Contains the functions with which charts draw an earlier range. The module is loaded with the earlier result, so that
 * charts load it only when something is compared.
 */
import { earlierLines, valueAt, valuesOf, type EarlierLine } from '../../../../machines/comparison/earlier-lines.js';
import { extentOf } from '../../../../machines/pivot/numbers.js';
import type { TooltipRow } from '../chart-tooltip.js';
import { exactMeasured, formatMeasured } from '../measured.js';
import type { UnitOf } from './chart-texts.js';
import { EarlierLayer } from './earlier-layer.js';

/**
 * Returns the tooltip rows of an earlier range at an instant.
 * @param instant instant of the shown range in epoch milliseconds
 * @param name name of the earlier range
 */
function earlierRows(
  lines: readonly EarlierLine[],
  instant: number,
  name: string,
  colors: readonly string[],
  unitOf: UnitOf,
): TooltipRow[] {
  return lines
    .flatMap((line) => {
      const value = valueAt(line, instant);
      if (value === null) return [];
      const unit = unitOf(line);
      const text = formatMeasured(value, unit);
      const row = { value: text, exact: exactMeasured(value, text, unit), color: colors[line.series ?? -1] };
      return [{ ...row, name: lines.length > 1 ? `${line.name}, ${name}` : name }];
    })
    .reverse();
}

/** Returns the extent of the value axis that also has room for the lines of the earlier range. */
function extentWith(lines: readonly EarlierLine[], own: ReturnType<typeof extentOf>): ReturnType<typeof extentOf> {
  return extentOf([...valuesOf(lines), ...(own ? [own.min, own.max] : [])]);
}

export const earlierChart = { linesOf: earlierLines, extentWith, rowsOf: earlierRows, Layer: EarlierLayer };
export type EarlierChart = typeof earlierChart;
