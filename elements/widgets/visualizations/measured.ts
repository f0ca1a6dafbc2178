/** Formats values of metrics with their units and thresholds. */
import { scaledValue, sharedUnit, type SharedScale } from '../../../machines/pivot/units.js';
import type { MetricLook, MetricLooks, ThresholdLevel } from '../../../machines/view/metric-look.js';
import { metricFunction, type ChartSeries } from '../../../machines/pivot/chart-data.js';
import type { AggregationConfig } from '../faces.js';
import { laterTexts } from '../later-texts.js';
import { exactText } from '../values/value-text.js';
import { formatAxisNumber, formatNumber } from '../values/number-format.js';

/** Non-breaking space, which separates number and unit. */
const space = '\u00a0';
const withSymbol = (text: string, symbol: string): string =>
  symbol === '' || symbol === '%' ? text + symbol : text + space + symbol;

/**
 * Formats a value with its unit, scaled to a fitting multiple of the unit: 1,284 · 0.1235 · 842 ms · 12.35 s · 3.2 MB ·
 * 19.5% · 300 req/s · 1.235e-9.
 */
export function formatMeasured(value: number | bigint, unit?: string): string {
  if (!unit) return formatNumber(value);
  const { value: number, symbol } = scaledValue(Number(value), unit);
  return withSymbol(formatNumber(symbol === unit ? value : number), symbol);
}

/** Formats a number of a table in the unit that the column header names. */
export function formatScaled(value: number | bigint, { factor }: SharedScale): string {
  return formatNumber(factor === 1 ? value : Number(value) * factor);
}

/** Returns the value with all digits in its own unit if the displayed text is less precise, otherwise undefined. */
export function exactMeasured(value: unknown, text: string, unit?: string): string | undefined {
  const [shown = ''] = /^[+-]?[\d,.]+(?:e[+-]?\d+)?/.exec(text) ?? [];
  if (!unit) return exactText(value, shown);
  const { value: number, symbol } = scaledValue(Number(value), unit);
  // Percentages are rounded to 15 digits, which removes floating-point noise.
  if (symbol === '%') return exactText(Number(number.toPrecision(15)), shown)?.concat(symbol);
  const exact = exactText(value, shown);
  return exact === undefined ? undefined : withSymbol(exact, unit);
}

/**
 * Formats a value with its unit for an axis: 500 ms, 1.5 s. Zero has no unit, unless the unit is `%`. A long unit that
 * does not scale is shown above the axis, so that labels stay short.
 */
export function formatAxisMeasured(value: number, unit?: string): string {
  const { text, symbol } = axisParts(value, unit);
  return withSymbol(text, symbol);
}

/** Returns the unit to show above an axis; undefined if the labels of the axis contain the unit, or there is none. */
export function axisCaption(ticks: readonly number[], unit: string | undefined): string | undefined {
  return ticks.some((tick) => axisParts(tick, unit).symbol !== '') ? undefined : unit;
}

function axisParts(value: number, unit: string | undefined): { readonly text: string; readonly symbol: string } {
  if (!unit) return { text: formatAxisNumber(value), symbol: '' };
  const { value: number, symbol, scaled } = scaledValue(value, unit, true);
  // Numbers below 10,000 are not abbreviated: 7,200 s is shown as `7,200 s`, because `k` before the unit is confusing.
  const text = formatAxisNumber(number, 10_000);
  const isSaid = symbol === '%' || (value !== 0 && (scaled || symbol !== unit || symbol.length <= shortUnit));
  return { text, symbol: isSaid ? symbol : '' };
}
const shortUnit = 3;

/** Formats both ends of a scale; they are abbreviated unless both abbreviations would be equal. */
export function formatExtent(lowest: number, highest: number, unit?: string): readonly [string, string] {
  const [low, high] = [formatAxisMeasured(lowest, unit), formatAxisMeasured(highest, unit)];
  return low === high ? [formatMeasured(lowest, unit), formatMeasured(highest, unit)] : [low, high];
}

type Named = Pick<AggregationConfig, 'series'>;

/** Returns unit and thresholds of a metric, which is given by its name in the result. */
export function lookOfMetric(looks: MetricLooks | undefined, metric: string, config: Named): MetricLook | undefined {
  return looks?.[metricFunction(metric, config)];
}

export interface Threshold {
  readonly value: number;
  readonly level: ThresholdLevel;
  /** Label of the threshold, such as `Critical from 500 ms`. */
  readonly text: string;
}

/** Returns the distinct thresholds of all displayed metrics. */
export function thresholdsOf(
  looks: MetricLooks | undefined,
  series: readonly Pick<ChartSeries, 'metric'>[],
  config: Named,
): readonly Threshold[] {
  if (!looks) return [];
  const metrics = new Set(series.map(({ metric }) => metricFunction(metric, config)));
  const all = [...metrics].flatMap((metric): readonly Threshold[] => {
    const { unit, thresholds: { warning, critical, below = false, words } = {} } = looks[metric] ?? {};
    const limits = [
      ['warning', warning],
      ['critical', critical],
    ] as const;
    return limits.flatMap(([level, value]) =>
      value === undefined
        ? []
        : [{ value, level, text: words?.[level] ?? laterTexts.threshold[level](formatMeasured(value, unit), below) }],
    );
  });
  return all.filter(
    (one, at) => all.findIndex(({ level, value }) => level === one.level && value === one.value) === at,
  );
}

/**
 * Returns the extent of the values, extended by higher thresholds; a threshold above `farthest` times the highest
 * value is left out, because it would flatten the values.
 */
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

/** Returns the common unit of all series; undefined if they have no common unit. */
export function axisUnit(
  looks: MetricLooks | undefined,
  series: readonly Pick<ChartSeries, 'metric'>[],
  config: Named,
): string | undefined {
  return looks && sharedUnit(series.map(({ metric }) => lookOfMetric(looks, metric, config)?.unit));
}
