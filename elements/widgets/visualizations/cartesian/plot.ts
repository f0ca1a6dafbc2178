/** Converts between px of the plot, instants, buckets and values. */
import type { ChartData, TimeBucket } from '../../../../machines/pivot/chart-data.js';
import { bucketCount } from '../../../../machines/pivot/chart-data.js';
import { axisTicks, shareOf, type ValueAxis } from '../../../../machines/pivot/value-axis.js';
import { formatAxisMeasured } from '../measured.js';

/** Area of the plot within the widget in px; crosshair, selection and tooltip use the same coordinates. */
export interface PlotArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Maximum length in px of the slanted category labels; absent when labels are horizontal. */
  readonly slanted?: number;
}

/** Angle of slanted labels in degrees. */
export const slant = 35;
const rise = Math.sin((slant * Math.PI) / 180);
/** Maximum width of a category label, in multiples of the font size. */
export const widestLabel = 9;
const run = Math.cos((slant * Math.PI) / 180);

/**
 * Returns the area of the plot in a chart, which leaves room for the labels of both axes.
 *
 * @param width width of the chart in px
 * @param height height of the chart in px
 * @param axis value axis
 * @param fontSize font size of the axis labels in px
 * @param unit unit of the value axis
 * @param categories names on the lower axis, for a category axis
 * @param second axis at the right; the names of the metrics are then above both axes
 * @param headroom height in px above the plot for the texts of marks
 * @param captioned true if a text is above the first axis, such as its unit
 */
export function plotArea(
  width: number,
  height: number,
  axis: ValueAxis,
  fontSize = 12,
  unit?: string,
  categories: readonly string[] = [],
  second?: { readonly axis: ValueAxis; readonly unit: string | undefined },
  headroom = 0,
  captioned = false,
): PlotArea {
  const roomOf = (of: ValueAxis, measured: string | undefined): number => {
    const longest = axisTicks(of).reduce((most, tick) => Math.max(most, formatAxisMeasured(tick, measured).length), 0);
    return Math.max(28, longest * fontSize * 0.625 + 16);
  };
  const left = roomOf(axis, unit);
  const right = second ? roomOf(second.axis, second.unit) : 16;
  const top = 10 + headroom + (second || captioned ? fontSize + 4 : 0);
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

/**
 * Returns the number of grid lines above the lowest grid line, from one to four, so that their labels do not touch.
 *
 * @param height height of the chart in px
 * @param fontSize font size of the axis labels in px
 */
export function linesOf(height = Infinity, fontSize = 12): number {
  return Math.max(1, Math.min(4, Math.floor((height - fontSize - 20) / (fontSize * 2))));
}

/** Returns the estimated width of a name in px. */
export const labelWidth = (name: string, fontSize: number): number => name.length * fontSize * 0.6;

/**
 * Returns the maximum length in px of slanted names. Undefined if the names fit side by side, or if slanted names have
 * too little room between each other, at the left, or in the height that they may take from the plot.
 */
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
  // Slanted labels only fit while each has its own line height and the first stays inside the card.
  if (Math.min(fontSize * widestLabel, longest + 10) <= band || band * rise < fontSize) return undefined;
  const along = Math.min(longest, fontSize * widestLabel, (left + band / 2 - 4) / run, (height * 0.3) / rise);
  return along >= Math.min(longest, fontSize * 4) ? Math.floor(along) : undefined;
}

/** Returns the instant in epoch milliseconds at `x` px; only valid on a time axis. */
export function instantAt({ axis }: ChartData, plot: PlotArea, x: number): number {
  if (axis.type === 'category') return 0;
  return axis.from + ((x - plot.left) / plot.width) * (axis.to - axis.from);
}

/** Returns the index of the bucket at `x` px; undefined outside all buckets. */
export function bucketAt(data: ChartData, plot: PlotArea, x: number): number | undefined {
  const { axis } = data;
  if (x < plot.left || x > plot.left + plot.width) return undefined;
  const found =
    axis.type === 'category'
      ? Math.floor(((x - plot.left) / plot.width) * axis.labels.length)
      : bucketOfInstant(axis.buckets, instantAt(data, plot, x));
  return found >= 0 && found < bucketCount(data) ? found : undefined;
}

/** Returns the index of the bucket that contains an instant; -1 if none does. The buckets must be sorted. */
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

/** Returns the horizontal position of an instant in px; only valid on a time axis. */
export function xOfInstant({ axis }: ChartData, plot: PlotArea, instant: number): number {
  if (axis.type === 'category') return plot.left;
  return plot.left + ((instant - axis.from) / Math.max(1, axis.to - axis.from)) * plot.width;
}

/** Returns the horizontal centre of a bucket in px. */
export function xOf(data: ChartData, plot: PlotArea, index: number): number {
  const { axis } = data;
  if (axis.type === 'category') return plot.left + ((index + 0.5) / axis.labels.length) * plot.width;
  const { start, end } = bucketBounds(data, index);
  return xOfInstant(data, plot, (start + end) / 2);
}

/** Part of a bucket's width that is left free beside its bars. */
const gapFraction = 0.12;

/**
 * Returns the left edge and the width of a bar in px. Bars over time are as wide as their buckets; a bucket that a
 * change of the clock cuts is shorter than the others.
 * @param abreast number of bars that stand side by side in each bucket
 * @param place index of the bar among them
 */
export function barPlace(
  data: ChartData,
  plot: PlotArea,
  index: number,
  abreast: number,
  place: number,
): { readonly left: number; readonly width: number } {
  const { axis } = data;
  const { start, end } = bucketBounds(data, index);
  const share =
    axis.type === 'category'
      ? 1 / Math.max(1, axis.labels.length)
      : Math.min(1, (end - start) / Math.max(1, axis.to - axis.from));
  const own = (plot.width * share * (1 - gapFraction)) / abreast;
  const width = axis.type === 'time' ? Math.max(1, own) : own;
  return { left: xOf(data, plot, index) + width * ((abreast > 1 ? place : 0) - abreast / 2), width };
}

/** Returns the position of a value in px from the top; undefined if the axis cannot show it. */
export function yOf(axis: ValueAxis, plot: PlotArea, value: number): number | undefined {
  const share = shareOf(axis, value);
  return share === undefined ? undefined : plot.top + (1 - share) * plot.height;
}

/**
 * Returns start and end of a bucket in epoch milliseconds; zeros on a category axis and for an index without a bucket.
 */
export function bucketBounds({ axis }: ChartData, index: number): { start: number; end: number } {
  return (axis.type === 'time' ? axis.buckets[index] : undefined) ?? { start: 0, end: 0 };
}

/** Returns the instant in epoch milliseconds at the centre of a bucket on a time axis. */
export function bucketMiddle(data: ChartData, index: number): number {
  const { start, end } = bucketBounds(data, index);
  return (start + end) / 2;
}

/** Returns the index of the bucket that contains an instant of another chart; undefined if none does. */
export function bucketOf({ axis }: ChartData, instant: number | undefined): number | undefined {
  if (instant === undefined || axis.type === 'category') return undefined;
  const found = bucketOfInstant(axis.buckets, instant);
  return found < 0 ? undefined : found;
}
