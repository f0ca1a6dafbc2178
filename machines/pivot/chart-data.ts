/** A pivot result as the data of a chart with axes (screens/search.md §10, "Common"). Knows no chart library. */
import type { AbsoluteRange, PivotResult, PivotRow } from '../../api/contract/searches.js';
import type { AggregationConfig, WidgetPivot } from '../../api/contract/views.schema.js';
import { instantOfWire } from '../time-range/local-time.js';
import { seriesName } from './series.js';
import { bucketEnd, bucketInterval, type BucketInterval } from './bucket-interval.js';
import { countedRange } from './counted-range.js';
import { isTimeline, keyTexts, pivotFields, type KeyLabel } from './keys.js';
import { numberOf } from './numbers.js';

export interface ChartSeries {
  /** Identity of the series: its column keys and metric as on the wire. */
  readonly id: string;
  /** Chart colours are stored under it. */
  readonly name: string;
  /** Column bucket keys, none for a metric of the whole row. */
  readonly keys: readonly string[];
  /** Id of the metric: its own name, else the function text. */
  readonly metric: string;
  /** One value per bucket; null where the result has none. */
  readonly values: readonly (number | null)[];
}

export interface TimeBucket {
  /** ms since 1970. */
  readonly start: number;
  readonly end: number;
  /** Key as on the wire. */
  readonly key: string;
}
export interface TimeAxis {
  readonly type: 'time';
  /** ms since 1970; the effective range, widened to whole buckets where it cuts one. */
  readonly from: number;
  readonly to: number;
  readonly buckets: readonly TimeBucket[];
  /** Index of the bucket that was not over when the result was made: its values still grow. */
  readonly unfinished?: number;
}
export interface CategoryAxis {
  readonly type: 'category';
  readonly labels: readonly string[];
  /** Row keys as on the wire, one list per label. */
  readonly keys: readonly (readonly string[])[];
}
export interface ChartData<Series extends ChartSeries = ChartSeries> {
  readonly axis: TimeAxis | CategoryAxis;
  /** In order of first appearance. */
  readonly series: readonly Series[];
}

/** @param range of the time axis; the result's own when absent. */
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

/** Data with each row as a category in its order, times included, for charts without a time axis. */
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

/** The rows of the buckets, without totals. */
export function leafRows(result: PivotResult): readonly PivotRow[] {
  return result.rows.filter((row) => row.source === 'leaf');
}

/** Returns the start (ms) of the bucket of a group by time; groups without a readable time come last. */
export const startOfKeys = ([time = '']: readonly string[]): number => instantOfWire(time) ?? Infinity;
/** Compares such starts. */
export const byTime = (left: number, right: number): number => Math.sign(left - right) || 0;

/**
 * Buckets of a group by time on an axis as long as the range, or as they are.
 * @param isWhole there are also buckets without messages between others: it is the only group of rows (contract search P8)
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
  // Buckets that lie closer than the rules say are believed: another server may count differently.
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

/** Marks the bucket that holds the present instant, if it is the last one. @param now ms since 1970 */
export function withUnfinished<Data extends ChartData>(data: Data, now: number): Data {
  if (data.axis.type !== 'time') return data;
  const { buckets } = data.axis;
  const last = buckets.at(-1);
  if (!last || buckets.length < 2 || now < last.start || now >= last.end) return data;
  return { ...data, axis: { ...data.axis, unfinished: buckets.length - 1 } };
}

/** A bucket of unknown width is drawn 3 % of the range wide, at least 30 ms (spec 2 §9). */
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

/** Column keys joined with "-" plus the metric's name, which is dropped when there is only one metric. */
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

/** The function text of a metric of a result. */
export function metricFunction(metric: string, { series }: Pick<AggregationConfig, 'series'>): string {
  return series.find((one) => seriesName(one) === metric)?.function ?? metric;
}

export function bucketCount({ axis }: ChartData): number {
  return axis.type === 'time' ? axis.buckets.length : axis.labels.length;
}

/** The series that add up: beside column groups, metrics of the whole row (rollup) would count everything once more. */
export function addends<Series extends ChartSeries>(series: readonly Series[]): readonly Series[] {
  return series.some(({ keys }) => keys.length > 0) ? series.filter(({ keys }) => keys.length > 0) : series;
}

/** Sum over all series per bucket, for descriptions and the axis of stacks. */
export function bucketTotals(data: ChartData): number[] {
  const totals = new Array<number>(bucketCount(data)).fill(0);
  for (const { values } of addends(data.series)) {
    values.forEach((value, index) => {
      if (value !== null) totals[index] = (totals[index] ?? 0) + value;
    });
  }
  return totals;
}
