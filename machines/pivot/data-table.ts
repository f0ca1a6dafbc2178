/**
 * Converts a pivot result to a table. Its columns are the row fields, the metrics over the whole row, and one column
 * per column bucket and metric (screens/search.md §10).
 */
import type { PivotResult } from '../../api/contract/searches.js';
import type { AggregationConfig } from '../../api/contract/views.schema.js';
import { seriesName } from './series.js';
import { leafRows } from './chart-data.js';
import { keysOfFields, pivotFields, type PivotField } from './keys.js';
import { metricValue } from './numbers.js';
import type { SharedScale } from './units.js';

export interface TableColumn {
  /**
   * Id that is unique in the table. It is the name of the field or metric. For a metric in a column bucket, it is the
   * keys of the bucket and the name, joined by NUL. The member `pinned_columns` of a widget contains ids of columns.
   */
  readonly id: string;
  /**
   * Kind of the column:
   * - `field`: a field of a row group
   * - `metric`: a metric over the whole row
   * - `cell`: a metric in one column bucket
   * - `change`: the change of the metric in the preceding column, compared with an earlier time range
   */
  readonly kind: 'field' | 'metric' | 'cell' | 'change';
  /** Name of the row field or of the metric. */
  readonly title: string;
  /** The row field with the type of its grouping; only for kind `field`. */
  readonly group?: PivotField;
  /** Function text of the metric, for example `avg(took_ms)`; absent for kinds `field` and `change`. */
  readonly function?: string;
  /** Scale by which the column's numbers are converted; the header shows the unit of the scale. */
  readonly scale?: SharedScale;
  /** Keys of the column bucket; empty for row fields and for metrics over the whole row. */
  readonly keys: readonly string[];
}
export interface TableRow {
  /** Keys of the row bucket, one per column of kind `field`. */
  readonly keys: readonly string[];
  /**
   * Number of leading keys that equal the keys of the row above. The table leaves their cells empty. The last key is
   * never counted.
   */
  readonly repeated: number;
  /** Cells in the order of the columns: the keys, then the values. */
  readonly cells: readonly unknown[];
  /** Earlier values for the columns of kind `change`, at the positions of these columns. */
  readonly before?: readonly unknown[];
}
/** A header cell: one key of column buckets, above all columns of these buckets. */
interface HeadSpan {
  readonly key: string;
  readonly from: number;
  readonly span: number;
}
export interface DataTable {
  readonly columns: readonly TableColumn[];
  /** Header rows: one list of cells per field of the column groups. */
  readonly heads: readonly { readonly field: PivotField; readonly spans: readonly HeadSpan[] }[];
  readonly rows: readonly TableRow[];
}

const separator = '\u0000';

export function dataTable(result: PivotResult, config: AggregationConfig): DataTable {
  const fields = pivotFields(config.row_pivots);
  const columnFields = pivotFields(config.column_pivots);
  const leaves = leafRows(result);
  const metrics = config.series.map((series) => ({ id: seriesName(series), function: series.function }));
  const buckets = columnBuckets(leaves);
  const withTotals = columnFields.length === 0 || config.rollup;

  const columns: TableColumn[] = [
    ...fields.map((group): TableColumn => ({ id: group.field, kind: 'field', title: group.field, group, keys: [] })),
    ...(withTotals
      ? metrics.map((one): TableColumn => ({
          id: one.id,
          kind: 'metric',
          title: one.id,
          function: one.function,
          keys: [],
        }))
      : []),
    ...buckets.flatMap((keys) =>
      metrics.map((one): TableColumn => ({
        id: [...keys, one.id].join(separator),
        kind: 'cell',
        title: one.id,
        function: one.function,
        keys,
      })),
    ),
  ];

  const rows = withRepeated(
    leaves.map((row): TableRow => {
      const keys = keysOfFields(row.key, config.row_pivots);
      const values = new Map(row.values.map(({ key, value }) => [key.join(separator), value]));
      const cells = columns.map((column, index) =>
        column.kind === 'field' ? keys[index] : metricValue(values.get(column.id), column.function),
      );
      return { keys, repeated: 0, cells };
    }),
  );

  const first = columns.length - buckets.length * metrics.length;
  const heads = columnFields.map((field, level) => ({ field, spans: spansOf(buckets, level, first, metrics.length) }));
  return { columns, heads, rows };
}

/**
 * Returns rows with the number of leading keys that equal the keys of the row above. The rows must be in their final
 * order.
 */
export function withRepeated(rows: readonly TableRow[]): readonly TableRow[] {
  return rows.map((row, at) => {
    const before = rows[at - 1]?.keys ?? [];
    const different = row.keys.findIndex((key, index) => key !== before[index]);
    return { ...row, repeated: different < 0 ? Math.max(0, row.keys.length - 1) : different };
  });
}

/**
 * Returns the distinct keys of column buckets. Buckets that share leading keys are next to each other. At each level
 * the keys are in the order in which they first appear in any bucket.
 */
function columnBuckets(rows: ReturnType<typeof leafRows>): readonly (readonly string[])[] {
  const seen = new Map<string, readonly string[]>();
  const order: Map<string, number>[] = [];
  for (const { values } of rows) {
    for (const { key } of values) {
      if (key.length < 2) continue;
      const keys = key.slice(0, -1);
      const id = keys.join(separator);
      if (seen.has(id)) continue;
      seen.set(id, keys);
      keys.forEach((one, level) => {
        const ranks = (order[level] ??= new Map<string, number>());
        if (!ranks.has(one)) ranks.set(one, ranks.size);
      });
    }
  }
  const rank = (keys: readonly string[], level: number): number => order[level]?.get(keys[level] ?? '') ?? -1;
  return [...seen.values()].sort((left, right) => {
    for (let level = 0; level < Math.max(left.length, right.length); level++) {
      const difference = rank(left, level) - rank(right, level);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

function spansOf(buckets: readonly (readonly string[])[], level: number, first: number, metrics: number): HeadSpan[] {
  const spans: { key: string; path: string; from: number; span: number }[] = [];
  buckets.forEach((keys, index) => {
    const path = keys.slice(0, level + 1).join(separator);
    const last = spans.at(-1);
    if (last?.path === path) last.span += metrics;
    else spans.push({ key: keys[level] ?? '', path, from: first + index * metrics, span: metrics });
  });
  return spans.map(({ key, from, span }) => ({ key, from, span }));
}

export type SortDirection = AggregationConfig['sort'][number]['direction'];

/**
 * Returns the sort direction of a column, and the position of its sort among all sorts, counted from 1. Returns
 * undefined if the table is not sorted by the column. A stored sort names a metric over the whole row, so it never
 * applies to the columns that show the same metric in single column buckets.
 */
export function sortOf(
  config: Pick<AggregationConfig, 'sort'>,
  column: TableColumn,
): { readonly direction: SortDirection; readonly place: number } | undefined {
  if (column.kind !== 'field' && column.kind !== 'metric') return undefined;
  const index = config.sort.findIndex((sort) => sort.type === sortType(column) && sort.field === sortField(column));
  const found = config.sort[index];
  return found && { direction: found.direction, place: index + 1 };
}

/**
 * Tells whether a table can be sorted by a column. It can be sorted by row fields, and by metrics over the whole row
 * except `latest()` (spec 2 §5 "Sort").
 */
export function isSortable(column: TableColumn): boolean {
  return column.kind === 'field' || (column.kind === 'metric' && !column.function?.startsWith('latest('));
}

/**
 * Returns the configuration with the next sort state of a column, in the cycle none, descending, ascending, none (spec
 * 2 §4). Adding a sort by a group removes sorts by metrics and vice versa, because the two cannot be mixed (spec 2 §5).
 */
export function withNextSort(config: AggregationConfig, column: TableColumn): AggregationConfig {
  const current = sortOf(config, column);
  const type = sortType(column);
  const field = sortField(column);
  const same = config.sort.filter((sort) => sort.type === type);
  if (!current) return { ...config, sort: [...same, { type, field, direction: 'Descending' }] };
  if (current.direction === 'Ascending') return { ...config, sort: config.sort.filter((sort) => sort.field !== field) };
  return {
    ...config,
    sort: config.sort.map((sort) =>
      sort.type === type && sort.field === field ? { ...sort, direction: 'Ascending' } : sort,
    ),
  };
}

const sortType = (column: TableColumn): 'pivot' | 'series' => (column.kind === 'field' ? 'pivot' : 'series');
const sortField = (column: TableColumn): string =>
  column.kind === 'field' ? column.id : (column.function ?? column.id);

export function pinnedColumns(config: Pick<AggregationConfig, 'visualization_config'>): readonly string[] {
  const stored = config.visualization_config?.['pinned_columns'];
  return Array.isArray(stored) ? stored.filter((one): one is string => typeof one === 'string') : [];
}

/**
 * Returns the configuration with the column pinned or, if the column is pinned already, unpinned. The caller must pass
 * a row field or a metric over the whole row, because the table cannot pin other columns.
 */
export function withPinToggled(config: AggregationConfig, column: TableColumn): AggregationConfig {
  const pinned = pinnedColumns(config);
  const next = pinned.includes(column.id) ? pinned.filter((id) => id !== column.id) : [...pinned, column.id];
  return { ...config, visualization_config: { ...config.visualization_config, pinned_columns: next } };
}
