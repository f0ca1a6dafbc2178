/** Decides which metrics of a chart need a scale of their own, because they measure different things. */
import type { AggregationConfig } from '../../api/contract/views.schema.js';
import type { MetricLooks } from '../view/metric-look.js';
import { metricFunction, type ChartSeries } from './chart-data.js';
import { countedSeries } from './computed-metric.js';
import { extentOf } from './numbers.js';
import type { ValueAxis } from './value-axis.js';

/**
 * Factor between the highest values of two metrics from which they have different scales although nothing tells that
 * they measure different things.
 */
const differentScale = 10;
/** Maximum number of metrics that have different scales only because of their values. */
const mostMetrics = 4;

type Measured = Pick<ChartSeries, 'metric' | 'values'>;

interface Measure {
  /** Names of what the metric measures, such as its unit; metrics with a common entry must have the same scale. */
  readonly shared: readonly string[];
  /** Unit that the user has chosen for the metric. */
  readonly unit: string | undefined;
  /** Kind of quantity that the function measures. Undefined: unknown, as for most formulas. */
  readonly quantity: string | undefined;
}
export type MeasureOf = (metric: string) => Measure;

/** Kinds of the functions whose values are not in the unit of their field. */
const ownKinds: Readonly<Record<string, string>> = {
  count: 'number',
  card: 'number',
  percentage: 'percentage',
  variance: 'square',
  sumofsquares: 'square',
};

/**
 * Returns the function that names the unit, the field and the kind of a metric. All counts of messages have the same
 * name. So they share a scale, and the messages that a filter counts never look more than all messages. The values of
 * two fields without units are of the same kind, because nothing tells that their units differ.
 */
export function measureOf(looks: MetricLooks | undefined, config: Pick<AggregationConfig, 'series'>): MeasureOf {
  return (metric) => {
    const text = metricFunction(metric, config);
    const unit = looks?.[text]?.unit || undefined;
    const { type = '', field } = countedSeries(text) ?? {};
    const own = ownKinds[type];
    const measured = type === 'count' ? type : own === undefined ? field && `field ${field}` : undefined;
    return {
      shared: [unit && `unit ${unit}`, measured].flatMap((one) => one || []),
      unit,
      quantity: own ?? (field ? 'value' : undefined),
    };
  };
}

/** Metrics that must have the same scale. */
interface Group {
  readonly metrics: readonly string[];
  /** Highest value of the metrics, at least 0. */
  readonly peak: number;
  /** Unit or kind of quantity; metrics of different kinds never share a scale. Undefined: unknown. */
  readonly kind: string | undefined;
}

function groupsOf(series: readonly Measured[], measure: MeasureOf): readonly Group[] {
  const own = new Map<string, number>();
  for (const { metric, values } of series) own.set(metric, Math.max(own.get(metric) ?? 0, extentOf(values)?.max ?? 0));
  const measures = new Map([...own.keys()].map((metric) => [metric, measure(metric)] as const));
  const sharedBy = (metric: string): readonly string[] => measures.get(metric)?.shared ?? [];
  const rest = new Set(own.keys());
  const groups: Group[] = [];
  for (const metric of rest) {
    const group = new Set([metric]);
    // The loop also visits the metrics that it adds.
    for (const one of group)
      for (const other of rest) if (sharedBy(one).some((each) => sharedBy(other).includes(each))) group.add(other);
    for (const one of group) rest.delete(one);
    // If only some metrics of the group have a unit, this unit is the kind of the group.
    const [unit] = [...group].flatMap((one) => measures.get(one)?.unit ?? []);
    const [quantity] = [...group].flatMap((one) => measures.get(one)?.quantity ?? []);
    groups.push({
      metrics: [...group],
      peak: Math.max(...[...group].map((one) => own.get(one) ?? 0)),
      kind: unit === undefined ? quantity : `unit ${unit}`,
    });
  }
  return groups;
}

const kindsOf = (groups: readonly Group[]): ReadonlySet<string> => new Set(groups.flatMap(({ kind }) => kind ?? []));
const spreadOf = (groups: readonly Group[]): number => {
  const peaks = groups.map(({ peak }) => peak);
  return Math.max(...peaks) / Math.min(...peaks);
};

/**
 * Returns the groups that need different scales. Undefined: one scale suits all groups, or different scales are
 * impossible, because a value is negative or a metric has no positive value.
 */
function apart(series: readonly Measured[], measure: MeasureOf): readonly Group[] | undefined {
  if (series.some(({ values }) => (extentOf(values)?.min ?? 0) < 0)) return undefined;
  const groups = groupsOf(series, measure);
  if (groups.length < 2 || groups.some(({ peak }) => peak === 0)) return undefined;
  if (kindsOf(groups).size > 1) return groups;
  const count = groups.reduce((sum, { metrics }) => sum + metrics.length, 0);
  return count <= mostMetrics && spreadOf(groups) >= differentScale ? groups : undefined;
}

/**
 * Returns the highest value of each metric, but at least 0. Metrics that must have the same scale get the highest value
 * of all of them.
 */
export function peaksOf(series: readonly Measured[], measure: MeasureOf): ReadonlyMap<string, number> {
  const groups = groupsOf(series, measure);
  return new Map(groups.flatMap(({ metrics, peak }) => metrics.map((metric) => [metric, peak] as const)));
}

/** Tells whether metrics measure several kinds of quantities, so that one scale for all of them has no single unit. */
export const isOfSeveralKinds = (series: readonly Measured[], measure: MeasureOf): boolean =>
  kindsOf(groupsOf(series, measure)).size > 1;

/**
 * Returns the factor between the highest values of metrics that need different scales: because they measure different
 * kinds of quantities, or because their highest values differ tenfold. Undefined: they share one scale, as metrics with
 * negative values or without positive values do.
 */
export function scaleSpread(series: readonly Measured[], measure: MeasureOf): number | undefined {
  const groups = apart(series, measure);
  return groups && spreadOf(groups);
}

/**
 * Returns the metrics that a second value axis measures; undefined if one axis is enough. Two kinds of quantities have
 * an axis each. More kinds, and metrics of the same kind, are divided at the largest difference between their highest
 * values. The first metric stays on the first axis.
 */
export function metricsOfSecondAxis(series: readonly Measured[], measure: MeasureOf): ReadonlySet<string> | undefined {
  const groups = apart(series, measure);
  const [first] = groups ?? [];
  if (!groups || !first) return undefined;
  const kinds = kindsOf(groups);
  const peakOf = (part: readonly Group[]): number => Math.max(...part.map(({ peak }) => peak));
  const parts =
    kinds.size > 1
      ? [...kinds].map((kind) => groups.filter((group) => group.kind === kind))
      : groups.map((one) => [one]);
  parts.sort((one, other) => peakOf(one) - peakOf(other));
  const ratioAt = (at: number): number => peakOf(parts[at] ?? []) / peakOf(parts[at - 1] ?? []);
  const cut = parts.reduce((best, _part, at) => (at > 0 && ratioAt(at) > ratioAt(best) ? at : best), 1);
  const [low, high] = [parts.slice(0, cut).flat(), parts.slice(cut).flat()];
  // A metric of an unknown kind has the axis whose values are more like its own.
  const isHigh = (group: Group): boolean =>
    high.includes(group) || (!low.includes(group) && group.peak ** 2 > peakOf(low) * peakOf(high));
  const isFirstHigh = isHigh(first);
  return new Set(groups.filter((group) => isHigh(group) !== isFirstHigh).flatMap(({ metrics }) => metrics));
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
