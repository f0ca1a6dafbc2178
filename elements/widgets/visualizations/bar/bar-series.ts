/** Bars as series of the chart library, in the four modes of spec 2 §3. */
import { bucketTotals } from '../../../../machines/pivot/chart-data.js';
import { extentOf } from '../../../../machines/pivot/numbers.js';
import type { ChartOptionInput, SeriesOption } from '../cartesian/chart-option.js';
import { strengthOf } from '../cartesian/chart-option.js';
import type { PlotArea } from '../cartesian/plot.js';
import type { StyledData } from '../series-style.js';

export type BarMode = 'group' | 'stack' | 'relative' | 'overlay';

const gapFraction = 0.12;
const overlayOpacity = 0.75;
/** From here on bars are drawn in one stroke, without corners. */
const manyBars = 5_000;

/** The stored mode, else group (spec 2 §3); levels that nobody chose a mode for are stacked. */
export function barModeOf(config: { visualization_config: Record<string, unknown> | null }, data: StyledData): BarMode {
  const stored = config.visualization_config?.['barmode'];
  if (stored === 'group' || stored === 'stack' || stored === 'relative' || stored === 'overlay') return stored;
  return data.series.some((series) => series.level) ? 'stack' : 'group';
}

export const isStacked = (mode: BarMode): boolean => mode === 'stack' || mode === 'relative';

/** What the value axis must hold: sums for stacks, positive and negative ones apart in the relative mode. */
export function barExtent(data: StyledData, mode: BarMode): ReturnType<typeof extentOf> {
  if (mode === 'stack') {
    const anyNegative = data.series.some(({ values }) => values.some((value) => value !== null && value < 0));
    if (!anyNegative) return extentOf(bucketTotals(data));
  }
  if (!isStacked(mode)) return extentOf(valuesOf(data));
  const half = (sign: 1 | -1) => ({
    ...data,
    series: data.series.map((one) => ({
      ...one,
      values: one.values.map((value) => (value !== null && value * sign > 0 ? value : null)),
    })),
  });
  return extentOf([...bucketTotals(half(1)), ...bucketTotals(half(-1))]);
}

function* valuesOf({ series }: StyledData): Iterable<number | null> {
  for (const { values } of series) yield* values;
}

export function barSeries(input: ChartOptionInput, mode: BarMode): SeriesOption[] {
  const { data, plot, seriesColors } = input;
  const stacked = isStacked(mode);
  const abreast = mode === 'group' ? Math.max(1, data.series.length) : 1;
  const width = barWidth(data, plot) / abreast;
  const many = data.series.reduce((sum, { values }) => sum + values.length, 0) > manyBars;
  return data.series.map((one, index) => ({
    type: 'bar',
    name: one.name,
    data: points(input, one.values, stacked),
    ...(stacked && { stack: 'all', stackStrategy: mode === 'relative' ? 'samesign' : 'all' }),
    ...(mode === 'overlay' && { barGap: '-100%' }),
    ...(mode === 'group' && { barGap: '0%' }),
    ...(data.axis.type === 'time' ? { barWidth: Math.max(1, width) } : { barCategoryGap: `${gapFraction * 100}%` }),
    ...(many && { large: true, largeThreshold: 1 }),
    silent: true,
    itemStyle: {
      color: seriesColors[index],
      opacity: (mode === 'overlay' ? overlayOpacity : 1) * strengthOf(input, index),
      borderRadius: stacked || width < 4 ? 0 : [1, 1, 0, 0],
    },
  }));
}

/** Stacks need every series to have every bucket: the library stacks by position. */
function points({ data, axis }: ChartOptionInput, values: readonly (number | null)[], stacked: boolean): unknown[] {
  const { axis: x } = data;
  const shown = (value: number | null | undefined): number | null => {
    if (value == null || (axis.type === 'logarithmic' && !(value > 0))) return stacked ? 0 : null;
    return value;
  };
  if (x.type === 'category') return x.labels.map((_label, index) => shown(values[index]));
  return x.buckets.flatMap((bucket, index) => {
    const value = shown(values[index]);
    return value === null ? [] : [[(bucket.start + bucket.end) / 2, value]];
  });
}

/** Width in px of the bars of one bucket, the gap taken off. */
function barWidth({ axis }: StyledData, plot: PlotArea): number {
  if (axis.type === 'category') return (plot.width / Math.max(1, axis.labels.length)) * (1 - gapFraction);
  const shortest = axis.buckets.reduce((least, bucket) => Math.min(least, bucket.end - bucket.start), Infinity);
  const band = (plot.width * Math.min(shortest, axis.to - axis.from)) / Math.max(1, axis.to - axis.from);
  return band * (1 - gapFraction);
}
