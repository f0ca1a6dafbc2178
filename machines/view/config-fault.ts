/**
 * Finds unknown parts of a stored aggregation (spec 2 §5, §8). Unknown parts cannot be searched and must not be left
 * out silently.
 */
import type { AggregationConfig, WidgetPivot } from '../../api/contract/views.schema.js';

const pivots: readonly unknown[] = ['time', 'values'] satisfies readonly WidgetPivot['type'][];
const sorts: readonly unknown[] = ['pivot', 'series'] satisfies readonly AggregationConfig['sort'][number]['type'][];
const directions: readonly unknown[] = ['Ascending', 'Descending'];

export function pivotFault({ type }: WidgetPivot): string | undefined {
  return pivots.includes(type) ? undefined : `Invalid grouping type: ${String(type)}`;
}

export function sortFault({ type, direction }: AggregationConfig['sort'][number]): string | undefined {
  if (!sorts.includes(type)) return `Invalid sort type: ${String(type)}`;
  return directions.includes(direction) ? undefined : `Invalid sort direction: ${String(direction)}`;
}

/** Returns the text of the first unknown part; undefined when all parts are known. */
export function configFault({ row_pivots: rows, column_pivots: columns, sort }: AggregationConfig): string | undefined {
  return [...[...rows, ...columns].map(pivotFault), ...sort.map(sortFault)].find((fault) => fault !== undefined);
}
