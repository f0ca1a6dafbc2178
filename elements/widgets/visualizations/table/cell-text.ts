/** What a cell of a data table says: metrics as formatted numbers, plain values as they are (screens/search.md §10). */
import type { TableColumn } from '../../../../machines/pivot/data-table.js';
import { emptyValueKey, type KeyLabel } from '../../../../machines/pivot/keys.js';
import { rawText } from '../../values/value-text.js';
import { formatMeasured } from '../measured.js';

export function cellText(value: unknown, column: TableColumn, label: KeyLabel, unit?: string): string {
  if (value === undefined || value === null) return '';
  if (column.group) {
    const key = rawText(value);
    // Levels keep their number as it is: a table shows plain values.
    return column.group.kind === 'time' && key !== emptyValueKey ? label(key, column.group) : key;
  }
  if (typeof value === 'number') return Number.isFinite(value) ? formatMeasured(value, unit) : String(value);
  return typeof value === 'bigint' ? formatMeasured(value, unit) : rawText(value);
}
