/**
 * Renders a data table without scrolling, for wall displays: keys and sorted columns are always visible, and no column
 * or row is cut at the edge.
 */
import type { DataTable } from '../../../../machines/pivot/data-table.js';
import type { ColumnWidth } from './column-widths.js';

/** Height in px of the label that names hidden rows and columns. */
const hiddenLabelPx = 24;

/**
 * Returns the ascending indices of the columns that are shown: keys and sorted columns always, other columns if they
 * fit.
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

/** Height in px to which rows shrink before rows are hidden: one line of text in the compact density. */
const leastRowPx = 28;

/**
 * Returns how many rows fit below the header, at least one, and their height in px. Rows become lower before rows are
 * hidden. If rows or columns are hidden, the label that names them needs room.
 *
 * @param height height in px below the header
 * @param usualPx height of a row where there is room
 * @param isLabelled true if columns are hidden, so that the label is shown in any case
 */
export function rowsInRoom(
  count: number,
  height: number,
  usualPx: number,
  isLabelled: boolean,
): { readonly rows: number; readonly rowPx: number } {
  const least = Math.min(usualPx, leastRowPx);
  const heightOf = (rows: number, room: number): number =>
    Math.max(least, Math.min(usualPx, Math.floor(room / Math.max(1, rows))));
  const labelled = height - hiddenLabelPx;
  const whole = isLabelled ? labelled : height;
  if (count * least <= whole) return { rows: count, rowPx: heightOf(count, whole) };
  const rows = Math.max(1, Math.min(count, Math.floor(labelled / least)));
  return { rows, rowPx: heightOf(rows, labelled) };
}

/**
 * Returns the table with some of its columns and its first rows.
 * @param kept ascending indices of the columns, which include all key columns
 * @param rows number of rows
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

/** Minimum width in px to which a key column shrinks in favour of numbers. */
const legible = 72;

/**
 * Returns column widths in px that fit. When the given widths are too wide, keys shrink first, because a cut number is
 * misleading. If that is not enough, all columns shrink evenly.
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
