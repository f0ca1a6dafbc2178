/**
 * Converts a pivot result to the data of a chart with axes (screens/search.md §10, "Common"), independent of the chart
 * library.
 */
import type { AbsoluteRange, PivotResult, PivotRow } from '../../api/contract/searches.js';
import type { AggregationConfig, WidgetPivot } from '../../api/contract/views.schema.js';
import { instantOfWire } from '../time-range/local-time.js';
import { seriesName } from './series.js';
import { bucketEnd, bucketInterval, type BucketInterval } from './bucket-interval.js';
import { countedRange } from './counted-range.js';
import { isTimeline, keyTexts, pivotFields, type KeyLabel } from './keys.js';
import { numberOf } from './numbers.js';

export interface ChartSeries {
  /** Identity of the series: its column keys and metric as in the API. */
  readonly id: string;
  /** Display name; chart colours are stored by this name. */
  readonly name: string;
  /** Column bucket keys; empty for a metric of the whole row. */
  readonly keys: readonly string[];
  /** Id of the metric: its own name, else the function text. */
  readonly metric: string;
  /** One value per bucket; null where the result has none. */
  readonly values: readonly (number | null)[];
}

export interface TimeBucket {
  /** Start of the bucket in ms since 1970. */
  readonly start: number;
  readonly end: number;
  /** Bucket key as in the API. */
  readonly key: string;
}
export interface TimeAxis {
  readonly type: 'time';
  /** Start of the axis in ms since 1970: the effective range, widened to whole buckets. */
  readonly from: number;
  readonly to: number;
  readonly buckets: readonly TimeBucket[];
  /** Index of the bucket that had not ended when the result was computed: its values still grow. */
  readonly unfinished?: number;
}
export interface CategoryAxis {
  readonly type: 'category';
  readonly labels: readonly string[];
  /** Row keys as in the API, one list per label. */
  readonly keys: readonly (readonly string[])[];
}
export interface ChartData<Series extends ChartSeries = ChartSeries> {
  readonly axis: TimeAxis | CategoryAxis;
  /** Series in order of first appearance. */
  readonly series: readonly Series[];
}

/** @param range of the time axis; absent: the range of the result */
export function chartData(
  result: PivotResult,
  config: AggregationConfig,
  label: KeyLabel,
  range: AbsoluteRange | undefined = result.effective_timerange,
): ChartData {
  if (!isTimeline(config)) return categoryData(result, config, label);
  const rows = leafRows(result)
    .flatMap((row) => {
      const start = instantOfWire(row.key[0] ?? '');
      return start === undefined ? [] : [{ row, start }];
    })
    .sort((left, right) => left.start - right.start);
  const starts = rows.map(({ row, start }) => ({ start, key: row.key[0] ?? '' }));
  const axis = timeAxis(starts, range, config.row_pivots[0]?.config?.interval, true);
  const inOrder = rows.map(({ row }) => row);
  return { axis, series: seriesOf(inOrder, config, label) };
}

/** Builds data with each row as a category in row order, even for time groups; used by charts without a time axis. */
export function categoryData(
  result: PivotResult,
  config: AggregationConfig,
  label: KeyLabel,
): ChartData & { readonly axis: CategoryAxis } {
  const leaves = leafRows(result);
  const rows = isTimeline(config)
    ? leaves.toSorted((left, right) => byTime(startOfKeys(left.key), startOfKeys(right.key)))
    : leaves;
  const fields = pivotFields(config.row_pivots);
  const labels = rows.map((row) => keyTexts(row.key, fields, label).join('-'));
  return {
    axis: { type: 'category', labels, keys: rows.map((row) => row.key) },
    series: seriesOf(rows, config, label),
  };
}

/** Returns the rows of the buckets, without total rows. */
export function leafRows(result: PivotResult): readonly PivotRow[] {
  return result.rows.filter((row) => row.source === 'leaf');
}

/** Returns the start (ms) of the bucket of a group by time; groups without a readable time come last. */
export const startOfKeys = ([time = '']: readonly string[]): number => instantOfWire(time) ?? Infinity;
/** Compares starts of buckets; unreadable starts come last. */
export const byTime = (left: number, right: number): number => Math.sign(left - right) || 0;

/**
 * Builds the time axis: the buckets of a time group on an axis as long as the range, or only the returned buckets.
 * @param isWhole true when the time group is the only row group: then the result also has the empty buckets between
 * others (contract search P8)
 */
export function timeAxis(
  starts: readonly { readonly start: number; readonly key: string }[],
  range: AbsoluteRange | undefined,
  setting: WidgetPivot['config']['interval'],
  isWhole: boolean,
): TimeAxis {
  const interval = bucketInterval(
    setting,
    countedRange(
      starts.map(({ start }) => start),
      setting,
      range,
      isWhole,
    ),
  );
  const smallest = starts.reduce<number | undefined>((least, { start }, index) => {
    const before = starts[index - 1]?.start;
    return before === undefined || start === before ? least : Math.min(least ?? Infinity, start - before);
  }, undefined);
  const rangeFrom = range && instantOfWire(range.from);
  const rangeTo = range && instantOfWire(range.to);
  // Buckets closer together than the computed interval win, because another server may use other intervals.
  const length = Math.min(interval?.length ?? Infinity, smallest ?? Infinity);
  const used: BucketInterval =
    interval && (smallest === undefined || interval.months !== undefined || smallest >= interval.length)
      ? interval
      : { length: Number.isFinite(length) ? length : singleBucketLength(rangeFrom, rangeTo) };
  const buckets = starts.map(({ start, key }) => ({ start, end: bucketEnd(start, used), key }));
  const from = Math.min(rangeFrom ?? Infinity, buckets[0]?.start ?? Infinity);
  const to = Math.max(rangeTo ?? -Infinity, buckets.at(-1)?.end ?? -Infinity);
  return { type: 'time', from: Number.isFinite(from) ? from : 0, to: Number.isFinite(to) ? to : 0, buckets };
}

/**
 * Marks the bucket that contains the current time, if it is the last one.
 * @param now ms since 1970
 */
export function withUnfinished<Data extends ChartData>(data: Data, now: number): Data {
  if (data.axis.type !== 'time') return data;
  const { buckets } = data.axis;
  const last = buckets.at(-1);
  if (!last || buckets.length < 2 || now < last.start || now >= last.end) return data;
  return { ...data, axis: { ...data.axis, unfinished: buckets.length - 1 } };
}

/** Returns the drawn width (ms) of a single bucket of unknown width: 3 % of the range, at least 30 ms (spec 2 §9). */
function singleBucketLength(from: number | undefined, to: number | undefined): number {
  return Math.max(30, from !== undefined && to !== undefined ? (to - from) * 0.03 : 0);
}

function seriesOf(rows: readonly PivotRow[], config: AggregationConfig, label: KeyLabel): ChartSeries[] {
  const found = new Map<string, { keys: string[]; metric: string; values: (number | null)[] }>();
  rows.forEach((row, rowIndex) => {
    for (const { key, value } of row.values) {
      const id = key.join('\u0000');
      let series = found.get(id);
      if (!series) {
        series = { keys: key.slice(0, -1), metric: key.at(-1) ?? '', values: rows.map(() => null) };
        found.set(id, series);
      }
      series.values[rowIndex] = numberOf(value);
    }
  });
  return [...found].map(([id, one]) => ({ id, name: traceName(one.keys, one.metric, config, label), ...one }));
}

/**
 * Builds the name of a series: column keys joined with "-" and the metric's name, which is omitted when there is only
 * one metric.
 */
function traceName(
  keys: readonly string[],
  metric: string,
  config: Pick<AggregationConfig, 'column_pivots' | 'series'>,
  label: KeyLabel,
): string {
  const name = metricName(metric, config);
  const columns = keyTexts(keys, pivotFields(config.column_pivots), label);
  if (columns.length === 0) return name;
  return (config.series.length === 1 ? columns : [...columns, name]).join('-');
}

/** Name of a metric in a result: newer results carry its name, older ones its function (contract search P13). */
function metricName(metric: string, { series }: Pick<AggregationConfig, 'series'>): string {
  const own = series.find((one) => seriesName(one) === metric) ?? series.find((one) => one.function === metric);
  return own ? seriesName(own) : metric;
}

/** Returns the function text of a metric in a result. */
export function metricFunction(metric: string, { series }: Pick<AggregationConfig, 'series'>): string {
  return series.find((one) => seriesName(one) === metric)?.function ?? metric;
}

export function bucketCount({ axis }: ChartData): number {
  return axis.type === 'time' ? axis.buckets.length : axis.labels.length;
}

/**
 * Returns the series that may be summed: beside column groups, the rollup metrics of the whole row would count
 * everything twice.
 */
export function addends<Series extends ChartSeries>(series: readonly Series[]): readonly Series[] {
  return series.some(({ keys }) => keys.length > 0) ? series.filter(({ keys }) => keys.length > 0) : series;
}

/** Sums all series per bucket, for descriptions and the axis of stacked charts. */
export function bucketTotals(data: ChartData): number[] {
  const totals = new Array<number>(bucketCount(data)).fill(0);
  for (const { values } of addends(data.series)) {
    values.forEach((value, index) => {
      if (value !== null) totals[index] = (totals[index] ?? 0) + value;
    });
  }
  return totals;
}
