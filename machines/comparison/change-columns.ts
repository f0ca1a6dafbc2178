/** Adds columns to a data table that show how much each metric has changed since an earlier range. */
import { dataTable, type DataTable, type TableColumn } from '../pivot/data-table.js';
import { numberOf } from '../pivot/numbers.js';
import type { Earlier } from './earlier-range.js';

const separator = '\u0000';
const keyOf = (keys: readonly string[]): string => keys.join(separator);

/**
 * Adds a column after the column of each metric that both tables have, except metrics in column buckets. Its cells
 * contain the relative change (see `changeBetween`). The member `before` of a row gets the earlier value at the index
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
        return [cell, changeBetween(past, cell)];
      });
      return { ...row, cells, before };
    }),
  };
}

const changeOf = ({ id, title, keys }: TableColumn, titleOf: (metric: string) => string): TableColumn => ({
  id: `${id}${separator}change`,
  kind: 'change',
  title: titleOf(title),
  keys,
});

/**
 * Returns the relative change of a value: 0.5 means 50 % more, Infinity that there was no value or zero before.
 * @returns undefined: there is no value now, or it is zero and there was no value or zero before
 */
export function changeBetween(before: unknown, now: unknown): number | undefined {
  const from = numberOf(before);
  const to = numberOf(now);
  if (to === null) return undefined;
  if (from === null || from === 0) return to === 0 ? undefined : Infinity;
  return (to - from) / Math.abs(from);
}
