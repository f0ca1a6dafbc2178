/**
 * Builds the input of the pictures of charts with a value axis. The functions are pure, so that they can be tested
 * without drawing.
 */
import type { ChartSeries } from '../../../../machines/pivot/chart-data.js';
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
  /** Colour of each series. */
  readonly seriesColors: readonly string[];
  /** Index of the highlighted series, while the other series fade; undefined: no series is highlighted. */
  readonly focused?: number | undefined;
  /** Unit of the value axis. */
  readonly unit?: string | undefined;
  /** Text at the end of the lower axis, over which no labels are drawn. */
  readonly endNote?: string | undefined;
}
/**
 * Returns the points of a series: `[x, y]`, where x is an instant or the index of a category. Buckets without a value
 * are left out, and so are values that a logarithmic axis cannot show.
 *
 * @param at position of a point within its time bucket: 0 is the start, 0.5 the middle
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
 * Returns the points of a line. On a time axis, a bucket without a value and a missing bucket interrupt the line by a
 * point whose value is null.
 *
 * @param at position of a point within its time bucket: 0 is the start, 0.5 the middle
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
    // Half a bucket is tolerated, because months, and days with a clock change, differ in length.
    if (before && bucket.start > before.end + (before.end - before.start) / 2) points.push([before.end, null]);
    const isDrawn = value !== null && (input.axis.type === 'linear' || value > 0);
    points.push([bucket.start + (bucket.end - bucket.start) * at, isDrawn ? value : null]);
  });
  return points;
}

/** Opacity of partial buckets. */
export const partialStrength = 0.4;

/**
 * Returns the extent of the value axis. A logarithmic axis starts at the smallest positive value. Undefined without
 * values, and on a logarithmic axis without positive values.
 */
export function axisExtent(
  extent: Extent,
  { series }: { readonly series: readonly Pick<ChartSeries, 'values'>[] },
  type: AxisType,
): Extent {
  if (type === 'linear' || !extent) return extent;
  const positive = extentOf(series.flatMap(({ values }) => values.filter((value) => value !== null && value > 0)));
  return positive && { min: positive.min, max: Math.max(extent.max, positive.max) };
}
type Extent = ReturnType<typeof extentOf>;

/** Returns the opacity of a series: 25 % while another series is highlighted, otherwise 100 %. */
export function strengthOf({ focused }: Pick<ChartInput, 'focused'>, index: number): number {
  return focused === undefined || focused === index ? 1 : 0.25;
}
