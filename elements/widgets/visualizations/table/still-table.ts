/** A data table where nothing scrolls, as on a wall: what it is sorted by is always there, and no column or row is cut at the edge. */
import type { DataTable } from '../../../../machines/pivot/data-table.js';
import type { ColumnWidth } from './column-widths.js';

/**
 * Indexes of the columns that there is room for, in order: keys and sorted columns always, then the others as they come.
 * @param available px
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

/** The table with some of its columns and its first rows. @param kept all keys, and others, in order */
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

/** px that keys keep for the sake of numbers. */
const legible = 72;

/** px per column: as they fit; where they do not even so, keys give way to numbers, which mean something else when they are cut; then all alike. */
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
