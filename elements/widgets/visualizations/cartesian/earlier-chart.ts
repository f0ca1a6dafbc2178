/** What charts need to draw an earlier range. It comes with the earlier result, so that charts load it only when something is compared. */
import { earlierLines, valueAt, valuesOf, type EarlierLine } from '../../../../machines/comparison/earlier-lines.js';
import type { TooltipRow } from '../chart-tooltip.js';
import { exactMeasured, formatMeasured } from '../measured.js';
import type { UnitOf } from './chart-texts.js';

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

export const earlierChart = { linesOf: earlierLines, valuesOf, rowsOf: earlierRows };
export type EarlierChart = typeof earlierChart;
