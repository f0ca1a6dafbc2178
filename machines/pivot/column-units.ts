/** Units of the columns of a data table: columns of one metric share theirs. */
import type { DataTable, TableColumn } from './data-table.js';
import { numberOf } from './numbers.js';
import { sharedScale, type SharedScale } from './units.js';

/** @param unitOf by function text; undefined: none */
export function withUnits(table: DataTable, unitOf: (metric: string) => string | undefined): DataTable {
  const scales = new Map<string, SharedScale | undefined>();
  const scaleOf = ({ function: metric }: TableColumn): SharedScale | undefined => {
    const unit = metric === undefined ? undefined : unitOf(metric);
    if (metric === undefined || unit === undefined) return undefined;
    if (!scales.has(metric)) {
      const values = table.columns.flatMap((column, index) =>
        column.function === metric ? table.rows.flatMap(({ cells }) => numberOf(cells[index]) ?? []) : [],
      );
      scales.set(metric, values.length > 0 ? sharedScale(values, unit) : undefined);
    }
    return scales.get(metric);
  };
  const columns = table.columns.map((column): TableColumn => {
    const scale = scaleOf(column);
    return scale && scale.symbol !== '' ? { ...column, scale } : column;
  });
  return scales.size > 0 ? { ...table, columns } : table;
}

/** `avg(took_ms) (s)` */
export const headOf = ({ title, scale }: TableColumn): string => (scale ? `${title} (${scale.symbol})` : title);
