/** A pivot result as a matrix: rows down, column buckets and metrics across (screens/search.md §10 "heatmap"). */
import type { AbsoluteRange } from '../../api/contract/searches.js';
import type { AggregationConfig } from '../../api/contract/views.schema.js';
import { instantOfWire } from '../time-range/local-time.js';
import type { MarkedSpan } from './alert-marks.js';
import { bucketInterval } from './bucket-interval.js';
import { timeAxis, type CategoryAxis, type ChartData, type ChartSeries } from './chart-data.js';
import { extentOf } from './numbers.js';

export interface HeatMatrix {
  readonly columns: readonly ChartSeries[];
  readonly rows: CategoryAxis;
  /** By row, then column; null where the result has no value and none is configured. */
  readonly values: readonly (readonly (number | null)[])[];
  /** Whether the value is the result's own, by row and column. */
  readonly isFilled: (row: number, column: number) => boolean;
  /** What the lowest and highest colour stand for. */
  readonly min: number;
  readonly max: number;
}

interface HeatmapConfig {
  readonly colorScale: string | undefined;
  readonly reverse: boolean;
}

/** Viridis, not reversed, unless stored otherwise (spec 2 §9). */
export function colorScaleOf({
  visualization_config: stored,
}: Pick<AggregationConfig, 'visualization_config'>): HeatmapConfig {
  const scale = stored?.['color_scale'];
  return { colorScale: typeof scale === 'string' ? scale : undefined, reverse: stored?.['reverse_scale'] === true };
}

/**
 * From values of column buckets; missing ones are the smallest, the configured default, or none. Columns by time stand in its
 * order, whichever row has them first.
 */
export function heatMatrix(
  { axis, series }: ChartData & { readonly axis: CategoryAxis },
  {
    visualization_config: stored,
    column_pivots: across,
  }: Pick<AggregationConfig, 'visualization_config' | 'column_pivots'>,
): HeatMatrix {
  const filled = series.filter(({ keys }) => keys.length > 0);
  const columns = across[0]?.type === 'time' ? filled.toSorted(byFirstKey) : filled;
  const found = extentOf(
    (function* values() {
      for (const one of columns) yield* one.values;
    })(),
  );
  const fallback = defaultOf(stored, found?.min);
  const values = axis.labels.map((_label, row) => columns.map((column) => column.values[row] ?? fallback));
  const limit = (name: string): number | undefined => {
    const value = stored?.[name];
    return stored?.['auto_scale'] === false && typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  };
  const lowest = Math.min(found?.min ?? 0, fallback ?? Infinity);
  const highest = Math.max(found?.max ?? 0, fallback ?? -Infinity);
  return {
    columns,
    rows: axis,
    values,
    isFilled: (row, column) => columns[column]?.values[row] == null,
    min: limit('z_min') ?? lowest,
    max: limit('z_max') ?? highest,
  };
}

const startOf = ({ keys }: ChartSeries): number => instantOfWire(keys[0] ?? '') ?? Infinity;
const byFirstKey = (left: ChartSeries, right: ChartSeries): number => Math.sign(startOf(left) - startOf(right)) || 0;

export interface TimeAcross {
  readonly span: MarkedSpan;
  /** In columns from the left edge: 1.5 is the middle of the second one. */
  readonly placeOf: (instant: number) => number;
}

/** Where instants lie across a matrix whose columns are the buckets of a time group, one each; undefined: they are not. */
export function timeAcross(
  { columns }: Pick<HeatMatrix, 'columns'>,
  { column_pivots: across, series }: Pick<AggregationConfig, 'column_pivots' | 'series'>,
  range: AbsoluteRange | undefined,
): TimeAcross | undefined {
  const [time, ...more] = across;
  if (time?.type !== 'time' || time.fields[0] !== 'timestamp' || more.length > 0 || series.length !== 1)
    return undefined;
  const starts = columns.map((column) => ({ start: startOf(column), key: column.keys[0] ?? '' }));
  const { buckets } = timeAxis(starts, range, bucketInterval(time.config?.interval, range));
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (!first || !last || !Number.isFinite(last.start)) return undefined;
  return {
    span: { from: first.start, to: last.end },
    placeOf: (instant) => {
      const at = Math.max(
        0,
        buckets.findLastIndex(({ start }) => start <= instant),
      );
      const { start, end } = buckets[at] ?? first;
      return at + Math.min(1, Math.max(0, (instant - start) / Math.max(1, end - start)));
    },
  };
}

function defaultOf(stored: AggregationConfig['visualization_config'], smallest: number | undefined): number | null {
  if (stored?.['use_smallest_as_default'] === true) return smallest ?? null;
  const value = stored?.['default_value'];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** How far up the scale a value lies, 0 to 1; everything in the middle where all are equal. */
export function heatPosition({ min, max }: Pick<HeatMatrix, 'min' | 'max'>, value: number): number {
  return max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0.5;
}
