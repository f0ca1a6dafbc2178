/**
 * Returns the text of a data table cell: metrics as formatted numbers, times in the time zone, changes in percent,
 * other values unchanged; empty without a value (screens/search.md §10).
 */
import type { TableColumn } from '../../../../machines/pivot/data-table.js';
import { emptyValueKey, type KeyLabel } from '../../../../machines/pivot/keys.js';
import { rawText } from '../../values/value-text.js';
import { formatNumber, formatPercent } from '../../../kit/format.js';
import { comparisonTexts } from '../../comparison-texts.js';
import { formatMeasured, formatScaled } from '../measured.js';

export function cellText(value: unknown, column: TableColumn, label: KeyLabel): string {
  if (value === undefined || value === null) return '';
  if (column.kind === 'change') return changeText(value);
  if (column.group) {
    const key = rawText(value);
    // Level keys stay numbers here, because visible cells show levels with colour and name (`LevelValue`).
    return column.group.kind === 'time' && key !== emptyValueKey ? label(key, column.group) : key;
  }
  if (typeof value !== 'number' && typeof value !== 'bigint') return rawText(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return column.scale ? formatScaled(value, column.scale) : formatMeasured(value);
}

/**
 * Returns the text of a relative change, such as `+4.25%`; from 1,000 % on without decimals; `new` where there was no
 * earlier value.
 */
function changeText(value: unknown): string {
  if (typeof value !== 'number') return '';
  if (value === Infinity) return comparisonTexts.fresh;
  const text = Math.abs(value) >= 10 ? `${formatNumber(Math.round(value * 100))}%` : formatPercent(value);
  return value > 0 ? `+${text}` : text;
}
