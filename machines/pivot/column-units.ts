/** Units of the columns of a data table: all columns of a metric use one scale. */
import type { DataTable, TableColumn } from './data-table.js';
import { numberOf } from './numbers.js';
import { spokenFunction } from './spoken-name.js';
import { sharedScale, type SharedScale } from './units.js';

/**
 * Gives each column of a metric one scale for all its values.
 * @param unitOf returns the unit of a metric such as `avg(took_ms)`; undefined: the metric has no unit
 */
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

/** Returns the name of a column for people: `p95 took_ms`, or the name that the user gave the metric. */
export const spokenTitle = ({ title, function: metric }: TableColumn): string =>
  metric === title ? spokenFunction(title) : title;

/** Returns the header of a column with its unit: `avg took_ms (s)`. */
export function headOf(column: TableColumn): string {
  const title = spokenTitle(column);
  return column.scale ? `${title} (${column.scale.symbol})` : title;
}
