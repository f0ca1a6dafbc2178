/** Axes and frame of a chart as an option of the chart library: pure, so that it can be tested without drawing. */
import type { EChartsCoreOption } from 'echarts/core';
import { extentOf } from '../../../../machines/pivot/numbers.js';
import { axisTicks, type AxisType, type ValueAxis } from '../../../../machines/pivot/value-axis.js';
import { timeTicks } from '../../time/time-ticks.js';
import { shortLabels } from '../category-texts.js';
import { formatAxisMeasured } from '../measured.js';
import type { ChartColors } from '../series-palette.js';
import type { StyledData } from '../series-style.js';
import { labelWidth, slant, widestLabel, type PlotArea } from './plot.js';

export interface ChartOptionInput {
  readonly data: StyledData;
  readonly axis: ValueAxis;
  readonly plot: PlotArea;
  readonly zone: string;
  readonly colors: ChartColors;
  /** One colour per series. */
  readonly seriesColors: readonly string[];
  /** Index of the series that stays at full strength while the others fade. */
  readonly focused?: number | undefined;
  /** Of the value axis. */
  readonly unit?: string | undefined;
}
/** The series of one kind of chart as the library takes them. */
export type SeriesOption = Readonly<Record<string, unknown>>;

/** Both in font sizes. */
const timeLabel = 5;
const secondsLabel = 7.5;
/** px right of the plot that a label may reach into. */
const edgePx = 14;

export function chartOption(input: ChartOptionInput, series: readonly SeriesOption[]): EChartsCoreOption {
  const { plot, axis, colors } = input;
  const label = { color: colors.axisLabel, fontSize: colors.axisFontSize, fontFamily: colors.font };
  const line = { show: true, lineStyle: { color: colors.axisLine, width: 1 }, onZero: axis.min < 0 };
  const logarithmic = axis.type === 'logarithmic';
  return {
    // The option replaces everything on each change, so that an animation would run again and again.
    animation: false,
    grid: { left: plot.left, top: plot.top, width: plot.width, height: plot.height, outerBoundsMode: 'none' },
    xAxis: { ...xAxis(input), axisLabel: { ...label, ...xLabels(input) }, axisLine: line },
    yAxis: {
      type: logarithmic ? 'log' : 'value',
      min: axis.min,
      max: axis.max,
      interval: axis.step,
      ...(logarithmic && { logBase: 10, startValue: axis.min }),
      axisLabel: {
        ...label,
        customValues: [...axisTicks(axis)],
        formatter: (value: number) => formatAxisMeasured(value, input.unit),
        margin: 8,
      },
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: colors.grid, width: 1 } },
    },
    series: [...series],
  };
}

function xAxis({ data }: ChartOptionInput): Record<string, unknown> {
  const quiet = { axisTick: { show: false }, splitLine: { show: false } };
  if (data.axis.type === 'category') {
    return { type: 'category', data: data.axis.labels, ...quiet };
  }
  // Real time, not wall-clock time: the hour that a clock change repeats or skips has its true place and width.
  return {
    type: 'value',
    min: data.axis.from,
    max: Math.max(data.axis.to, data.axis.from + 1),
    containShape: false,
    ...quiet,
  };
}

function xLabels({ data, plot, zone, colors }: ChartOptionInput): Record<string, unknown> {
  const size = colors.axisFontSize;
  if (data.axis.type === 'category') {
    const names = shortLabels(data.axis.labels);
    if (plot.slanted !== undefined) {
      return {
        interval: 0,
        formatter: (_name: string, index: number) => names[index] ?? '',
        rotate: slant,
        width: plot.slanted,
        overflow: 'truncate',
        margin: 6,
      };
    }
    const count = Math.max(1, names.length);
    const band = plot.width / count;
    const longest = names.reduce((most, name) => Math.max(most, labelWidth(name, size)), 1);
    const wanted = Math.min(size * widestLabel, longest + 10);
    const every = Math.max(1, Math.ceil(wanted / band));
    const width = Math.max(size * 2, band * every - 8);
    // A label at the very end would be cut by the card.
    const fits = (index: number) =>
      (count - index - 0.5) * band + edgePx >= Math.min(width, (names[index]?.length ?? 0) * size * 0.55) / 2;
    return {
      interval: (index: number) => index % every === 0 && (index === 0 || fits(index)),
      formatter: (_name: string, index: number) => names[index] ?? '',
      width,
      overflow: 'truncate',
      margin: 6,
    };
  }
  const { from, to } = data.axis;
  const ticksOf = (label: number) => timeTicks(from, to, zone, Math.max(1, Math.floor(plot.width / (size * label))));
  const close = ticksOf(timeLabel);
  // With seconds they need more room.
  const ticks = close.some(({ label }) => /:\d\d:/.test(label)) ? ticksOf(secondsLabel) : close;
  const last = ticks.at(-1)?.at;
  const span = Math.max(1, data.axis.to - data.axis.from);
  const lastX = last === undefined ? undefined : ((last - data.axis.from) / span) * plot.width;
  const first = ticks[0]?.at;
  const firstX = first === undefined ? undefined : ((first - from) / span) * plot.width;
  const labels = new Map(ticks.map((tick) => [tick.at, tick.label]));
  return {
    customValues: ticks.map((tick) => tick.at),
    formatter: (value: number) => labels.get(Math.round(value)) ?? '',
    showMinLabel: true,
    showMaxLabel: true,
    // A label at the very end would be cut by the card.
    ...(lastX !== undefined && lastX > plot.width - size && { alignMaxLabel: 'right' }),
    // One at the very start would run into those of the other axis.
    ...(firstX !== undefined && firstX < size && { alignMinLabel: 'left' }),
    hideOverlap: true,
    margin: 6,
  };
}

/**
 * The points of one series: `[x, y]`, x an instant or the position of a category. Buckets without a value are left out
 * ("null values removed per trace"), values that a logarithmic axis cannot hold as well.
 * @param at where in its bucket a point of a time axis lies, 0 the start, 0.5 the middle
 */
export function pointsOf(
  { data, axis }: Pick<ChartOptionInput, 'data' | 'axis'>,
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

/** What a value axis has to hold; a logarithmic one has no place for anything but positive values, down to the smallest. */
export function axisExtent(extent: Extent, { series }: Pick<StyledData, 'series'>, type: AxisType): Extent {
  if (type === 'linear' || !extent) return extent;
  const positive = extentOf(series.flatMap(({ values }) => values.filter((value) => value !== null && value > 0)));
  return positive && { min: positive.min, max: Math.max(extent.max, positive.max) };
}
type Extent = ReturnType<typeof extentOf>;

/** Strength of a series: the others fade to 25 % while one is focused. */
export function strengthOf({ focused }: Pick<ChartOptionInput, 'focused'>, index: number): number {
  return focused === undefined || focused === index ? 1 : 0.25;
}
