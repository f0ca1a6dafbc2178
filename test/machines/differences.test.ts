import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedText, readCompared } from '../../machines/differences/compared-text.js';
import {
  differenceRows,
  differencesRequest,
  ratioText,
  shareText,
  type Compared,
} from '../../machines/differences/differences.js';
import { growthOf, inPatternOrder } from '../../machines/differences/pattern-order.js';
import { defaultSearch } from '../../machines/view/default-view.js';
import { queryIds } from '../../machines/view/document.js';

const clauseOf = (field: string, value: string): string => `${field}:${value}`;

test('counts of values become shares and ratios', () => {
  const answer = {
    ...{ total_results: 300, examined: 300, selected: 100, rest: 200, fields_examined: 2, fields_left_out: 0 },
    values: [
      { field: 'a', value: 'x', selected: 50, rest: 10 },
      { field: 'b', value: 'y', selected: 5, rest: 0 },
    ],
    numbers: [],
  };
  assert.deepEqual(
    differenceRows(answer, { by: 'group', query: 'c:z' }, clauseOf).map(({ selected, rest, ratio }) => [
      ...[selected, rest, ratio],
    ]),
    [
      [0.5, 0.05, 10],
      [0.05, 0, Infinity],
    ],
  );
  assert.deepEqual([8.94, 38.2, 1234.5, 0.25].map(ratioText), ['× 8.9', '× 38', '× 1,235', '÷ 4.0']);
  assert.deepEqual([0, 0.002, 0.456, 0.999, 1].map(shareText), ['0%', '<1%', '46%', '99%', '100%']);
});

test('the value by which the messages were selected is not listed as a difference', () => {
  const answer = {
    ...{ total_results: 300, examined: 300, selected: 100, rest: 200, fields_examined: 2, fields_left_out: 0 },
    values: [
      { field: 'a', value: 'x', selected: 100, rest: 0 },
      { field: 'b', value: 'x', selected: 100, rest: 0 },
    ],
    numbers: [],
  };
  const fields = differenceRows(answer, { by: 'group', query: 'a:x' }, clauseOf).map(({ field }) => field);
  assert.deepEqual(fields, ['b']);
});

test('a range is compared within the longer range, and a group within the searched messages', () => {
  let count = 0;
  const ids = { uuid: () => `u${(count += 1)}`, objectId: () => `o${(count += 1)}` };
  const timeRange = { type: 'relative', from: 300 } as const;
  const document = defaultSearch({ createdAt: '2026-01-02T03:04:05.000Z', queryString: 'a', timeRange }, ids);
  const of = { document, queryId: queryIds(document)[0] ?? '', bindings: {} };
  const range = { type: 'absolute', from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T00:05:00.000Z' } as const;
  const within = { type: 'relative', from: 86_400 } as const;
  const byRange = differencesRequest(of, { by: 'range', range, within }, ids);
  assert.deepEqual([byRange.search.queries[0]?.timerange, byRange.selection], [within, { timerange: range }]);
  const byGroup = differencesRequest(of, { by: 'group', query: 'level:3' }, ids);
  assert.deepEqual([byGroup.search.queries[0]?.timerange, byGroup.selection], [timeRange, { query: 'level:3' }]);
  assert.equal(byGroup.search.queries[0]?.query?.query_string, 'a');
  assert.deepEqual(
    byGroup.search.queries[0]?.search_types?.map(({ type }) => type),
    ['messages'],
  );
});

test('patterns are ordered by rarity, by their first message and by growth', () => {
  const pattern = (name: string, count: number, minute: number, histogram: number[]) => ({
    ...{ name, count, histogram },
    first: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  });
  const patterns = [
    pattern('steady', 100, 0, [25, 25, 25, 25]),
    pattern('gone', 40, 1, [40, 0, 0, 0]),
    pattern('new', 20, 30, [0, 0, 0, 20]),
    pattern('once', 1, 50, [0, 0, 0, 1]),
  ];
  const names = (order: Parameters<typeof inPatternOrder>[1]) =>
    inPatternOrder(patterns, order).map(({ name }) => name);
  assert.deepEqual(names('frequent'), ['steady', 'gone', 'new', 'once']);
  assert.deepEqual(names('rare'), ['once', 'new', 'gone', 'steady']);
  assert.deepEqual(names('new'), ['once', 'new', 'gone', 'steady']);
  assert.deepEqual(names('grown'), ['new', 'once', 'steady', 'gone']);
  assert.equal(growthOf([]), 0);
});

test('a comparison is read from the text that an address contains', () => {
  const range = { type: 'absolute', from: '2026-11-20T09:40:00.000Z', to: '2026-11-20T09:51:00.000Z' } as const;
  const compared: readonly Compared[] = [
    { by: 'group', query: 'level:3 AND (a OR "b  c")\nAND d' },
    { by: 'range', range, within: { type: 'relative', from: 3600 } },
    { by: 'range', range, within: { type: 'relative', range: 0 } },
    { by: 'range', range, within: { ...range, from: '2026-11-20T00:00:00.000Z' } },
    { by: 'range', range, within: { type: 'keyword', keyword: 'last & first hour', timezone: 'UTC' } },
  ];
  for (const one of compared) assert.deepEqual(readCompared(comparedText(one)), one);
  const [from, to] = [range.from, range.to];
  const within = 'rangetype=relative&relative=3600';
  for (const broken of [
    ...['', 'group', 'group  ', 'all level:3', 'range', `range ${from} ${to}`, `range ${from} ${to} relative=x`],
    ...[`range then now ${within}`, `range ${to} ${from} ${within}`, `range 1 2026 ${within}`],
  ])
    assert.equal(readCompared(broken), undefined, broken);
});
