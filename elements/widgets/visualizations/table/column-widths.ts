/** Widths of a data table's columns, from what stands in them: the table keeps them while rows come and go. */
import type { DataTable, TableColumn } from '../../../../machines/pivot/data-table.js';

/** Rows that are looked at; longer values are cut with an ellipsis. */
const sampledRows = 200;
const charPx = 7.4;
const paddingPx = 24;
const headCharPx = 7.8;
/** One of sort and pin, in heads. */
const headIconPx = 22;
const least = 64;
const most = 360;

/** px per column. @param textOf what a cell shows */
export function columnWidths(
  { columns, rows }: DataTable,
  textOf: (value: unknown, column: TableColumn) => string,
  icons: boolean,
): readonly number[] {
  return columns.map((column, index) => {
    const head = column.title.length * headCharPx + (icons && column.kind !== 'cell' ? headIconPx : 0);
    const widest = rows
      .slice(0, sampledRows)
      .reduce((longest, row) => Math.max(longest, textOf(row.cells[index], column).length), 0);
    return Math.round(Math.min(most, Math.max(least, head + paddingPx, widest * charPx + paddingPx)));
  });
}
