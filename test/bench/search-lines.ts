/** Searches of the bench, in the request format of this server, in the one of OpenSearch, and in LogsQL. */
import type { PivotSeries, SearchType } from '../../api/contract/searches.js';
import { ownWord, traceOf, vocabulary } from './word-messages.js';

/** Equivalent search of VictoriaLogs (https://docs.victoriametrics.com/victorialogs/logsql/). */
export interface LogsQl {
  readonly filter: string;
  /**
   * Pipes of an aggregation. undefined: the search finds the page that `sort` describes. Without `sort`, it finds a
   * histogram with bars of three hours and the page of the 150 newest messages.
   */
  readonly stats?: {
    readonly pipes: string;
    /** Columns of the result that name the group. */
    readonly by: readonly string[];
    /** Columns of the result that contain a metric. */
    readonly figures: readonly string[];
  };
  /** Pipe that sorts the page by another field than the time. */
  readonly sort?: string;
}

export interface Line {
  readonly name: string;
  readonly query: string;
  readonly searchTypes: readonly SearchType[];
  /** Equivalent body for `_search` of OpenSearch, with a page of messages or aggregations. */
  readonly peer: Readonly<Record<string, unknown>>;
  readonly logsQl: LogsQl;
  /** Milliseconds that OpenSearch 2.11 took on the same machine for a million messages, over HTTP. */
  readonly peerMs?: number;
  /** Length of the searched time range at the end in milliseconds; undefined: all messages. */
  readonly lastMs?: number;
}

const page: SearchType[] = [
  {
    id: 'histogram',
    type: 'pivot',
    rollup: true,
    row_groups: [{ type: 'time', fields: ['timestamp'], interval: { type: 'timeunit', timeunit: '3h' } }],
    series: [{ id: 'count()', type: 'count' }],
  },
  { id: 'messages', type: 'messages', limit: 150, sort: [{ field: 'timestamp', order: 'DESC' }] },
];
const peerPage = {
  size: 150,
  sort: [{ timestamp: 'desc' }],
  aggs: { histogram: { date_histogram: { field: 'timestamp', fixed_interval: '3h' } } },
};

const pageOf = (name: string, query: string, filter: string, peerMs?: number): Line => ({
  name,
  query,
  searchTypes: page,
  peer: peerPage,
  logsQl: { filter },
  ...(peerMs !== undefined && { peerMs }),
});

const count: PivotSeries = { id: 'count()', type: 'count' };
const figures = (field: string, limit: number, series: readonly PivotSeries[]): SearchType[] => [
  {
    id: 'figures',
    type: 'pivot',
    rollup: true,
    row_groups: [{ type: 'values', fields: [field], limit }],
    series: [...series],
  },
];
const peerFigures = (field: string, size: number, aggs?: object): Line['peer'] => ({
  size: 0,
  aggs: { figures: { terms: { field, size }, ...(aggs && { aggs }) } },
});

/**
 * Builds an aggregation of VictoriaLogs: the metrics of each group.
 *
 * @param limit pipes that sort and limit the groups
 */
const stats = (
  by: readonly string[],
  calls: Readonly<Record<string, string>>,
  limit: string,
): LogsQl['stats'] & object => ({
  pipes: `stats by (${by.join(', ')}) ${Object.entries(calls)
    .map(([name, call]) => `${call} as "${name}"`)
    .join(', ')}${limit}`,
  by: by.map((label) => label.replace(/^_time:.*/, '_time')),
  figures: Object.keys(calls),
});
const top = {
  searchTypes: figures('path', 10, [count]),
  peer: peerFigures('path', 10),
  stats: stats(['path'], { 'count()': 'count()' }, ' | sort by ("count()" desc) limit 10'),
};
const percentiles = {
  searchTypes: figures('status', 15, [
    count,
    { id: 'avg', type: 'avg', field: 'took' },
    { id: 'p95', type: 'percentile', field: 'took', percentile: 95 },
  ]),
  peer: peerFigures('status', 15, {
    avg: { avg: { field: 'took' } },
    p95: { percentiles: { field: 'took', percents: [95] } },
  }),
  stats: stats(['status'], { 'count()': 'count()', avg: 'avg(took)', p95: 'quantile(0.95, took)' }, ''),
};
const cardinality = {
  searchTypes: figures('country', 15, [{ id: 'card', type: 'card', field: 'user' }]),
  peer: peerFigures('country', 15, { card: { cardinality: { field: 'user' } } }),
  stats: stats(['country'], { card: 'count_uniq(user)' }, ''),
};

/** Builds an aggregation over time that is split by the values of a field, as charts show it. */
const splitOverTime = (field: string, series: PivotSeries, aggs?: object): Pick<Line, 'searchTypes' | 'peer'> => ({
  searchTypes: [
    {
      id: 'histogram',
      type: 'pivot',
      rollup: false,
      row_groups: [{ type: 'time', fields: ['timestamp'], interval: { type: 'timeunit', timeunit: '3h' } }],
      column_groups: [{ type: 'values', fields: [field], limit: 15 }],
      series: [series],
    },
  ],
  peer: {
    size: 0,
    aggs: {
      histogram: {
        date_histogram: { field: 'timestamp', fixed_interval: '3h' },
        aggs: { split: { terms: { field, size: 15 }, ...(aggs && { aggs }) } },
      },
    },
  },
});
const average: PivotSeries = { id: 'avg', type: 'avg', field: 'took' };
const countByLevel = {
  ...splitOverTime('level', count),
  stats: stats(['_time:3h', 'level'], { 'count()': 'count()' }, ''),
};
const averageByCountry = {
  ...splitOverTime('country', average, { avg: { avg: { field: 'took' } } }),
  stats: stats(['_time:3h', 'country'], { avg: 'avg(took)' }, ''),
};

const day = 86_400_000;
const quarter = 15 * 60_000;
const second = vocabulary[20] ?? '';

/** Combines an aggregation with a query. */
const aggregated = (
  name: string,
  query: string,
  filter: string,
  { stats: of, ...rest }: Pick<Line, 'searchTypes' | 'peer'> & { readonly stats: LogsQl['stats'] & object },
): Line => ({ name, query, ...rest, logsQl: { filter, stats: of } });

export const lines: readonly Line[] = [
  pageOf('everything', '', '*', 394),
  { ...pageOf('everything of a day', '', '*'), lastMs: day },
  { ...pageOf('everything of 15 minutes', '', '*'), lastMs: quarter },
  pageOf('term', 'timeout', 'timeout', 223),
  pageOf('two terms', `timeout AND ${second}`, `timeout ${second}`, 90),
  pageOf('phrase', '"session timeout"', '"session timeout"', 147),
  pageOf('rare word', ownWord(4711), ownWord(4711), 10),
  pageOf('prefix', 'serv1*', 'serv1*', 105),
  pageOf('infix', '*imeou*', '~"imeou"'),
  pageOf('NOT', 'NOT timeout', '!timeout'),
  pageOf('field and range', 'status:500 AND took:>1000', 'status:=500 took:>1000', 50),
  pageOf('user with few hits', 'user:u4711', 'user:=u4711'),
  pageOf('trace id', `trace_id:${traceOf(4711)}`, `trace_id:=${traceOf(4711)}`),
  {
    ...pageOf('sort by another field', '', '*'),
    searchTypes: [{ id: 'messages', type: 'messages', limit: 150, sort: [{ field: 'took', order: 'DESC' }] }],
    peer: { size: 150, sort: [{ took: 'desc' }] },
    logsQl: { filter: '*', sort: 'sort by (took desc) limit 150' },
  },
  { ...aggregated('top 10', '', '*', top), peerMs: 32 },
  { ...aggregated('p95 and average by group', '', '*', percentiles), peerMs: 508 },
  { ...aggregated('cardinality by group', '', '*', cardinality), peerMs: 514 },
  aggregated('count over time by level', '', '*', countByLevel),
  aggregated('average over time by country', '', '*', averageByCountry),
  aggregated('count over time by level of a term', 'timeout', 'timeout', countByLevel),
  aggregated('top 10 of a term', 'timeout', 'timeout', top),
  aggregated('top 10 of a rare word', ownWord(4711), ownWord(4711), top),
  aggregated('p95 and average by group of a phrase', '"session timeout"', '"session timeout"', percentiles),
  aggregated('cardinality by group of a term', 'timeout', 'timeout', cardinality),
];
