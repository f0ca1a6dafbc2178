/** Adds columns to a data table that show how much each metric has changed since an earlier range. */
import { spokenTitle } from '../pivot/column-units.js';
import { dataTable, withRepeated, type DataTable, type TableColumn } from '../pivot/data-table.js';
import { relativeChange } from '../pivot/numbers.js';
import type { ChangeOrder } from '../view/chart-look.js';
import type { Earlier } from './earlier-range.js';

const separator = '\u0000';
const keyOf = (keys: readonly string[]): string => keys.join(separator);

/**
 * Adds a column after the column of each metric that both tables have, except metrics in column buckets. Its cells
 * contain the relative change (see `relativeChange`). The member `before` of a row gets the earlier value at the index
 * of each added cell.
 * @param titleOf returns the title of the added column for a metric
 */
export function withChanges(table: DataTable, earlier: Earlier, titleOf: (metric: string) => string): DataTable {
  const past = dataTable(earlier.result, earlier.config);
  const pastRows = new Map(past.rows.map((row) => [keyOf(row.keys), row]));
  const pastColumns = new Map(past.columns.map(({ id }, index) => [id, index]));
  const compared = table.columns.map((column) => column.kind === 'metric' && pastColumns.has(column.id));
  if (!compared.includes(true)) return table;
  const added = compared.filter(Boolean).length;
  return {
    heads: table.heads.map(({ field, spans }) => ({
      field,
      spans: spans.map((span) => ({ ...span, from: span.from + added })),
    })),
    columns: table.columns.flatMap((column, index): TableColumn[] =>
      compared[index] ? [column, changeOf(column, titleOf)] : [column],
    ),
    rows: table.rows.map((row) => {
      const pastRow = pastRows.get(keyOf(row.keys));
      const before: unknown[] = [];
      const cells = row.cells.flatMap((cell, index) => {
        before.push(undefined);
        if (!compared[index]) return [cell];
        const past = pastRow?.cells[pastColumns.get(table.columns[index]?.id ?? '') ?? -1];
        before.push(past);
        return [cell, relativeChange(past, cell)];
      });
      return { ...row, cells, before };
    }),
  };
}

const changeOf = (column: TableColumn, titleOf: (metric: string) => string): TableColumn => ({
  id: `${column.id}${separator}change`,
  kind: 'change',
  title: titleOf(spokenTitle(column)),
  keys: column.keys,
});

/** Returns the next order after a press on the head of a column of changes: descending, ascending, none. */
export function nextChangeOrder(order: ChangeOrder | undefined, { id }: TableColumn): ChangeOrder | undefined {
  if (order?.id !== id) return { id, direction: 'Descending' };
  return order.direction === 'Descending' ? { id, direction: 'Ascending' } : undefined;
}

/**
 * Returns the table with its rows in the order of their changes. Rows without a change come last in both directions,
 * and equal changes keep their order.
 */
export function inChangeOrder(table: DataTable, order: ChangeOrder | undefined): DataTable {
  const at = table.columns.findIndex(({ kind, id }) => kind === 'change' && id === order?.id);
  if (!order || at < 0) return table;
  const sign = order.direction === 'Ascending' ? 1 : -1;
  const rows = table.rows.toSorted((left, right) => {
    const [one, other] = [left.cells[at], right.cells[at]].map(numberOrNone);
    if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
    return one === other ? 0 : sign * (one < other ? -1 : 1);
  });
  return { ...table, rows: withRepeated(rows) };
}

const numberOrNone = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
