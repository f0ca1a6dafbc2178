/** Lines of an earlier range in a chart: each value is placed where its bucket would be in the shown range. */
import { addends, chartData, type ChartData, type ChartSeries } from '../pivot/chart-data.js';
import type { KeyLabel } from '../pivot/keys.js';
import { zeroFilled } from '../pivot/zero-filled.js';
import type { Earlier } from './earlier-range.js';

export interface EarlierLine {
  readonly name: string;
  /** Metric as in the API, which determines the unit. */
  readonly metric: string;
  /** Index of the series in the chart that the line is compared with; undefined: the sum of all series. */
  readonly series: number | undefined;
  /** Values at instants of the shown range (ms), in order of time; null where there is none. */
  readonly points: readonly EarlierPoint[];
}
interface EarlierPoint {
  readonly from: number;
  readonly to: number;
  readonly value: number | null;
}

/** Number of lines above which a chart shows only their sum, or none where values cannot be summed. */
const mostLines = 20;

/**
 * Returns the lines of the earlier range for a chart over time; none for other charts.
 * @param shown chart of the present range
 * @param isStacked true draws only the sum, because single lines would cross the stack
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

/** Sums the values of each bucket; a bucket without any value has none. */
function sumOf(series: readonly ChartSeries[], length: number): (number | null)[] {
  return Array.from({ length }, (_each, index) => {
    const values = series.flatMap(({ values: own }) => own[index] ?? []);
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
  });
}

/** Returns the value of a line at an instant of the shown range; null when there is none. */
export const valueAt = (line: EarlierLine, instant: number): number | null =>
  line.points.find(({ from, to }) => instant >= from && instant < to)?.value ?? null;

/** Returns the values of all lines, for the extent of the value axis. */
export const valuesOf = (lines: readonly EarlierLine[]): readonly number[] =>
  lines.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []));
