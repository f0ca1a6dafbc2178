/** Builds the chart library's option for axes and frame. The functions are pure. */
import type { EChartsCoreOption } from 'echarts/core';
import { axisTicks } from '../../../../machines/pivot/value-axis.js';
import { cutToWidth } from '../cut-text.js';
import { formatAxisMeasured } from '../measured.js';
import { axisLabels, labelGap, valueLabelGap, type AxisLabels } from './axis-labels.js';
import type { ChartInput } from './chart-input.js';
import { slant } from './plot.js';

/** Series in the format of the chart library. */
export type SeriesOption = Readonly<Record<string, unknown>>;

export function chartOption(input: ChartInput, series: readonly SeriesOption[]): EChartsCoreOption {
  const { plot, axis, colors } = input;
  const label = { color: colors.axisLabel, fontSize: colors.axisFontSize, fontFamily: colors.font };
  const line = { show: true, lineStyle: { color: colors.axisLine, width: 1 }, onZero: axis.min < 0 };
  const logarithmic = axis.type === 'logarithmic';
  return {
    // Each change replaces the whole option, so an animation would run again at each change.
    animation: false,
    grid: { left: plot.left, top: plot.top, width: plot.width, height: plot.height, outerBoundsMode: 'none' },
    xAxis: {
      ...xAxis(input),
      axisLabel: { ...label, ...xLabels(axisLabels(input), cutToWidth(`${label.fontSize}px ${label.fontFamily}`)) },
      axisLine: line,
    },
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
        margin: valueLabelGap,
      },
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: colors.grid, width: 1 } },
    },
    series: [...series],
  };
}

function xAxis({ data }: ChartInput): Record<string, unknown> {
  const quiet = { axisTick: { show: false }, splitLine: { show: false } };
  if (data.axis.type === 'category') {
    return { type: 'category', data: data.axis.labels, ...quiet };
  }
  // The axis is linear in elapsed time and not in local time, so an hour that a clock change repeats or skips has its
  // true position and width.
  return {
    type: 'value',
    min: data.axis.from,
    max: Math.max(data.axis.to, data.axis.from + 1),
    containShape: false,
    ...quiet,
  };
}

function xLabels(
  { labels, width = Infinity, slanted, by, end }: AxisLabels,
  cut: ReturnType<typeof cutToWidth>,
): Record<string, unknown> {
  if (by === 'index') {
    const byIndex = new Map(labels.map(({ at, text, width: own = width }) => [at, cut(text, own, end)]));
    return {
      interval: (index: number) => byIndex.has(index),
      formatter: (_name: string, index: number) => byIndex.get(index) ?? '',
      margin: labelGap,
      ...(slanted && { rotate: slant }),
    };
  }
  const byInstant = new Map(labels.map(({ at, text }) => [at, text]));
  return {
    customValues: labels.map(({ at }) => at),
    formatter: (value: number) => byInstant.get(Math.round(value)) ?? '',
    showMinLabel: true,
    showMaxLabel: true,
    ...(labels.at(-1)?.align === 'right' && { alignMaxLabel: 'right' }),
    ...(labels[0]?.align === 'left' && { alignMinLabel: 'left' }),
    hideOverlap: true,
    margin: labelGap,
  };
}
