/**
 * Converts a pivot result to a single number, with its trend compared with the previous period (screens/search.md §10
 * "numeric").
 */
import type { PivotResult } from '../../api/contract/searches.js';
import type { AggregationConfig } from '../../api/contract/views.schema.js';
import { leafRows } from './chart-data.js';
import { metricValue, numberOf, relativeChange } from './numbers.js';

export interface SingleValue {
  /** Function text of the metric, for example `avg(took_ms)`. */
  readonly function: string;
  /** Value as the server sent it; undefined if the result has no value. */
  readonly value: unknown;
}

/** Returns the first metric's value over the whole first row; values of column buckets are ignored. */
export function singleValue(result: PivotResult | undefined, config: AggregationConfig): SingleValue {
  const [series] = config.series;
  const found = result && leafRows(result)[0]?.values.find(({ source }) => source === 'row-leaf');
  return { function: series?.function ?? '', value: metricValue(found?.value, series?.function) ?? undefined };
}

export type TrendPreference = 'LOWER' | 'NEUTRAL' | 'HIGHER';
export interface Trend {
  readonly previous: number;
  readonly difference: number;
  /** Relative change, for example 0.5 for 50 % more than before; undefined when the previous value was 0. */
  readonly ratio: number | undefined;
  readonly direction: 'up' | 'down' | 'none';
  readonly rating: 'good' | 'bad' | 'neutral';
}

/** Compares a value with the previous one; returns undefined when one of them is no finite number. */
export function trendOf(current: unknown, previous: unknown, preference: TrendPreference): Trend | undefined {
  const now = numberOf(current);
  const before = numberOf(previous);
  if (now === null || before === null) return undefined;
  const ratio = relativeChange(before, now);
  const difference = now - before;
  const direction = difference > 0 ? 'up' : difference < 0 ? 'down' : 'none';
  return {
    previous: before,
    difference,
    ratio: ratio === Infinity ? undefined : ratio,
    direction,
    rating: ratingOf(direction, preference),
  };
}

function ratingOf(direction: Trend['direction'], preference: TrendPreference): Trend['rating'] {
  if (direction === 'none' || preference === 'NEUTRAL') return 'neutral';
  return (direction === 'up') === (preference === 'HIGHER') ? 'good' : 'bad';
}

/**
 * Returns the trend preference stored in a widget: whether lower or higher values are better. By default, neither is
 * better.
 */
export function trendPreference(config: Pick<AggregationConfig, 'visualization_config'>): TrendPreference {
  const stored = config.visualization_config?.['trend_preference'];
  return stored === 'LOWER' || stored === 'HIGHER' ? stored : 'NEUTRAL';
}
