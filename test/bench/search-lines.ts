/** Searches of the bench, in the request format of this server and in the one of OpenSearch. */
import type { PivotSeries, SearchType } from '../../api/contract/searches.js';
import { ownWord, vocabulary } from './word-messages.js';

export interface Line {
  readonly name: string;
  readonly query: string;
  readonly searchTypes: readonly SearchType[];
  /** Equivalent body for `_search` of OpenSearch, with a page of messages or aggregations. */
  readonly peer: Readonly<Record<string, unknown>>;
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

const pageOf = (name: string, query: string, peerMs?: number): Line => ({
  name,
  query,
  searchTypes: page,
  peer: peerPage,
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

const top = {
  searchTypes: figures('path', 10, [count]),
  peer: peerFigures('path', 10),
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
};
const cardinality = {
  searchTypes: figures('country', 15, [{ id: 'card', type: 'card', field: 'user' }]),
  peer: peerFigures('country', 15, { card: { cardinality: { field: 'user' } } }),
};

/** A split over time by the values of a field, as charts show it. */
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

const day = 86_400_000;

export const lines: readonly Line[] = [
  pageOf('everything', '', 394),
  { ...pageOf('everything of a day', ''), lastMs: day },
  pageOf('term', 'timeout', 223),
  pageOf('two terms', `timeout AND ${vocabulary[20] ?? ''}`, 90),
  pageOf('phrase', '"session timeout"', 147),
  pageOf('rare word', ownWord(4711), 10),
  pageOf('prefix', 'serv1*', 105),
  pageOf('NOT', 'NOT timeout'),
  pageOf('field and range', 'status:500 AND took:>1000', 50),
  { name: 'top 10', query: '', ...top, peerMs: 32 },
  { name: 'p95 and average by group', query: '', ...percentiles, peerMs: 508 },
  { name: 'cardinality by group', query: '', ...cardinality, peerMs: 514 },
  { name: 'count over time by level', query: '', ...splitOverTime('level', count) },
  {
    name: 'average over time by country',
    query: '',
    ...splitOverTime('country', average, { avg: { avg: { field: 'took' } } }),
  },
  { name: 'count over time by level of a term', query: 'timeout', ...splitOverTime('level', count) },
  { name: 'top 10 of a term', query: 'timeout', ...top },
  { name: 'top 10 of a rare word', query: ownWord(4711), ...top },
  { name: 'p95 and average by group of a phrase', query: '"session timeout"', ...percentiles },
  { name: 'cardinality by group of a term', query: 'timeout', ...cardinality },
];
