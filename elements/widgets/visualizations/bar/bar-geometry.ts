/** Between px of the plot, instants and buckets. */
import type { ChartData } from '../chart-data.js';
import type { PlotArea } from './bar-option.js';

export function bucketCount({ axis }: ChartData): number {
  return axis.type === 'time' ? axis.buckets.length : axis.labels.length;
}

/** The instant (ms) at `x` px; only meaningful on a time axis. */
export function instantAt({ axis }: ChartData, plot: PlotArea, x: number): number {
  if (axis.type === 'category') return 0;
  return axis.from + ((x - plot.left) / plot.width) * (axis.to - axis.from);
}

/** The bucket at `x` px, undefined beside the bars. */
export function bucketAt(data: ChartData, plot: PlotArea, x: number): number | undefined {
  const { axis } = data;
  if (x < plot.left || x > plot.left + plot.width) return undefined;
  const found =
    axis.type === 'category'
      ? Math.floor(((x - plot.left) / plot.width) * axis.labels.length)
      : bucketOfInstant(axis.buckets, instantAt(data, plot, x));
  return found >= 0 && found < bucketCount(data) ? found : undefined;
}

function bucketOfInstant(
  buckets: readonly { readonly start: number; readonly end: number }[],
  instant: number,
): number {
  return buckets.findIndex((bucket) => bucket.start <= instant && instant < bucket.end);
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

/** Start and end of a bucket in ms; zeros on a category axis. */
export function bucketBounds({ axis }: ChartData, index: number): { start: number; end: number } {
  return (axis.type === 'time' ? axis.buckets[index] : undefined) ?? { start: 0, end: 0 };
}
