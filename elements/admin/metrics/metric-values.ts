/** Formats the values of metrics, and keeps the recent history of the values. */
import type { Metric } from '../../../api/contract/system.js';
import { formatNumber } from '../../kit/format.js';
import { texts } from './texts.js';

/** Maximum number of samples that are kept for each metric. */
export const keptSamples = 60;

export type Histories = ReadonlyMap<string, readonly number[]>;

/** Returns whether the console knows the type of a metric; some servers may send other types. */
export const isKnown = ({ type }: Metric): boolean => Object.hasOwn(texts.types, type);

/** Returns the number that represents a metric in a chart; undefined if the metric has no such number. */
function mainValue(one: Metric): number | undefined {
  if (!isKnown(one)) return undefined;
  if (one.type === 'gauge') return typeof one.metric.value === 'number' ? one.metric.value : undefined;
  if (one.type === 'counter') return one.metric.count;
  return one.type === 'meter' ? one.metric.rate.one_minute : one.metric.time.mean;
}

export function numberText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return Number.isInteger(value) || Math.abs(value) >= 1000
    ? formatNumber(Math.round(value))
    : String(Number(value.toPrecision(4)));
}

const plainText = (value: unknown): string =>
  typeof value === 'number' ? numberText(value) : typeof value === 'string' ? value : JSON.stringify(value);

/** Returns the main value of a metric with its unit as a text; empty for a metric of an unknown type. */
export function shortValue(one: Metric): string {
  if (!isKnown(one)) return '';
  if (one.type === 'gauge') return plainText(one.metric.value);
  const value = mainValue(one) ?? 0;
  if (one.type === 'meter') return `${numberText(value)} ${texts.events}`;
  return one.type === 'timer' ? `${numberText(value)} ${texts.microseconds}` : numberText(value);
}

const timeOrder = ['95th_percentile', '98th_percentile', '99th_percentile', 'std_dev', 'mean', 'min', 'max'] as const;

/** Returns all values of a metric as pairs of name and text; an empty list for a metric of an unknown type. */
export function valueRows(one: Metric): readonly (readonly [name: string, value: string])[] {
  if (!isKnown(one)) return [];
  if (one.type === 'gauge') return [[texts.value, plainText(one.metric.value)]];
  if (one.type === 'counter') return [[texts.value, numberText(one.metric.count)]];
  if (one.type === 'meter') {
    const { total, mean, one_minute, five_minute, fifteen_minute } = one.metric.rate;
    const rated = (rate: number): string => `${numberText(rate)} ${one.metric.rate_unit}`;
    return [
      [texts.rate.total, numberText(total)],
      [texts.rate.mean, rated(mean)],
      [texts.rate.one, rated(one_minute)],
      [texts.rate.five, rated(five_minute)],
      [texts.rate.fifteen, rated(fifteen_minute)],
    ];
  }
  const unit = one.type === 'timer' ? ` ${texts.microseconds}` : '';
  const rows = timeOrder.map((key) => [texts.time[key], `${numberText(one.metric.time[key])}${unit}`] as const);
  return one.type === 'timer' ? rows : [...rows, [texts.counted, numberText(one.metric.count)]];
}

/**
 * Appends the values of metrics to the histories.
 * @param all true if `metrics` contains all metrics, so that the histories of missing metrics are dropped
 */
export function withSamples(before: Histories, metrics: readonly Metric[], all: boolean): Histories {
  const after = new Map(all ? [] : before);
  for (const one of metrics) {
    const value = mainValue(one);
    if (value === undefined || !Number.isFinite(value)) continue;
    after.set(one.full_name, [...(before.get(one.full_name) ?? []), value].slice(-keptSamples));
  }
  return after;
}

/**
 * Returns the metrics whose names match a regular expression, ignoring case; all metrics for an empty expression, and
 * none if it is invalid.
 */
export function matching(metrics: readonly Metric[], filter: string): readonly Metric[] {
  if (filter === '') return metrics;
  let pattern: RegExp;
  try {
    pattern = new RegExp(filter, 'i');
  } catch {
    return [];
  }
  return metrics.filter(({ full_name }) => pattern.test(full_name));
}

/**
 * Returns the points of the line through a metric's samples for an SVG of the given size in px; the newest sample is
 * at the right edge. Returns undefined for fewer than two samples.
 */
export function linePoints(samples: readonly number[], width: number, height: number): string | undefined {
  if (samples.length < 2) return undefined;
  const low = Math.min(...samples);
  const span = Math.max(...samples) - low;
  const step = width / (keptSamples - 1);
  const points = samples.map((value, index) => {
    const x = width - (samples.length - 1 - index) * step;
    const y = span === 0 ? height / 2 : height - 1 - ((value - low) / span) * (height - 2);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return points.join(' ');
}
