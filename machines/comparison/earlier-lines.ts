/** Lines of an earlier range in a chart: each value is drawn where its bucket would be in the displayed range. */
import { addends, chartData, type ChartData, type ChartSeries } from '../pivot/chart-data.js';
import type { KeyLabel } from '../pivot/keys.js';
import { zeroFilled } from '../pivot/zero-filled.js';
import type { Earlier } from './earlier-range.js';

export interface EarlierLine {
  readonly name: string;
  /** Metric of the line as in the API, which determines its unit. */
  readonly metric: string;
  /** Index of the chart's series with which the line is compared; undefined: the line is the sum of all series. */
  readonly series: number | undefined;
  /** Values at instants of the displayed range (epoch milliseconds), in order of time; null where there is no value. */
  readonly points: readonly EarlierPoint[];
}
interface EarlierPoint {
  readonly from: number;
  readonly to: number;
  readonly value: number | null;
}

/** Maximum number of lines; further series have no line. */
const mostLines = 20;

/**
 * Returns the lines of the earlier range for a chart over time; other charts have no such lines.
 * @param shown data of the chart for the displayed range
 * @param isStacked true returns only the sum of several series, because single lines would cross the stacked series
 */
export function earlierLines(
  earlier: Earlier,
  shown: ChartData,
  isStacked: boolean,
  label: KeyLabel,
): readonly EarlierLine[] {
  const found = zeroFilled(chartData(earlier.result, earlier.config, label), earlier.config);
  const { axis } = found;
  if (axis.type !== 'time' || shown.axis.type !== 'time') return [];
  const pointsOf = (values: readonly (number | null)[]): EarlierPoint[] =>
    axis.buckets.map(({ start, end }, index) => ({
      from: start + earlier.shift,
      to: end + earlier.shift,
      value: values[index] ?? null,
    }));
  const parts = addends(found.series);
  if (isStacked && (parts.length > 1 || shown.series.length > 1)) {
    const [first] = parts;
    return first
      ? [{ name: '', metric: first.metric, series: undefined, points: pointsOf(sumOf(parts, axis.buckets.length)) }]
      : [];
  }
  return parts
    .flatMap((one) => {
      const series = shown.series.findIndex(({ id }) => id === one.id);
      return series < 0 ? [] : [{ name: one.name, metric: one.metric, series, points: pointsOf(one.values) }];
    })
    .slice(0, mostLines);
}

/** Returns the sum of all series for each bucket; null for a bucket without any value. */
function sumOf(series: readonly ChartSeries[], length: number): (number | null)[] {
  return Array.from({ length }, (_each, index) => {
    const values = series.flatMap(({ values: own }) => own[index] ?? []);
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
  });
}

/** Returns the value of a line at an instant of the displayed range; null when the line has no value there. */
export const valueAt = (line: EarlierLine, instant: number): number | null =>
  line.points.find(({ from, to }) => instant >= from && instant < to)?.value ?? null;

/** Returns the values of all lines; the value axis must contain them. */
export const valuesOf = (lines: readonly EarlierLine[]): readonly number[] =>
  lines.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []));
