/** Computes the statistics of a series in a time chart. */
import type { AggregationConfig } from '../../../api/contract/views.schema.js';
import { withPartial, type ChartData } from '../../../machines/pivot/chart-data.js';
import { extentOf } from '../../../machines/pivot/numbers.js';
import { zeroFilled, type FilledSpan } from '../../../machines/pivot/zero-filled.js';

interface SeriesFigures {
  readonly min: number;
  readonly avg: number;
  readonly max: number;
  readonly last: number;
}

/** Returns the statistics of the buckets with a value; undefined without any value. */
export function figuresOf(values: readonly (number | null)[]): SeriesFigures | undefined {
  const found = values.filter((value) => value !== null);
  const extent = extentOf(found);
  const last = found.at(-1);
  if (!extent || last === undefined) return undefined;
  return { ...extent, avg: found.reduce((sum, value) => sum + value, 0) / found.length, last };
}

/**
 * Returns the values of each series for its statistics. A count without messages is 0, also in a bar chart, which does
 * not draw a bar for it. A bucket that the range or the present cuts is left out, because its value does not cover the
 * whole bucket.
 * @param ofAllTime true if all time was searched, so that the range cuts no bucket
 */
export function wholeValues(
  data: ChartData,
  config: AggregationConfig,
  span: FilledSpan,
  ofAllTime: boolean | undefined,
): readonly (readonly (number | null)[])[] {
  const filled = zeroFilled(data, config, span);
  const { axis, series } = withPartial(filled, span.now, ofAllTime ? undefined : span.range);
  const isWhole = (_value: unknown, index: number): boolean =>
    axis.type === 'category' || !axis.buckets[index]?.partial;
  return series.map(({ values }) => values.filter(isWhole));
}
