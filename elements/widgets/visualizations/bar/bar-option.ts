/** The bar chart as an option of the chart library: pure, so that it can be tested without drawing. */
import type { EChartsCoreOption } from 'echarts/core';
import { timeTicks } from '../../time/time-ticks.js';
import { bucketTotals, type ChartData } from '../chart-data.js';
import { formatAxisNumber } from '../number-format.js';
import type { ChartColors } from '../series-palette.js';
import { valueAxis, type ValueAxis } from '../value-axis.js';

export type BarMode = 'group' | 'stack' | 'relative' | 'overlay';

/** Where the plot lies in the widget, in px; the same numbers place crosshair, selection and tooltip. */
export interface PlotArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const axisFontSize = 12;
const labelHeight = 22;
const gapFraction = 0.12;
const timeLabelWidth = 96;
const categoryLabelWidth = 72;
const overlayOpacity = 0.75;

export function barMode(config: { visualization_config: Record<string, unknown> | null }, data: ChartData): BarMode {
  const stored = config.visualization_config?.['barmode'];
  if (stored === 'group' || stored === 'stack' || stored === 'relative' || stored === 'overlay') return stored;
  return data.series.some((series) => series.level) ? 'stack' : 'group';
}

export function barValueAxis(data: ChartData, mode: BarMode): ValueAxis {
  const stacked = mode === 'stack' || mode === 'relative';
  const values = stacked
    ? bucketTotals(data)
    : data.series.flatMap((series) => series.values.map((value) => value ?? 0));
  // Not spread into Math.max: a pivot may have more buckets than a call may have arguments.
  const highest = values.reduce((most, value) => Math.max(most, value), 0);
  return valueAxis(highest, 4, values.every(Number.isInteger));
}

export function plotArea(width: number, height: number, axis: ValueAxis): PlotArea {
  const longest = Math.max(formatAxisNumber(axis.max).length, formatAxisNumber(axis.step).length);
  const left = Math.max(28, longest * 7.5 + 16);
  const right = 16;
  const top = 10;
  return { left, top, width: Math.max(1, width - left - right), height: Math.max(1, height - top - labelHeight) };
}

export interface BarOptionInput {
  readonly data: ChartData;
  readonly mode: BarMode;
  readonly axis: ValueAxis;
  readonly plot: PlotArea;
  readonly zone: string;
  readonly colors: ChartColors;
  /** One colour per series. */
  readonly seriesColors: readonly string[];
  /** Index of the series that stays at full strength while the others fade. */
  readonly focused?: number | undefined;
}

export function barOption(input: BarOptionInput): EChartsCoreOption {
  const { plot, axis, colors } = input;
  const label = { color: colors.axisLabel, fontSize: axisFontSize, fontFamily: colors.font };
  const line = { show: true, lineStyle: { color: colors.axisLine, width: 1 }, onZero: false };
  return {
    // The option replaces everything on each change, so that an animation would run again and again.
    animation: false,
    grid: { left: plot.left, top: plot.top, width: plot.width, height: plot.height, outerBoundsMode: 'none' },
    xAxis: { ...xAxis(input), axisLabel: { ...label, ...xLabels(input) }, axisLine: line },
    yAxis: {
      type: 'value',
      min: 0,
      max: axis.max,
      interval: axis.step,
      axisLabel: { ...label, formatter: (value: number) => formatAxisNumber(value), margin: 8 },
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: colors.grid, width: 1 } },
    },
    series: series(input),
  };
}

function xAxis({ data }: BarOptionInput): Record<string, unknown> {
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

function xLabels({ data, plot, zone }: BarOptionInput): Record<string, unknown> {
  if (data.axis.type === 'category') {
    const every = Math.ceil((data.axis.labels.length * categoryLabelWidth) / plot.width);
    return { interval: Math.max(0, every - 1), width: categoryLabelWidth * every, overflow: 'truncate', margin: 6 };
  }
  const ticks = timeTicks(data.axis.from, data.axis.to, zone, Math.max(1, Math.floor(plot.width / timeLabelWidth)));
  const last = ticks.at(-1)?.at;
  const span = Math.max(1, data.axis.to - data.axis.from);
  const lastX = last === undefined ? undefined : ((last - data.axis.from) / span) * plot.width;
  const labels = new Map(ticks.map((tick) => [tick.at, tick.label]));
  return {
    customValues: ticks.map((tick) => tick.at),
    formatter: (value: number) => labels.get(Math.round(value)) ?? '',
    showMinLabel: true,
    showMaxLabel: true,
    // A label at the very end would be cut by the card.
    ...(lastX !== undefined && lastX > plot.width - 12 && { alignMaxLabel: 'right' }),
    hideOverlap: true,
    margin: 6,
  };
}

function series({ data, mode, plot, seriesColors, focused }: BarOptionInput): Record<string, unknown>[] {
  const stacked = mode === 'stack' || mode === 'relative';
  const abreast = mode === 'group' ? Math.max(1, data.series.length) : 1;
  const width = barWidth(data, plot) / abreast;
  return data.series.map((one, index) => ({
    type: 'bar',
    name: one.name,
    data: points(data, one.values, stacked),
    ...(stacked && { stack: 'all' }),
    ...(mode === 'overlay' && { barGap: '-100%' }),
    ...(mode === 'group' && { barGap: '0%' }),
    ...(data.axis.type === 'time' ? { barWidth: Math.max(1, width) } : { barCategoryGap: `${gapFraction * 100}%` }),
    silent: true,
    itemStyle: {
      color: seriesColors[index],
      opacity: (mode === 'overlay' ? overlayOpacity : 1) * (focused === undefined || focused === index ? 1 : 0.25),
      borderRadius: stacked || width < 4 ? 0 : [1, 1, 0, 0],
    },
  }));
}

/** Stacks need every series to have every bucket: the library stacks by position. */
function points(data: ChartData, values: readonly (number | null)[], stacked: boolean): unknown[] {
  const { axis } = data;
  if (axis.type === 'category') return [...values];
  return axis.buckets.flatMap((bucket, index) => {
    const value = values[index] ?? (stacked ? 0 : null);
    return value === null ? [] : [[(bucket.start + bucket.end) / 2, value]];
  });
}

/** Width in px of the bars of one bucket, the gap taken off. */
function barWidth({ axis }: ChartData, plot: PlotArea): number {
  if (axis.type === 'category') return (plot.width / Math.max(1, axis.labels.length)) * (1 - gapFraction);
  const shortest = axis.buckets.reduce((least, bucket) => Math.min(least, bucket.end - bucket.start), Infinity);
  const band = (plot.width * Math.min(shortest, axis.to - axis.from)) / Math.max(1, axis.to - axis.from);
  return band * (1 - gapFraction);
}
