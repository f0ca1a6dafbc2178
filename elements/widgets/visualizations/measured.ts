/** Values of metrics with their units, and the looks that give them. */
import { scaledValue, sharedUnit } from '../../../machines/pivot/units.js';
import type { MetricLook, MetricLooks, ThresholdLevel } from '../../../machines/view/metric-look.js';
import { metricFunction, type ChartSeries } from '../../../machines/pivot/chart-data.js';
import type { AggregationConfig } from '../faces.js';
import { texts } from '../texts.js';
import { shortNumber } from '../values/value-text.js';
import { formatAxisNumber, formatNumber } from './number-format.js';

/** Keeps number and unit together. */
const space = '\u00a0';
/** Two decimals, or three digits of what is smaller: who names a unit wants to read the number. */
const rounded = (value: number): number =>
  Math.abs(value) >= 1 ? Math.round(value * 100) / 100 : Number(value.toPrecision(3));

const withSymbol = (text: string, symbol: string): string =>
  symbol === '' || symbol === '%' ? text + symbol : text + space + symbol;

/** 1,284 · 0.1235 · 842 ms · 12.35 s · 3.2 MB · 19.5% · 300 req/s. */
export function formatMeasured(value: number | bigint, unit?: string): string {
  if (!unit) return formatNumber(typeof value === 'number' ? shortNumber(value) : value);
  const { value: number, symbol } = scaledValue(Number(value), unit);
  return withSymbol(formatNumber(rounded(number)), symbol);
}

/** For axes: 500 ms, 1.5 s; a unit that does not scale is said elsewhere, so that labels stay short. */
export function formatAxisMeasured(value: number, unit?: string): string {
  if (!unit) return formatAxisNumber(value);
  const { value: number, symbol, scaled } = scaledValue(value, unit, true);
  // `7.2k s` would be two prefixes.
  const text = formatAxisNumber(number, 10_000);
  if (symbol === '%') return text + symbol;
  return value !== 0 && (scaled || symbol !== unit || isShort(symbol)) ? withSymbol(text, symbol) : text;
}
const isShort = (symbol: string): boolean => symbol.length <= 3;

/** The two ends of a scale: short, unless they would then read alike. */
export function formatExtent(lowest: number, highest: number, unit?: string): readonly [string, string] {
  const [low, high] = [formatAxisMeasured(lowest, unit), formatAxisMeasured(highest, unit)];
  return low === high ? [formatMeasured(lowest, unit), formatMeasured(highest, unit)] : [low, high];
}

type Named = Pick<AggregationConfig, 'series'>;

/** The look of a metric of a result. */
export function lookOfMetric(looks: MetricLooks | undefined, metric: string, config: Named): MetricLook | undefined {
  return looks?.[metricFunction(metric, config)];
}

export interface Threshold {
  readonly value: number;
  readonly level: ThresholdLevel;
  /** `Critical from 500 ms` */
  readonly text: string;
}

/** The thresholds of all metrics that a chart shows, once each. */
export function thresholdsOf(
  looks: MetricLooks | undefined,
  series: readonly Pick<ChartSeries, 'metric'>[],
  config: Named,
): readonly Threshold[] {
  if (!looks) return [];
  const metrics = new Set(series.map(({ metric }) => metricFunction(metric, config)));
  const all = [...metrics].flatMap((metric): readonly Threshold[] => {
    const { unit, thresholds: { warning, critical, below = false } = {} } = looks[metric] ?? {};
    const limits = [
      ['warning', warning],
      ['critical', critical],
    ] as const;
    return limits.flatMap(([level, value]) =>
      value === undefined ? [] : [{ value, level, text: texts.threshold[level](formatMeasured(value, unit), below) }],
    );
  });
  return all.filter(
    (one, at) => all.findIndex(({ level, value }) => level === one.level && value === one.value) === at,
  );
}

/** How far the values reach, thresholds included unless they lie so far away that the values would be flattened. */
export function withThresholds<Extent extends { readonly min: number; readonly max: number }>(
  extent: Extent | undefined,
  thresholds: readonly Pick<Threshold, 'value'>[],
): Extent | { readonly min: number; readonly max: number } | undefined {
  if (!extent) return extent;
  return thresholds.reduce<{ readonly min: number; readonly max: number }>(
    ({ min, max }, { value }) =>
      value > max && value <= farthest * Math.max(extent.max, 0) ? { min, max: value } : { min, max },
    extent,
  );
}
const farthest = 2;

/** The unit of an axis: that of all series, if they share one. */
export function axisUnit(
  looks: MetricLooks | undefined,
  series: readonly Pick<ChartSeries, 'metric'>[],
  config: Named,
): string | undefined {
  return looks && sharedUnit(series.map(({ metric }) => lookOfMetric(looks, metric, config)?.unit));
}
