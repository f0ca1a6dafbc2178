/** Between px of the plot, instants, buckets and values. */
import type { ChartData, TimeBucket } from '../../../../machines/pivot/chart-data.js';
import { bucketCount } from '../../../../machines/pivot/chart-data.js';
import { axisTicks, shareOf, type ValueAxis } from '../../../../machines/pivot/value-axis.js';
import { axisCaption, formatAxisMeasured } from '../measured.js';

/** Area of the plot in the widget, in px; the same numbers place crosshair, selection and tooltip. */
export interface PlotArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** px along a slanted category label; absent when all lie flat. */
  readonly slanted?: number;
}

/** Degrees. */
export const slant = 35;
const rise = Math.sin((slant * Math.PI) / 180);
/** Largest width of a category label, in font sizes. */
export const widestLabel = 9;
const run = Math.cos((slant * Math.PI) / 180);

/**
 * @param fontSize of the axis labels, px
 * @param categories names along the lower axis, when it is one of categories
 */
export function plotArea(
  width: number,
  height: number,
  axis: ValueAxis,
  fontSize = 12,
  unit?: string,
  categories: readonly string[] = [],
): PlotArea {
  const longest = axisTicks(axis).reduce((most, tick) => Math.max(most, formatAxisMeasured(tick, unit).length), 0);
  const left = Math.max(28, longest * fontSize * 0.625 + 16);
  const right = 16;
  const top = 10 + (axisCaption(axisTicks(axis), unit) === undefined ? 0 : fontSize + 4);
  const flat = fontSize + 10;
  const inner = Math.max(1, width - left - right);
  const slanted = slantedLabels(categories, inner, left, height, fontSize);
  const labelHeight = slanted === undefined ? flat : Math.ceil(slanted * rise) + flat - 4;
  return {
    left,
    top,
    width: inner,
    height: Math.max(1, height - top - labelHeight),
    ...(slanted !== undefined && { slanted }),
  };
}

/** Grid lines above the lowest one, so that their labels do not touch; at most four. @param height of the chart, px */
export function linesOf(height = Infinity, fontSize = 12): number {
  return Math.max(1, Math.min(4, Math.floor((height - fontSize - 20) / (fontSize * 2))));
}

/** Estimated width of a name, in px. */
export const labelWidth = (name: string, fontSize: number): number => name.length * fontSize * 0.6;

/** Names that would not all fit side by side are slanted, if that shows them all and leaves the plot enough height. */
function slantedLabels(
  names: readonly string[],
  width: number,
  left: number,
  height: number,
  fontSize: number,
): number | undefined {
  if (names.length === 0) return undefined;
  const band = width / names.length;
  const longest = names.reduce((most, name) => Math.max(most, labelWidth(name, fontSize)), 0);
  // Slanted labels stand side by side at this angle only while each has its own height and the first stays inside the card.
  if (Math.min(fontSize * widestLabel, longest + 10) <= band || band * rise < fontSize) return undefined;
  const along = Math.min(longest, fontSize * widestLabel, (left + band / 2 - 4) / run, (height * 0.3) / rise);
  return along >= Math.min(longest, fontSize * 4) ? Math.floor(along) : undefined;
}

/** The instant (ms) at `x` px; only meaningful on a time axis. */
export function instantAt({ axis }: ChartData, plot: PlotArea, x: number): number {
  if (axis.type === 'category') return 0;
  return axis.from + ((x - plot.left) / plot.width) * (axis.to - axis.from);
}

/** The bucket at `x` px, undefined beside the buckets. */
export function bucketAt(data: ChartData, plot: PlotArea, x: number): number | undefined {
  const { axis } = data;
  if (x < plot.left || x > plot.left + plot.width) return undefined;
  const found =
    axis.type === 'category'
      ? Math.floor(((x - plot.left) / plot.width) * axis.labels.length)
      : bucketOfInstant(axis.buckets, instantAt(data, plot, x));
  return found >= 0 && found < bucketCount(data) ? found : undefined;
}

/** The bucket that holds an instant (ms); -1 when none does. Buckets are in order. */
export function bucketOfInstant(buckets: readonly TimeBucket[], instant: number): number {
  let low = 0;
  let high = buckets.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const bucket = buckets[middle];
    if (bucket === undefined || instant < bucket.start) high = middle - 1;
    else if (instant >= bucket.end) low = middle + 1;
    else return middle;
  }
  return -1;
}

/** An instant (ms) in px; only meaningful on a time axis. */
export function xOfInstant({ axis }: ChartData, plot: PlotArea, instant: number): number {
  if (axis.type === 'category') return plot.left;
  return plot.left + ((instant - axis.from) / Math.max(1, axis.to - axis.from)) * plot.width;
}

/** Middle of a bucket in px. */
export function xOf(data: ChartData, plot: PlotArea, index: number): number {
  const { axis } = data;
  if (axis.type === 'category') return plot.left + ((index + 0.5) / axis.labels.length) * plot.width;
  const { start, end } = bucketBounds(data, index);
  return xOfInstant(data, plot, (start + end) / 2);
}

/** A value in px from the top; undefined where the axis has no place for it. */
export function yOf(axis: ValueAxis, plot: PlotArea, value: number): number | undefined {
  const share = shareOf(axis, value);
  return share === undefined ? undefined : plot.top + (1 - share) * plot.height;
}

/** Start and end of a bucket in ms; zeros on a category axis. */
export function bucketBounds({ axis }: ChartData, index: number): { start: number; end: number } {
  return (axis.type === 'time' ? axis.buckets[index] : undefined) ?? { start: 0, end: 0 };
}

/** The instant (ms) in the middle of a bucket of a time axis. */
export function bucketMiddle(data: ChartData, index: number): number {
  const { start, end } = bucketBounds(data, index);
  return (start + end) / 2;
}

/** The bucket that an instant (ms) of another chart falls into. */
export function bucketOf({ axis }: ChartData, instant: number | undefined): number | undefined {
  if (instant === undefined || axis.type === 'category') return undefined;
  const found = bucketOfInstant(axis.buckets, instant);
  return found < 0 ? undefined : found;
}
