/** Decides which metrics of a chart need a scale of their own, because a common scale would hide their values. */
import type { AggregationConfig } from '../../api/contract/views.schema.js';
import type { MetricLooks } from '../view/metric-look.js';
import { metricFunction, type ChartSeries } from './chart-data.js';
import { countedSeries } from './computed-metric.js';
import { extentOf } from './numbers.js';
import type { ValueAxis } from './value-axis.js';

/** Factor between the highest values of two metrics from which they have different scales. */
const differentScale = 10;
/** Maximum number of metrics with different scales. */
const mostMetrics = 4;

type Measured = Pick<ChartSeries, 'metric' | 'values'>;

/** Returns what a metric measures, such as its unit; metrics with a common entry must have the same scale. */
export type MeasuresOf = (metric: string) => readonly string[];

/** Functions whose values are not in the unit of their field. */
const ofOtherUnit: ReadonlySet<string> = new Set(['card', 'percentage', 'variance', 'sumofsquares']);

/**
 * Returns the function that names the unit and the field of a metric. All counts of messages have the same name. So
 * they share a scale, and the messages that a filter counts never look more than all messages.
 */
export function measuresOf(looks: MetricLooks | undefined, config: Pick<AggregationConfig, 'series'>): MeasuresOf {
  return (metric) => {
    const text = metricFunction(metric, config);
    const unit = looks?.[text]?.unit;
    const { type = '', field } = countedSeries(text) ?? {};
    const measured = type === 'count' ? type : ofOtherUnit.has(type) ? undefined : field && `field ${field}`;
    return [unit && `unit ${unit}`, measured].flatMap((one) => one || []);
  };
}

/**
 * Returns the highest value of each metric, but at least 0. Metrics that must have the same scale get the highest value
 * of all of them.
 */
export function peaksOf(series: readonly Measured[], measures: MeasuresOf): ReadonlyMap<string, number> {
  const own = new Map<string, number>();
  for (const { metric, values } of series) own.set(metric, Math.max(own.get(metric) ?? 0, extentOf(values)?.max ?? 0));
  const peakOf = (metric: string): number => {
    const group = new Set([metric]);
    // The loop also visits the metrics that it adds.
    for (const one of group)
      for (const other of own.keys())
        if (measures(one).some((each) => measures(other).includes(each))) group.add(other);
    return Math.max(...[...group].map((one) => own.get(one) ?? 0));
  };
  return new Map([...own.keys()].map((metric) => [metric, peakOf(metric)]));
}

/**
 * Returns the metrics and their highest values (`peaksOf`) if these differ so much that they need different scales.
 * Returns undefined if they do not, if there are too many metrics, or if a metric has negative values or no positive
 * value.
 */
export function differentPeaks(
  series: readonly Measured[],
  measures: MeasuresOf,
): ReadonlyMap<string, number> | undefined {
  if (new Set(series.map(({ metric }) => metric)).size > mostMetrics) return undefined;
  if (series.some(({ values }) => (extentOf(values)?.min ?? 0) < 0)) return undefined;
  const peaks = peaksOf(series, measures);
  const least = Math.min(...peaks.values());
  return least > 0 && Math.max(...peaks.values()) >= least * differentScale ? peaks : undefined;
}

/**
 * Returns the metrics that a second value axis measures; undefined if one axis is enough. The metrics are divided at
 * the largest difference between their highest values. The first metric stays on the first axis.
 */
export function metricsOfSecondAxis(
  series: readonly Measured[],
  measures: MeasuresOf,
): ReadonlySet<string> | undefined {
  const peaks = differentPeaks(series, measures);
  if (!peaks) return undefined;
  // Metrics of the same scale have equal highest values, so that the division never separates them.
  const order = [...peaks].sort(([, one], [, other]) => one - other);
  const ratioAt = (at: number): number => (order[at]?.[1] ?? 0) / (order[at - 1]?.[1] ?? 1);
  const cut = order.reduce((best, _each, at) => (at > 0 && ratioAt(at) > ratioAt(best) ? at : best), 1);
  const [low, high] = [order.slice(0, cut), order.slice(cut)].map((part) => part.map(([metric]) => metric));
  const [first] = peaks.keys();
  return new Set(first !== undefined && low?.includes(first) ? high : low);
}

/** Steps between grid lines, in multiples of a power of ten. */
const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/**
 * Computes a linear axis that begins at zero. Its grid lines are at the same heights as those of the first axis.
 * @param highest highest value, which is positive
 * @param first first axis, which is linear and begins at zero
 * @param whole true when all values are integers, so that grid lines must not have fractions
 */
export function alignedAxis(highest: number, first: ValueAxis, whole: boolean): ValueAxis {
  const count = Math.max(1, Math.round(first.max / first.step));
  const rough = highest / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (steps.find((one) => one * power >= rough - power * 1e-9) ?? 10) * power;
  const round = Number((whole ? Math.max(1, Math.ceil(step - 1e-9)) : step).toPrecision(12));
  return { type: 'linear', min: 0, max: Number((round * count).toPrecision(12)), step: round };
}
