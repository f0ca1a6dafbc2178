/** Finds series of a bucket by their position in the plot. */
import type { ChartData } from '../../../../machines/pivot/chart-data.js';
import type { ValueAxis } from '../../../../machines/pivot/value-axis.js';
import { yOf, type PlotArea } from './plot.js';

/**
 * Returns the index of the series whose value in the bucket is nearest to `y` px from the top. In a stack, it is the
 * index of the series whose part of the stack is at `y`. Undefined when no value is within `reach` px.
 */
export function nearestSeries(
  { series }: ChartData,
  axis: ValueAxis,
  plot: PlotArea,
  index: number,
  y: number,
  stacked: boolean,
  reach = Infinity,
): number | undefined {
  let nearest: { readonly at: number; readonly distance: number } | undefined;
  let up = 0;
  let down = 0;
  for (const [at, { values }] of series.entries()) {
    const value = values[index];
    if (value === null || value === undefined) continue;
    let distance: number;
    if (stacked) {
      const from = value < 0 ? down : up;
      const to = from + value;
      if (value < 0) down = to;
      else up = to;
      const [one, other] = [
        yOf(axis, plot, from) ?? plot.top + plot.height,
        yOf(axis, plot, to) ?? plot.top + plot.height,
      ];
      const [high, low] = [Math.min(one, other), Math.max(one, other)];
      distance = y < high ? high - y : y > low ? y - low : 0;
    } else {
      distance = Math.abs((yOf(axis, plot, value) ?? plot.top + plot.height) - y);
    }
    if (distance <= reach && (!nearest || distance < nearest.distance)) nearest = { at, distance };
  }
  return nearest?.at;
}

/**
 * Returns the index of the next series (1) or the previous series (-1) whose value in the bucket is not zero. Without a
 * current series `from`, the search starts at the first or the last series. Returns `from` when there is no such
 * series.
 */
export function nextSeries(
  { series }: ChartData,
  index: number,
  from: number | undefined,
  step: 1 | -1,
): number | undefined {
  for (let at = from === undefined ? (step > 0 ? 0 : series.length - 1) : from + step; series[at]; at += step) {
    if (series[at]?.values[index]) return at;
  }
  return from;
}
