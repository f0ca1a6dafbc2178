/**
 * Converts a pivot result to a table: row fields, totals of the row, one column per column bucket and metric
 * (screens/search.md §10).
 */
import type { PivotResult } from '../../api/contract/searches.js';
import type { AggregationConfig } from '../../api/contract/views.schema.js';
import { seriesName } from './series.js';
import { leafRows } from './chart-data.js';
import { keysOfFields, pivotFields, type PivotField } from './keys.js';
import { metricValue } from './numbers.js';
import type { SharedScale } from './units.js';

export interface TableColumn {
  /** Unique within the table; stored for pinned columns (`pinned_columns`): a field, or the name of a metric. */
  readonly id: string;
  /**
   * `field`: a row group's field; `metric`: a metric of the whole row; `cell`: a metric of one column bucket; `change`: how
   * much the metric before it has changed since an earlier range.
   */
  readonly kind: 'field' | 'metric' | 'cell' | 'change';
  /** Row field or name of the metric. */
  readonly title: string;
  /** Row field and its grouping; only for kind `field`. */
  readonly group?: PivotField;
  /** Function text, e.g. `avg(took_ms)`; absent for kind `field`. */
  readonly function?: string;
  /** Scale of the column's numbers; the header shows its unit. */
  readonly scale?: SharedScale;
  /** Column bucket keys; only for kind `cell`. */
  readonly keys: readonly string[];
}
export interface TableRow {
  /** Row bucket keys, one per field column. */
  readonly keys: readonly string[];
  /** Number of leading keys that equal the keys of the row above and stay blank. */
  readonly repeated: number;
  /** Cells by column: the keys, then the values. */
  readonly cells: readonly unknown[];
  /** Earlier values of the columns of kind `change`, by column. */
  readonly before?: readonly unknown[];
}
/** One cell of the header rows: a column bucket key above the columns it spans. */
interface HeadSpan {
  readonly key: string;
  readonly from: number;
  readonly span: number;
}
export interface DataTable {
  readonly columns: readonly TableColumn[];
  /** One list of header cells per field of the column groups. */
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

  let before: readonly string[] = [];
  const rows = leaves.map((row): TableRow => {
    const keys = keysOfFields(row.key, config.row_pivots);
    const different = keys.findIndex((key, index) => key !== before[index]);
    const repeated = different < 0 ? Math.max(0, keys.length - 1) : different;
    before = keys;
    const values = new Map(row.values.map(({ key, value }) => [key.join(separator), value]));
    const cells = columns.map((column, index) =>
      column.kind === 'field' ? keys[index] : metricValue(values.get(column.id), column.function),
    );
    return { keys, repeated, cells };
  });

  const first = columns.length - buckets.length * metrics.length;
  const heads = columnFields.map((field, level) => ({ field, spans: spansOf(buckets, level, first, metrics.length) }));
  return { columns, heads, rows };
}

/**
 * Returns the distinct column bucket keys: keys with equal leading parts are adjacent, otherwise in order of first
 * appearance.
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

/** Returns the sort direction of a column, and its position among several sorts (from 1). */
export function sortOf(
  config: Pick<AggregationConfig, 'sort'>,
  column: TableColumn,
): { readonly direction: SortDirection; readonly place: number } | undefined {
  const index = config.sort.findIndex((sort) => sort.type === sortType(column) && sort.field === sortField(column));
  const found = config.sort[index];
  return found && { direction: found.direction, place: index + 1 };
}

/** Cells of single column buckets cannot be sorted by; neither can the latest value (spec 2 §5 "Sort"). */
export function isSortable(column: TableColumn): boolean {
  return column.kind === 'field' || (column.kind === 'metric' && !column.function?.startsWith('latest('));
}

/**
 * Returns the configuration with the next sort of a column: none, descending, ascending and back (spec 2 §4). A sort by
 * the other kind (group or metric) is removed, because the two cannot be mixed (spec 2 §5).
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

/** Pins or unpins a column. Row fields and metrics of the row can be pinned, columns of column buckets cannot. */
export function withPinToggled(config: AggregationConfig, column: TableColumn): AggregationConfig {
  const pinned = pinnedColumns(config);
  const next = pinned.includes(column.id) ? pinned.filter((id) => id !== column.id) : [...pinned, column.id];
  return { ...config, visualization_config: { ...config.visualization_config, pinned_columns: next } };
}
