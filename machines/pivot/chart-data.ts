/**
 * Converts a pivot result to the data of a chart with axes (screens/search.md §10, "Common"). The data does not depend
 * on the chart library.
 */
import type { AbsoluteRange, PivotResult, PivotRow } from '../../api/contract/searches.js';
import type { AggregationConfig, WidgetPivot } from '../../api/contract/views.schema.js';
import { instantOfWire } from '../time-range/local-time.js';
import { seriesName } from './series.js';
import { spokenName } from './spoken-name.js';
import { bucketEnd, bucketInterval, bucketZone, type BucketInterval } from './bucket-interval.js';
import { countedRange } from './counted-range.js';
import { isTimeline, keyTexts, pivotFields, type KeyLabel, type PivotField } from './keys.js';
import { numberOf } from './numbers.js';

export interface ChartSeries {
  /** Id of the series: its column keys and its metric, as in the API. */
  readonly id: string;
  /** Name for display. */
  readonly name: string;
  /** Name by which the colour of the series is stored; absent: its name for display. */
  readonly colorName?: string;
  /** Keys of the series' column bucket; empty for a metric over the whole row. */
  readonly keys: readonly string[];
  /** Id of the metric: the name that the user gave it, otherwise its function text. */
  readonly metric: string;
  /** One value per bucket of the axis; null where the result has no number. */
  readonly values: readonly (number | null)[];
}

export interface TimeBucket {
  /** Start of the bucket in epoch milliseconds; `end` is the end of the bucket. */
  readonly start: number;
  readonly end: number;
  /** Key of the bucket as in the API. */
  readonly key: string;
  /**
   * True if the result covers only a part of the bucket, because the range begins or ends within it, or because the
   * bucket is not over yet.
   */
  readonly partial?: true;
}
export interface TimeAxis {
  readonly type: 'time';
  /** Start of the axis in epoch milliseconds, `to` is its end: the effective range and all buckets lie within them. */
  readonly from: number;
  readonly to: number;
  readonly buckets: readonly TimeBucket[];
  /** Width of the buckets; undefined when it is unknown. */
  readonly interval?: BucketInterval | undefined;
  /** IANA name of the zone in whose local time the buckets begin; absent: UTC. */
  readonly zone?: string;
}
export interface CategoryAxis {
  readonly type: 'category';
  readonly labels: readonly string[];
  /** Keys of the rows as in the API, one list of keys per label. */
  readonly keys: readonly (readonly string[])[];
  /** Fields of the keys. */
  readonly fields: readonly PivotField[];
}
export interface ChartData<Series extends ChartSeries = ChartSeries> {
  readonly axis: TimeAxis | CategoryAxis;
  /** Series in the order in which they first appear in the result. */
  readonly series: readonly Series[];
}

/**
 * Converts a result to chart data.
 * @param zone IANA name of the zone of the search, in which the buckets of the time axis begin at round times
 * @param range range of the time axis; absent: the effective range of the result
 */
export function chartData(
  result: PivotResult,
  config: AggregationConfig,
  label: KeyLabel,
  zone: string,
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
  const axis = timeAxis(starts, range, config.row_pivots[0]?.config?.interval, true, zone);
  const inOrder = rows.map(({ row }) => row);
  return { axis, series: seriesOf(inOrder, config, label) };
}

/**
 * Converts each row of a result to a category; rows of a timeline are in time order. Charts without a time axis use
 * this data.
 */
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
    axis: { type: 'category', labels, keys: rows.map((row) => row.key), fields },
    series: seriesOf(rows, config, label),
  };
}

/** Returns the rows with the values of buckets, without the rows of totals. */
export function leafRows(result: PivotResult): readonly PivotRow[] {
  return result.rows.filter((row) => row.source === 'leaf');
}

/**
 * Returns the start in epoch milliseconds of a time bucket; Infinity for a key that is no time, so that it sorts last.
 */
export const startOfKeys = ([time = '']: readonly string[]): number => instantOfWire(time) ?? Infinity;
/** Compares two starts of buckets in epoch milliseconds; infinite starts are equal to each other and come last. */
export const byTime = (left: number, right: number): number => Math.sign(left - right) || 0;

/**
 * Builds the time axis of a time group. The axis covers at least the range, and contains all returned buckets.
 * @param isWhole true when the time group is the only row group: then the result also contains the empty buckets
 * between others (contract search P8)
 * @param zone IANA name of the zone of the search (see `bucketZone`)
 */
export function timeAxis(
  starts: readonly { readonly start: number; readonly key: string }[],
  range: AbsoluteRange | undefined,
  setting: WidgetPivot['config']['interval'],
  isWhole: boolean,
  zone: string,
): TimeAxis {
  const instants = starts.map(({ start }) => start);
  const interval = bucketInterval(setting, countedRange(instants, setting, range, isWhole));
  const usual = usualDistance(instants, interval, zone);
  const rangeFrom = range && instantOfWire(range.from);
  const rangeTo = range && instantOfWire(range.to);
  // The distance between the returned buckets takes precedence: another server may use another automatic interval.
  const length = Math.min(interval?.length ?? Infinity, usual ?? Infinity);
  const used: BucketInterval =
    interval &&
    (setting?.type === 'timeunit' || interval.months !== undefined || usual === undefined || usual >= interval.length)
      ? interval
      : { length: Number.isFinite(length) ? length : singleBucketLength(rangeFrom, rangeTo) };
  const ownZone = bucketZone(instants, used, zone);
  const buckets = starts.map(({ start, key }, index) => {
    const next = starts[index + 1]?.start ?? Infinity;
    const end = bucketEnd(start, used, ownZone);
    // A change of the clock can cut a bucket short: it then ends where the next bucket starts.
    return { start, end: next > start && next < end ? next : end, key };
  });
  const from = Math.min(rangeFrom ?? Infinity, buckets[0]?.start ?? Infinity);
  const to = Math.max(rangeTo ?? -Infinity, buckets.at(-1)?.end ?? -Infinity);
  return {
    ...{ type: 'time', from: Number.isFinite(from) ? from : 0, to: Number.isFinite(to) ? to : 0, buckets },
    interval: Number.isFinite(length) ? used : undefined,
    zone: ownZone,
  };
}

/**
 * Returns the most frequent distance in ms between adjacent starts of buckets. If several distances are equally
 * frequent, it is the shortest of them. Returns undefined if there are not two different starts. The shortest distance
 * of all is not used, because a bucket is shorter if daylight saving time begins or ends in it.
 * @param interval expected width: a bucket that follows the one before it has this width, also if a change of the clock
 * makes it longer or shorter
 */
function usualDistance(
  starts: readonly number[],
  interval: BucketInterval | undefined,
  zone: string,
): number | undefined {
  const own = interval && bucketZone(starts, interval, zone);
  const counts = new Map<number, number>();
  starts.forEach((start, index) => {
    const before = starts[index - 1] ?? Number.NaN;
    const isNext = interval && own !== undefined && start > before && start === bucketEnd(before, interval, own);
    const distance = isNext ? interval.length : start - before;
    if (distance > 0) counts.set(distance, (counts.get(distance) ?? 0) + 1);
  });
  return [...counts].sort(([one, count], [other, more]) => more - count || one - other)[0]?.[0];
}

/** A bucket counts as whole if at most this share of it is left out: ranges often end at 23:59:59. */
const leftOutShare = 0.02;

/**
 * Marks the first bucket as partial if the range begins within it, and the last bucket if the range or the present ends
 * within it. A single bucket is not marked. If the range ends within the last bucket, the bucket stays marked even when
 * its time is over, because its result does not change.
 * @param now epoch milliseconds
 * @param range range that was searched; absent: nothing was left out, as in a search of all time
 */
export function withPartial<Data extends ChartData>(data: Data, now: number, range?: AbsoluteRange): Data {
  if (data.axis.type !== 'time' || data.axis.buckets.length < 2) return data;
  const { buckets } = data.axis;
  const from = (range && instantOfWire(range.from)) ?? -Infinity;
  const to = (range && instantOfWire(range.to)) ?? Infinity;
  const isPartial = ({ start, end }: TimeBucket, index: number): boolean => {
    const leftOut = (end - start) * leftOutShare;
    if (index === 0 && from < end && from - start > leftOut) return true;
    return index === buckets.length - 1 && ((to >= start && end - to > leftOut) || (now >= start && now < end));
  };
  const marked = buckets.map((one, index) => (isPartial(one, index) ? { ...one, partial: true as const } : one));
  return { ...data, axis: { ...data.axis, buckets: marked } };
}

/**
 * Returns the width in ms with which a single bucket of unknown length is drawn: 3 % of the range, at least 30 ms
 * (spec 2 §9).
 */
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
  return [...found].map(([id, one]) => {
    const nameOf = (metric: string): string => traceName(one.keys, metric, config, label);
    const name = nameOf(spokenMetric(one.metric, config));
    const colorName = nameOf(metricName(one.metric, config));
    return { id, name, ...(colorName !== name && { colorName }), ...one };
  });
}

/**
 * Builds the name of a series: its column keys joined with "-", followed by the name of the metric. The name of the
 * metric is left out if the widget has only one metric.
 * @param name name of the metric
 */
function traceName(
  keys: readonly string[],
  name: string,
  config: Pick<AggregationConfig, 'column_pivots' | 'series'>,
  label: KeyLabel,
): string {
  const columns = keyTexts(keys, pivotFields(config.column_pivots), label);
  if (columns.length === 0) return name;
  return (config.series.length === 1 ? columns : [...columns, name]).join('-');
}

type Metrics = Pick<AggregationConfig, 'series'>;

/**
 * Returns the stored name of a metric: results contain the name, results of older servers the function text (contract
 * search P13).
 */
function metricName(metric: string, config: Metrics): string {
  const own = ownMetric(metric, config);
  return own ? seriesName(own) : metric;
}

/** Returns the name for people of a metric that a result names. */
export function spokenMetric(metric: string, config: Metrics): string {
  const own = ownMetric(metric, config);
  return own ? spokenName(own) : metric;
}

const ownMetric = (metric: string, { series }: Metrics): Metrics['series'][number] | undefined =>
  series.find((one) => seriesName(one) === metric) ?? series.find((one) => one.function === metric);

/** Returns the function text of a metric that a result names. */
export const metricFunction = (metric: string, config: Metrics): string =>
  ownMetric(metric, config)?.function ?? metric;

export function bucketCount({ axis }: ChartData): number {
  return axis.type === 'time' ? axis.buckets.length : axis.labels.length;
}

/**
 * Returns the series that may be summed. If there are column groups, the metrics over the whole row are left out,
 * because they would count every value twice.
 */
export function addends<Series extends ChartSeries>(series: readonly Series[]): readonly Series[] {
  return series.some(({ keys }) => keys.length > 0) ? series.filter(({ keys }) => keys.length > 0) : series;
}

/**
 * Returns for each bucket the sum of the series that may be summed (`addends`). Descriptions and the axis of stacked
 * charts need it.
 */
export function bucketTotals(data: ChartData): number[] {
  const totals = new Array<number>(bucketCount(data)).fill(0);
  for (const { values } of addends(data.series)) {
    values.forEach((value, index) => {
      if (value !== null) totals[index] = (totals[index] ?? 0) + value;
    });
  }
  return totals;
}
