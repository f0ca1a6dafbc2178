/** A chart of the largest values has a rest: the number of omitted values and their exact sum. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PivotRow } from '../../../api/contract/searches.js';
import { isRestKey, restCount, withoutRestSeries, withRest } from '../../../machines/pivot/rest-of-values.js';
import { restSeries } from '../../../machines/pivot/rest-series.js';
import { aggregation, byTime, byValues, leaf, metrics, pivot } from './results.js';

const [messages = '', values = ''] = restSeries(aggregation()).map(({ id }) => id);
const totals = (...cells: [metric: string, value: number][]): PivotRow => ({
  key: [],
  source: 'non-leaf',
  values: cells.map(([metric, value]) => ({ key: [metric], value, rollup: true, source: 'row-inner' })),
});
const host = (name: string, count: number) => leaf([name], [['count()'], count], [[messages], count], [[values], 1]);
const restOf = (result: ReturnType<typeof pivot>) => {
  const row = result.rows.find(({ key }) => isRestKey(key[0]));
  return row && { more: restCount(row.key[0] ?? ''), values: row.values.map(({ value }) => value) };
};

test('the counts for the rest are requested if one field is limited and only messages are counted', () => {
  assert.deepEqual(
    restSeries(aggregation()).map(({ type, field }) => [type, field]),
    [
      ['count', 'host'],
      ['card', 'host'],
    ],
  );
  for (const other of [
    { row_pivots: [byTime()] },
    { row_pivots: [byValues('a', 'b')] },
    { row_pivots: [byValues('a'), byValues('b')] },
    { column_pivots: [byValues('a')] },
    { series: metrics('count()', 'avg(took)') },
    { series: [] },
  ])
    assert.deepEqual(restSeries(aggregation(other)), [], JSON.stringify(other));
});

test('the rest has the number of omitted values and their sum over the messages with the field', () => {
  const result = pivot(
    host('web-01', 50),
    host('web-02', 30),
    host('(Empty Value)', 7),
    totals(['count()', 107], [messages, 100], [values, 25]),
  );
  const shown = withRest(result, aggregation());
  assert.deepEqual(restOf(shown), { more: 23, values: [20] });
  assert.deepEqual(
    withoutRestSeries(result, aggregation()).rows[0]?.values.map(({ key }) => key),
    [['count()']],
  );
  const all = pivot(host('web-01', 50), totals(['count()', 50], [messages, 50], [values, 1]));
  assert.equal(restOf(withRest(all, aggregation())), undefined, 'there is no rest if no value is omitted');
  const lists = pivot(host('a', 50), host('b', 50), totals(['count()', 50], [messages, 50], [values, 3]));
  assert.equal(
    restOf(withRest(lists, aggregation())),
    undefined,
    'there is no rest if messages are counted in several rows',
  );
});

test('the search of another console yields the sum of the rest without the number of values', () => {
  const limited = aggregation({ row_pivots: [{ ...byValues('host'), config: { limit: 1 } }] });
  const result = pivot(leaf(['a'], [['count()'], 6]), totals(['count()', 10]));
  assert.deepEqual(restOf(withRest(result, limited)), { more: undefined, values: [4] });
  assert.equal(restOf(withRest(result, aggregation())), undefined, 'there is no rest below the limit');
});

test('the rest of limited columns is one more column, whose values are computed from the totals of the rows', () => {
  const columns = [{ ...byValues('level'), config: { limit: 1 } }];
  const config = aggregation({ row_pivots: [byTime()], column_pivots: columns });
  const row = leaf(['2026-11-20T18:30:00.000Z'], [['3', 'count()'], 2], [['count()'], 9]);
  const [found] = withRest(pivot(row), config).rows;
  const rest = found?.values.filter(({ key }) => isRestKey(key[0])).map(({ value }) => value);
  assert.deepEqual(rest, [7]);
});
