/** Tests that responses of this server and of an OpenSearch are converted to one form, and differences are reported. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchTypeResult } from '../../api/contract/searches.js';
import { answerBeside, answerHere, differences } from './answers.js';

const range = { type: 'absolute' as const, from: '1970-01-01T00:00:00.000Z', to: '1970-01-02T00:00:00.000Z' };
const cell = (name: string, value: number) => ({ key: [name], value, rollup: true, source: 'row-leaf' as const });

const histogram: SearchTypeResult = {
  id: 'histogram',
  type: 'pivot',
  total: 7,
  effective_timerange: range,
  rows: [
    { key: ['1970-01-01T00:00:00.000Z'], values: [cell('count()', 4)], source: 'leaf' },
    { key: ['1970-01-01T03:00:00.000Z'], values: [cell('count()', 0)], source: 'leaf' },
    { key: ['1970-01-01T06:00:00.000+00:00'], values: [cell('count()', 3)], source: 'leaf' },
    { key: [], values: [cell('count()', 7)], source: 'non-leaf' },
  ],
};
const bar = (key: number, doc_count: number) => ({ key_as_string: new Date(key).toISOString(), key, doc_count });
const bars = (last: number) => ({ histogram: { buckets: [bar(0, 4), bar(10_800_000, 0), bar(21_600_000, last)] } });

const figures: SearchTypeResult = {
  id: 'figures',
  type: 'pivot',
  total: 7,
  effective_timerange: range,
  rows: [
    { key: ['200'], values: [cell('count()', 7), cell('avg', 10), cell('p95', 100)], source: 'leaf' },
    { key: [], values: [cell('count()', 7), cell('avg', 10), cell('p95', 100)], source: 'non-leaf' },
  ],
};
const besideFigures = (p95: number) =>
  answerBeside({
    hits: { total: { value: 7 }, hits: [] },
    aggregations: {
      figures: { buckets: [{ key: 200, doc_count: 7, avg: { value: 10 }, p95: { values: { '95.0': p95 } } }] },
    },
  });

test('histogram bars are compared by time and count, and empty bars are ignored', () => {
  const here = answerHere({ histogram });
  assert.deepEqual(
    { ...here, figures: [...here.figures] },
    {
      total: 7,
      page: 0,
      groups: 2,
      figures: [
        ['0 count()', 4],
        ['21600000 count()', 3],
      ],
    },
  );
  const hits = { total: { value: 7 }, hits: [] };
  assert.deepEqual(differences(here, answerBeside({ hits, aggregations: bars(3) })), []);
  assert.deepEqual(differences(here, answerBeside({ hits, aggregations: bars(2) })), [
    '21600000 count(): 3 here, 2 beside',
  ]);
  assert.deepEqual(differences(here, answerBeside({ hits, aggregations: bars(0) })), [
    'groups: 2 here, 1 beside',
    '21600000 count(): 3 here, nothing beside',
  ]);
});

test('parts of split bars are compared by time and value', () => {
  const rows = [
    { key: ['1970-01-01T00:00:00.000Z'], values: [{ ...cell('count()', 3), key: ['6', 'count()'] }], source: 'leaf' },
    { key: ['1970-01-01T03:00:00.000Z'], values: [], source: 'leaf' },
  ];
  const here = answerHere({ histogram: { ...histogram, rows } as SearchTypeResult });
  assert.equal(here.groups, 1);
  const beside = (doc_count: number) =>
    answerBeside({
      hits: { total: { value: 7 }, hits: [] },
      aggregations: { histogram: { buckets: [{ ...bar(0, 3), split: { buckets: [{ key: 6, doc_count }] } }] } },
    });
  assert.deepEqual(differences(here, beside(3)), []);
  assert.deepEqual(differences(here, beside(2)), ['0 6 count(): 3 here, 2 beside']);
});

test('total numbers of messages and the length of a page are compared', () => {
  const messages = { id: 'messages', type: 'messages', messages: [{}, {}], total_results: 7 } as unknown;
  const here = answerHere({ messages: messages as SearchTypeResult });
  assert.deepEqual(differences(here, answerBeside({ hits: { total: { value: 7 }, hits: [1, 2] } })), []);
  assert.deepEqual(differences(here, answerBeside({ hits: { total: { value: 8 }, hits: [1] } })), [
    'messages: 7 here, 8 beside',
    'messages of the page: 2 here, 1 beside',
  ]);
});

test('percentiles of the two servers may differ slightly, and counts must be equal', () => {
  const here = answerHere({ figures });
  assert.deepEqual(differences(here, besideFigures(104)), []);
  assert.deepEqual(differences(here, besideFigures(106)), ['200 p95: 100 here, 106 beside']);
  assert.deepEqual(differences(here, besideFigures(Number.NaN)), ['200 p95: 100 here, NaN beside']);
});

test('a list of many differences is shortened', () => {
  const rows = Array.from({ length: 20 }, (_, at) => ({
    key: [`${at}`],
    values: [cell('count()', 1)],
    source: 'leaf' as const,
  }));
  const unequal = differences(answerHere({ figures: { ...figures, rows } }), besideFigures(100));
  assert.equal(unequal.length, 6);
  assert.equal(unequal.at(-1), 'and 16 more');
});
