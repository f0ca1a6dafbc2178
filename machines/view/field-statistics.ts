/** Statistics of one field: which there are, the search that asks for them, and what its answer says (spec 2 §9 "Field statistics"). */
import type { FieldType, Search, SearchError, SearchJob } from '../../api/contract/searches.js';
import { metricValue } from '../pivot/numbers.js';
import type { QueryDraft } from './document.js';
import { toPivotSeries } from './series.js';
import { withStreams } from './stream-filter.js';

const percentile = 95;
const numericFunctions = ['count', 'sum', 'avg', 'min', 'max', 'stddev', 'variance', 'card'] as const;
const otherFunctions = ['count', 'card'] as const;

export interface Statistic {
  /** Of the functions of metrics, e.g. `avg`. */
  readonly name: (typeof numericFunctions)[number] | 'percentile';
  /** As in a metric, e.g. `avg(took_ms)`. */
  readonly function: string;
}

/** Numeric fields get count, sum, avg, min, max, stddev, variance, card and the 95th percentile; others count and card. */
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

/** A search for statistics over everything that a draft finds. Equal questions give equal searches. */
export function statisticsSearch(
  { queryString, timeRange, streams }: QueryDraft,
  statistics: readonly Statistic[],
): Search {
  return {
    queries: [
      {
        id: queryId,
        query: { type: 'elasticsearch', query_string: queryString },
        timerange: timeRange,
        filter: withStreams(null, streams),
        filters: [],
        search_types: [
          {
            id: searchTypeId,
            type: 'pivot',
            name: 'chart',
            rollup: true,
            row_groups: [],
            column_groups: [],
            series: statistics.map(({ function: text }) => toPivotSeries({ function: text })),
            sort: [],
            streams: [],
            filters: [],
          },
        ],
      },
    ],
    parameters: [],
  };
}

export interface StatisticsAnswer {
  /** By function text; null where there is nothing to compute from. */
  readonly values: ReadonlyMap<string, unknown>;
  readonly errors: readonly SearchError[];
}

export function statisticsOf(job: SearchJob): StatisticsAnswer {
  const result = job.results?.[queryId];
  const found = result?.search_types?.[searchTypeId];
  const row = found && 'rows' in found ? found.rows?.[0] : undefined;
  const values = new Map(
    (row?.values ?? []).map(({ key, value }) => [key.at(-1) ?? '', metricValue(value, key.at(-1))]),
  );
  return { values, errors: [...(job.errors ?? []), ...(result?.errors ?? [])] };
}
