/** Input shared by all charts with axes. The functions are pure, so that they can be tested without drawing. */
import { extentOf } from '../../../../machines/pivot/numbers.js';
import type { AxisType, ValueAxis } from '../../../../machines/pivot/value-axis.js';
import type { ChartColors } from '../series-palette.js';
import type { StyledData } from '../series-style.js';
import type { PlotArea } from './plot.js';

export interface ChartInput {
  readonly data: StyledData;
  readonly axis: ValueAxis;
  readonly plot: PlotArea;
  readonly zone: string;
  readonly colors: ChartColors;
  /** One colour per series. */
  readonly seriesColors: readonly string[];
  /** Index of the highlighted series, while the others fade. */
  readonly focused?: number | undefined;
  /** Unit of the value axis. */
  readonly unit?: string | undefined;
}
/**
 * Returns the points of one series: `[x, y]`, where x is an instant or the position of a category. Buckets without a
 * value are left out
 * ("null values removed per trace"), and so are values that a logarithmic axis cannot show.
 * @param at position of a point within its time bucket: 0 the start, 0.5 the middle
 */
export function pointsOf(
  { data, axis }: Pick<ChartInput, 'data' | 'axis'>,
  values: readonly (number | null)[],
  at = 0.5,
): [number, number][] {
  const points: [number, number][] = [];
  values.forEach((value, index) => {
    if (value === null || (axis.type === 'logarithmic' && !(value > 0))) return;
    const bucket = data.axis.type === 'time' ? data.axis.buckets[index] : undefined;
    points.push([bucket ? bucket.start + (bucket.end - bucket.start) * at : index, value]);
  });
  return points;
}

/**
 * Returns the points of a line. On a time axis, a bucket without a value or a missing bucket interrupts the line with
 * an empty point.
 * @param at see `pointsOf`
 */
export function gappedPoints(
  input: Pick<ChartInput, 'data' | 'axis'>,
  values: readonly (number | null)[],
  at = 0.5,
): (readonly [number, number | null])[] {
  const { axis } = input.data;
  if (axis.type === 'category') return pointsOf(input, values, at);
  const points: (readonly [number, number | null])[] = [];
  values.forEach((value, index) => {
    const bucket = axis.buckets[index];
    const before = axis.buckets[index - 1];
    if (!bucket) return;
    // Tolerance of half a bucket: months, and days with a clock change, differ in length.
    if (before && bucket.start > before.end + (before.end - before.start) / 2) points.push([before.end, null]);
    const isDrawn = value !== null && (input.axis.type === 'linear' || value > 0);
    points.push([bucket.start + (bucket.end - bucket.start) * at, isDrawn ? value : null]);
  });
  return points;
}

/** Opacity of unfinished buckets. */
export const unfinishedStrength = 0.4;

/** Extent of the value axis; a logarithmic axis shows positive values only, down to the smallest. */
export function axisExtent(extent: Extent, { series }: Pick<StyledData, 'series'>, type: AxisType): Extent {
  if (type === 'linear' || !extent) return extent;
  const positive = extentOf(series.flatMap(({ values }) => values.filter((value) => value !== null && value > 0)));
  return positive && { min: positive.min, max: Math.max(extent.max, positive.max) };
}
type Extent = ReturnType<typeof extentOf>;

/** Opacity of a series: others fade to 25 % while one is highlighted. */
export function strengthOf({ focused }: Pick<ChartInput, 'focused'>, index: number): number {
  return focused === undefined || focused === index ? 1 : 0.25;
}
