/**
 * Values of an earlier range in a chart. On a time axis, each value is drawn where its bucket would be in the displayed
 * range. On a category axis, each value belongs to the category with the same keys.
 */
import {
  addends,
  categoryData,
  chartData,
  timeAxis,
  type ChartData,
  type ChartSeries,
  type TimeBucket,
} from '../pivot/chart-data.js';
import { instantOfWire } from '../time-range/local-time.js';
import { pivotFields, type KeyLabel } from '../pivot/keys.js';
import { isRestKey, withRest } from '../pivot/rest-of-values.js';
import { zeroFilled } from '../pivot/zero-filled.js';
import type { Earlier } from './earlier-range.js';

export interface EarlierLine {
  readonly name: string;
  /** Metric of the line as in the API, which determines its unit. */
  readonly metric: string;
  /** Index of the chart's series with which the line is compared; undefined: the line is the sum of all series. */
  readonly series: number | undefined;
  /** Values in the order of the axis; null where there is no value. */
  readonly points: readonly EarlierPoint[];
}
/**
 * Value of the span from `from` to `to`. On a time axis, they are instants of the displayed range in epoch
 * milliseconds. On a category axis, they are the index of the category and the next index.
 */
interface EarlierPoint {
  readonly from: number;
  readonly to: number;
  readonly value: number | null;
}

/** Maximum number of lines; further series have no line. */
const mostLines = 20;

/**
 * Returns the lines of the earlier range for a chart.
 * @param shown data of the chart for the displayed range
 * @param zone IANA name of the zone of the search (see `bucketZone`)
 * @param isStacked true returns only the sum of several series, because single lines would cross the stacked series
 * @param now present in epoch milliseconds: counts after it are not 0, but missing. It matters on time axes only
 */
export function earlierLines(
  earlier: Earlier,
  shown: ChartData,
  isStacked: boolean,
  label: KeyLabel,
  zone: string,
  now = Infinity,
): readonly EarlierLine[] {
  const spans = shown.axis.type === 'time' ? timeSpans : categorySpans;
  // The total of the omitted values is added, as in the displayed result, so that the sums of both ranges have the same
  // kinds of addends.
  const completed = { ...earlier, result: withRest(earlier.result, earlier.config) };
  const { series: found, spans: places } = spans(completed, shown, label, zone, now);
  const pointsOf = (values: readonly (number | null)[]): EarlierPoint[] =>
    places.map(({ from, to, index }) => ({ from, to, value: values[index] ?? null }));
  const parts = addends(found);
  if (isStacked && (parts.length > 1 || shown.series.length > 1)) {
    const [first] = parts;
    return first ? [{ name: '', metric: first.metric, series: undefined, points: pointsOf(sumOf(parts)) }] : [];
  }
  return parts
    .flatMap((one) => {
      // The omitted values of the two ranges may be different values, so their totals are not compared.
      if (isRestKey(one.keys[0])) return [];
      const series = shown.series.findIndex(({ id }) => id === one.id);
      return series < 0 ? [] : [{ name: one.name, metric: one.metric, series, points: pointsOf(one.values) }];
    })
    .slice(0, mostLines);
}

interface EarlierSeries {
  readonly series: readonly ChartSeries[];
  /** Extents of the points on the axis; `index` is the index of the value in the earlier series, -1 without a value. */
  readonly spans: readonly { readonly from: number; readonly to: number; readonly index: number }[];
}

function timeSpans(
  { result, config, shift }: Earlier,
  _shown: ChartData,
  label: KeyLabel,
  zone: string,
  now: number,
): EarlierSeries {
  const span = { range: result.effective_timerange, now };
  const { axis, series } = zeroFilled(chartData(result, config, label, zone), config, span);
  if (axis.type !== 'time') return { series: [], spans: [] };
  return {
    series,
    spans: axis.buckets.map(({ start, end }, index) => ({ from: start + shift, to: end + shift, index })),
  };
}

function categorySpans(
  { result, config, shift }: Earlier,
  { axis }: ChartData,
  label: KeyLabel,
  zone: string,
): EarlierSeries {
  const found = categoryData(result, config, label);
  if (axis.type !== 'category') return { series: [], spans: [] };
  const pivots = config.row_pivots.flatMap((pivot) => pivotFields([pivot]).map(() => pivot));
  const buckets = pivots.map((pivot, at) => {
    if (pivot.type !== 'time') return undefined;
    const instants = new Set(found.axis.keys.flatMap((keys) => instantOfWire(keys[at] ?? '') ?? []));
    const starts = [...instants].sort((left, right) => left - right).map((start) => ({ start, key: '' }));
    return timeAxis(starts, result.effective_timerange, pivot.config?.interval, pivots.length === 1, zone).buckets;
  });
  // In keys of both ranges, the start of the earlier bucket in epoch milliseconds takes the place of a time.
  const keyOf = (keys: readonly string[], ago: number): string =>
    keys
      .map((key, at) => {
        const instant = buckets[at] && instantOfWire(key);
        return instant === undefined ? key : nearBucket(buckets[at], instant - ago)?.start;
      })
      .join('\u0000');
  const indices = new Map(
    found.axis.keys.flatMap((keys, index) => (keys.some(isRestKey) ? [] : [[keyOf(keys, 0), index] as const])),
  );
  return {
    series: found.series,
    spans: axis.keys.map((keys, at) => ({ from: at, to: at + 1, index: indices.get(keyOf(keys, shift)) ?? -1 })),
  };
}

/**
 * Returns the bucket that begins at an instant, or less than half the bucket's length away from it. Shifted buckets do
 * not always begin at the same instants, because months, and days on which the clock changes, differ in length.
 */
function nearBucket(buckets: readonly TimeBucket[] = [], instant: number): TimeBucket | undefined {
  return buckets.find(({ start, end }) => instant >= (3 * start - end) / 2 && instant < (start + end) / 2);
}

/** Returns the sum of all series for each bucket; null for a bucket without any value. */
function sumOf(series: readonly ChartSeries[]): (number | null)[] {
  return Array.from({ length: series[0]?.values.length ?? 0 }, (_each, index) => {
    const values = series.flatMap(({ values: own }) => own[index] ?? []);
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
  });
}

/**
 * Returns the value of a line at a position on the axis (see `EarlierPoint`); null when the line has no value there.
 */
export const valueAt = (line: EarlierLine, place: number): number | null =>
  line.points.find(({ from, to }) => place >= from && place < to)?.value ?? null;
