/** Computes bars as rectangles in the four modes of spec 2 §3. The functions are pure. */
import type { AggregationConfig } from '../../../../api/contract/views.schema.js';
import { bucketCount, bucketTotals } from '../../../../machines/pivot/chart-data.js';
import { countedSeries } from '../../../../machines/pivot/computed-metric.js';
import { extentOf } from '../../../../machines/pivot/numbers.js';
import { isRestKey } from '../../../../machines/pivot/rest-of-values.js';
import type { ValueAxis } from '../../../../machines/pivot/value-axis.js';
import { strengthOf, partialStrength, type ChartInput } from '../cartesian/chart-input.js';
import { barPlace, yOf, type PlotArea } from '../cartesian/plot.js';
import type { StyledData } from '../series-style.js';

export type BarMode = 'group' | 'stack' | 'relative' | 'overlay';

const overlayOpacity = 0.75;
/** Width in px from which a bar that is not stacked has rounded corners. */
const roundFrom = 4;

/** Functions whose values of several groups add up to the value of all of them. */
const addsUp: ReadonlySet<string> = new Set(['count', 'sum']);

/**
 * Returns the stored mode (spec 2 §3); without one, `stack` for counts and sums by level, and `group` for other series.
 * Values of different functions, such as a count and a percentile, are never stacked, because their sum has no meaning.
 */
export function barModeOf(
  config: Pick<AggregationConfig, 'visualization_config' | 'series'>,
  { series }: { readonly series: readonly Pick<StyledData['series'][number], 'level'>[] },
): BarMode {
  const stored = config.visualization_config?.['barmode'];
  if (stored === 'group' || stored === 'overlay') return stored;
  const [functionName = '', ...others] = new Set(config.series.map((one) => functionOf(one.function)));
  if (others.length > 0) return 'group';
  if (stored === 'stack' || stored === 'relative') return stored;
  return addsUp.has(functionName) && series.some(({ level }) => level) ? 'stack' : 'group';
}

/** Returns the name of a metric's function; a formula is a function of its own. */
const functionOf = (metric: string): string => countedSeries(metric)?.type ?? metric;

export const isStacked = (mode: BarMode): boolean => mode === 'stack' || mode === 'relative';

/**
 * Returns the extent of the value axis: of the sums of each bucket for stacked bars, of the values otherwise. Positive
 * and negative values are summed separately.
 */
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

/** A bar in px, clipped to the plot; `down` is true for a bar below zero. */
interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly down: boolean;
}
export interface BarSeries {
  readonly color: string;
  readonly opacity: number;
  readonly round: boolean;
  readonly bars: readonly Bar[];
}

/**
 * Returns the bars of each series in drawing order. Bars look different if their buckets are partial or if they stand
 * for all omitted values. Such bars are a separate item after the item of their series.
 */
export function barSeries(input: ChartInput, mode: BarMode): BarSeries[] {
  const { data, axis, plot, seriesColors } = input;
  const stacked = isStacked(mode);
  const abreast = barsAbreast(data, mode);
  const isWide = (index: number): boolean => barPlace(data, plot, index, abreast, 0).width >= roundFrom;
  const round = !stacked && Array.from({ length: bucketCount(data) }, (_each, index) => index).some(isWide);
  // Ends of the stacks of each bucket so far: one stack grows upwards from zero and one downwards.
  const piles = { up: [] as number[], down: [] as number[] };
  // The bar of all omitted values is grey only if there is a single series. With several series the colour of a bar
  // must identify its series.
  const isApart = (index: number): boolean =>
    data.axis.type === 'time'
      ? data.axis.buckets[index]?.partial === true
      : data.series.length === 1 && isRestKey(data.axis.keys[index]?.[0]);
  return data.series.flatMap(({ values }, place) => {
    const bars = values.map((value, index) => {
      if (value === null || (axis.type === 'logarithmic' && !(value > 0))) return undefined;
      const pile = value < 0 ? piles.down : piles.up;
      const from = stacked ? (pile[index] ?? 0) : 0;
      if (stacked) pile[index] = from + value;
      return clipped(axis, plot, { ...barPlace(data, plot, index, abreast, place), from, to: from + value });
    });
    const look = {
      color: seriesColors[place] ?? '',
      opacity: (mode === 'overlay' ? overlayOpacity : 1) * strengthOf(input, place),
      round,
    };
    const isBar = (bar: Bar | undefined): bar is Bar => bar !== undefined;
    const whole = { ...look, bars: bars.filter((_bar, index) => !isApart(index)).filter(isBar) };
    const apart = bars.filter((_bar, index) => isApart(index)).filter(isBar);
    if (apart.length === 0) return [whole];
    const otherLook =
      data.axis.type === 'time' ? { opacity: look.opacity * partialStrength } : { color: input.colors.unknown };
    return [whole, { ...look, ...otherLook, bars: apart }];
  });
}

interface Extent {
  readonly left: number;
  readonly width: number;
  readonly from: number;
  readonly to: number;
}

function clipped(axis: ValueAxis, plot: PlotArea, { left, width, from, to }: Extent): Bar | undefined {
  const bottom = plot.top + plot.height;
  // Values that a logarithmic axis cannot show are placed at the lower edge of the plot.
  const [start, end] = [from, to].map((value) =>
    Math.min(bottom, Math.max(plot.top, yOf(axis, plot, value) ?? bottom)),
  ) as [number, number];
  const x = Math.max(plot.left, left);
  const right = Math.min(plot.left + plot.width, left + width);
  if (!(right > x) || start === end) return undefined;
  return { x, y: Math.min(start, end), width: right - x, height: Math.abs(end - start), down: end > start };
}

/** Returns the number of bars that stand side by side in each bucket. */
export const barsAbreast = (data: StyledData, mode: BarMode): number =>
  mode === 'group' ? Math.max(1, data.series.length) : 1;
