/**
 * Statistics of one field: the functions that it supports, the search for them, and their values (spec 2 §9 "Field
 * statistics").
 */
import type { FieldType, Search, SearchError, SearchJob } from '../../api/contract/searches.js';
import { metricValue } from '../pivot/numbers.js';
import { errorsOf, pivotOf, rowValues, searchOf, type SearchedDraft } from './draft-search.js';

const percentile = 95;
const numericFunctions = ['count', 'sum', 'avg', 'min', 'max', 'stddev', 'variance', 'card'] as const;
const otherFunctions = ['count', 'card'] as const;

export interface Statistic {
  /** Name of the function, for example `avg`. */
  readonly name: (typeof numericFunctions)[number] | 'percentile';
  /** Function text of the metric, for example `avg(took_ms)`. */
  readonly function: string;
}

/**
 * Returns the statistics that a field supports. A numeric field supports count, sum, avg, min, max, stddev, variance,
 * card and the 95th percentile. Any other field supports count and card.
 */
export function statisticsFor(field: string, type: FieldType['type'] | undefined): readonly Statistic[] {
  if (!type?.properties.includes('numeric'))
    return otherFunctions.map((name) => ({ name, function: `${name}(${field})` }));
  return [
    ...numericFunctions.map((name) => ({ name, function: `${name}(${field})` })),
    { name: 'percentile', function: `percentile(${field},${percentile})` },
  ];
}

const queryId = 'statistics';
const searchTypeId = 'field';

/** Builds the search for statistics over all messages of a draft; equal drafts give equal searches. */
export function statisticsSearch(draft: SearchedDraft, statistics: readonly Statistic[]): Search {
  const functions = statistics.map(({ function: text }) => text);
  return searchOf(queryId, draft, [pivotOf(searchTypeId, functions)]);
}

export interface StatisticsAnswer {
  /** Values of the statistics by function text; null where there are no data. */
  readonly values: ReadonlyMap<string, unknown>;
  readonly errors: readonly SearchError[];
}

export function statisticsOf(job: SearchJob): StatisticsAnswer {
  const result = job.results?.[queryId];
  const values = new Map(
    rowValues(result?.search_types?.[searchTypeId]).map(([name, value]) => [name, metricValue(value, name)]),
  );
  return { values, errors: errorsOf(job, result) };
}
