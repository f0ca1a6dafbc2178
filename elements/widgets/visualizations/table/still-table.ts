/**
 * Data table without scrolling, for wall displays: the sorted columns are always visible, and no column or row is cut
 * at the edge.
 */
import type { DataTable } from '../../../../machines/pivot/data-table.js';
import type { ColumnWidth } from './column-widths.js';

/**
 * Returns the indices of the columns that fit, in order: keys and sorted columns always, then the others.
 * @param available width in px
 */
export function columnsInRoom(
  columns: readonly ColumnWidth[],
  available: number,
  isSorted: (index: number) => boolean,
): readonly number[] {
  const kept = new Set<number>();
  let used = 0;
  const keep = (index: number): void => {
    kept.add(index);
    used += columns[index]?.least ?? 0;
  };
  columns.forEach((column, index) => {
    if (column.isKey || isSorted(index)) keep(index);
  });
  columns.forEach(({ least }, index) => {
    if (!kept.has(index) && used + least <= available) keep(index);
  });
  return [...kept].sort((one, other) => one - other);
}

/**
 * Returns the table with some of its columns and its first rows.
 * @param kept indices of all key columns and of others, in order
 */
export function tableWithin(table: DataTable, kept: readonly number[], rows: number): DataTable {
  const { columns, heads } = table;
  return {
    columns: columns.filter((_column, index) => kept.includes(index)),
    heads: heads.map(({ field, spans }) => ({
      field,
      spans: spans.flatMap(({ key, from, span }) => {
        const within = kept.filter((index) => index >= from && index < from + span);
        const [first] = within;
        return first === undefined ? [] : [{ key, from: kept.indexOf(first), span: within.length }];
      }),
    })),
    rows: table.rows.slice(0, rows).map((row) => ({ ...row, cells: kept.map((index) => row.cells[index]) })),
  };
}

/** Minimum width in px of a key column when space is needed for numbers. */
const legible = 72;

/**
 * Returns column widths in px: normally fitted; if still too wide, keys shrink before numbers, because a cut number is
 * misleading; then all shrink evenly.
 */
export function stillWidths(
  columns: readonly ColumnWidth[],
  widths: readonly number[],
  available: number,
): readonly number[] {
  const give = widths.map((width, index) => (columns[index]?.isKey ? Math.max(0, width - legible) : 0));
  const over = sumOf(widths) - available;
  if (over <= 0) return widths;
  const share = Math.min(1, over / Math.max(1, sumOf(give)));
  const narrowed = widths.map((width, index) => Math.floor(width - (give[index] ?? 0) * share));
  const sum = sumOf(narrowed);
  return sum <= available ? narrowed : narrowed.map((width) => Math.floor((width * available) / sum));
}

const sumOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);
