/**
 * Values of an earlier range in a chart. On a time axis, each value is drawn where its bucket would be in the displayed
 * range; on a category axis, each value belongs to the category with the same keys.
 */
import { addends, categoryData, chartData, type ChartData, type ChartSeries } from '../pivot/chart-data.js';
import { instantOfWire } from '../time-range/local-time.js';
import type { KeyLabel } from '../pivot/keys.js';
import { isRestKey } from '../pivot/rest-of-values.js';
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
 * Value from `from` until `to`: instants of the displayed range in epoch milliseconds, or, on a category axis, the
 * index of the category and the next index.
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
 * @param isStacked true returns only the sum of several series, because single lines would cross the stacked series
 */
export function earlierLines(
  earlier: Earlier,
  shown: ChartData,
  isStacked: boolean,
  label: KeyLabel,
): readonly EarlierLine[] {
  const spans = shown.axis.type === 'time' ? timeSpans : categorySpans;
  const { series: found, spans: places } = spans(earlier, shown, label);
  const pointsOf = (values: readonly (number | null)[]): EarlierPoint[] =>
    places.map(({ from, to, index }) => ({ from, to, value: values[index] ?? null }));
  const parts = addends(found);
  if (isStacked && (parts.length > 1 || shown.series.length > 1)) {
    const [first] = parts;
    return first ? [{ name: '', metric: first.metric, series: undefined, points: pointsOf(sumOf(parts)) }] : [];
  }
  return parts
    .flatMap((one) => {
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

function timeSpans({ result, config, shift }: Earlier, _shown: ChartData, label: KeyLabel): EarlierSeries {
  const { axis, series } = zeroFilled(chartData(result, config, label), config);
  if (axis.type !== 'time') return { series: [], spans: [] };
  return {
    series,
    spans: axis.buckets.map(({ start, end }, index) => ({ from: start + shift, to: end + shift, index })),
  };
}

function categorySpans({ result, config, shift }: Earlier, { axis }: ChartData, label: KeyLabel): EarlierSeries {
  const found = categoryData(result, config, label);
  if (axis.type !== 'category') return { series: [], spans: [] };
  const timed = config.row_pivots.flatMap(({ type, fields }) => fields.map(() => type === 'time'));
  const keyOf = (keys: readonly string[]): string => keys.join('\u0000');
  const shifted = (key: string, index: number): string =>
    timed[index] ? String((instantOfWire(key) ?? Number.NaN) + shift) : key;
  // The other values of the earlier range are other values than those of the shown range, so they are not compared.
  const indices = new Map(
    found.axis.keys.flatMap((keys, index) =>
      keys.some(isRestKey) ? [] : [[keyOf(keys.map(shifted)), index] as const],
    ),
  );
  const present = (key: string, index: number): string => (timed[index] ? String(instantOfWire(key)) : key);
  return {
    series: found.series,
    spans: axis.keys.map((keys, at) => ({ from: at, to: at + 1, index: indices.get(keyOf(keys.map(present))) ?? -1 })),
  };
}

/** Returns the sum of all series for each bucket; null for a bucket without any value. */
function sumOf(series: readonly ChartSeries[]): (number | null)[] {
  return Array.from({ length: series[0]?.values.length ?? 0 }, (_each, index) => {
    const values = series.flatMap(({ values: own }) => own[index] ?? []);
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
  });
}

/** Returns the value of a line at a place of the axis (see `EarlierPoint`); null when the line has no value there. */
export const valueAt = (line: EarlierLine, place: number): number | null =>
  line.points.find(({ from, to }) => place >= from && place < to)?.value ?? null;

/** Returns the values of all lines; the value axis must contain them. */
export const valuesOf = (lines: readonly EarlierLine[]): readonly number[] =>
  lines.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []));
