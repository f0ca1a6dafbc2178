/**
 * Metrics that the console computes, in the text form of a widget's series. A filtered metric is written
 * `avg(took_ms where level:<=3)` or `count(where level:<=3)`, a formula `formula(count(level:<=3) / count() * 100)`.
 * Servers know neither form, so these metrics are never part of a search or of a stored configuration.
 */
import type { FilteredMetric } from '../../api/formula/parse.js';
import { parseSeries, type SeriesFunction } from '../../api/formula/series-text.js';

const formulaStart = 'formula(';
const filtered = /^(\w+)\((?:(.*?) )?where (.*\S.*)\)$/s;

/** Returns the text of a formula; undefined for other metrics. */
export const formulaOf = (metric: string): string | undefined =>
  metric.startsWith(formulaStart) && metric.endsWith(')') ? metric.slice(formulaStart.length, -1) : undefined;

export const formulaText = (formula: string): string => `${formulaStart}${formula})`;

/** Returns the parts of a filtered metric; undefined for other metrics. */
export function filteredOf(metric: string): FilteredMetric | undefined {
  if (formulaOf(metric) !== undefined) return undefined;
  const [, name, inner = '', filter] = filtered.exec(metric) ?? [];
  return name === undefined || filter === undefined ? undefined : { function: `${name}(${inner.trim()})`, filter };
}

/** Returns the text of a metric with a filter; without a filter the metric stays unchanged. */
export function filteredText({ function: metric, filter }: FilteredMetric): string {
  const inner = metric.slice(metric.indexOf('(') + 1, -1);
  const query = filter.trim();
  if (query === '') return metric;
  return `${metric.slice(0, metric.indexOf('('))}(${inner === '' ? '' : `${inner} `}where ${query})`;
}

export const isComputed = (metric: string): boolean =>
  formulaOf(metric) !== undefined || filteredOf(metric) !== undefined;

/**
 * Returns the name of a computed metric that has no name of its own: `count(level:<=3)`, or the text of the formula.
 */
export const plainName = (metric: string): string => formulaOf(metric) ?? metric.replace('(where ', '(');

/** Parses a metric without its filter; undefined for a formula, which has no field. */
export function countedSeries(metric: string): SeriesFunction | undefined {
  if (formulaOf(metric) !== undefined) return undefined;
  return parseSeries(filteredOf(metric)?.function ?? metric);
}
