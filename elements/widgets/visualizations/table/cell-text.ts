/**
 * Returns the text of a data table cell: metrics as formatted numbers, times in the time zone, changes in percent,
 * other values unchanged; empty without a value (screens/search.md §10).
 */
import type { TableColumn } from '../../../../machines/pivot/data-table.js';
import { emptyValueKey, type KeyLabel } from '../../../../machines/pivot/keys.js';
import { rawText } from '../../values/value-text.js';
import { changeText } from '../../comparison-texts.js';
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
