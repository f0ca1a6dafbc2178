/**
 * Converts a pivot result to the matrix of a heatmap. Its rows are the row groups, its columns are the column buckets
 * and metrics (screens/search.md §10 "heatmap").
 */
import type { AbsoluteRange } from '../../api/contract/searches.js';
import type { AggregationConfig } from '../../api/contract/views.schema.js';
import { bucketPlaces, type BucketPlaces } from './bucket-places.js';
import { byTime, startOfKeys, type CategoryAxis, type ChartData, type ChartSeries } from './chart-data.js';
import { extentOf } from './numbers.js';

export interface HeatMatrix {
  readonly columns: readonly ChartSeries[];
  readonly rows: CategoryAxis;
  /**
   * Values by row and then by column. A value is null if the result has no value and the widget has no default for it.
   */
  readonly values: readonly (readonly (number | null)[])[];
  /**
   * Tells whether the result has no value at a row and column. The matrix then contains the widget's default, if any.
   */
  readonly isFilled: (row: number, column: number) => boolean;
  /** Value with the lowest colour of the scale; `max` is the value with the highest colour. */
  readonly min: number;
  readonly max: number;
}

interface HeatmapConfig {
  readonly colorScale: string | undefined;
  readonly reverse: boolean;
}

/** Returns the colour scale of a widget. Without a stored scale, Viridis is used, not reversed (spec 2 §9). */
export function colorScaleOf({
  visualization_config: stored,
}: Pick<AggregationConfig, 'visualization_config'>): HeatmapConfig {
  const scale = stored?.['color_scale'];
  return { colorScale: typeof scale === 'string' ? scale : undefined, reverse: stored?.['reverse_scale'] === true };
}

/**
 * Builds the matrix from the values of column buckets. A missing value becomes the smallest value or the configured
 * default, depending on the widget, otherwise null. Columns of a time group are in time order.
 */
export function heatMatrix(
  { axis, series }: ChartData & { readonly axis: CategoryAxis },
  {
    visualization_config: stored,
    column_pivots: across,
  }: Pick<AggregationConfig, 'visualization_config' | 'column_pivots'>,
): HeatMatrix {
  const filled = series.filter(({ keys }) => keys.length > 0);
  const columns =
    across[0]?.type === 'time'
      ? filled.toSorted((left, right) => byTime(startOfKeys(left.keys), startOfKeys(right.keys)))
      : filled;
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

/** Positions of instants in a matrix, and the direction in which its time runs. */
export interface MatrixTime extends BucketPlaces {
  readonly direction: 'across' | 'down';
}

/**
 * Returns the positions of instants in a matrix whose columns or rows are a time group. Returns undefined when neither
 * gives instants a position (see `bucketPlaces`), for example without a time group.
 * If both are time groups, the columns give the positions, so that time runs to the right as in other charts and an
 * instant has one position.
 */
export function matrixTime(
  { columns, rows }: Pick<HeatMatrix, 'columns' | 'rows'>,
  {
    column_pivots: across,
    row_pivots: down,
    series,
  }: Pick<AggregationConfig, 'column_pivots' | 'row_pivots' | 'series'>,
  range: AbsoluteRange | undefined,
  zone: string,
): MatrixTime | undefined {
  const names = columns.map(({ keys }) => keys);
  // With several metrics each bucket has one column per metric, so that an instant would have several positions.
  const inColumns = series.length === 1 ? bucketPlaces(across, names, range, false, zone) : undefined;
  if (inColumns) return { direction: 'across', ...inColumns };
  const inRows = bucketPlaces(down, rows.keys, range, true, zone);
  return inRows && { direction: 'down', ...inRows };
}

function defaultOf(stored: AggregationConfig['visualization_config'], smallest: number | undefined): number | null {
  if (stored?.['use_smallest_as_default'] === true) return smallest ?? null;
  const value = stored?.['default_value'];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Returns the position of a value on the colour scale, from 0 to 1; 0.5 if all values are equal. */
export function heatPosition({ min, max }: Pick<HeatMatrix, 'min' | 'max'>, value: number): number {
  return max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0.5;
}
