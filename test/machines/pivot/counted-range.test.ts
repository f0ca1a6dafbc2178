/**
 * Tests the range behind automatic intervals: all time is assumed only if no fixed range could have the same buckets.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PivotResult } from '../../../api/contract/searches.js';
import type { AggregationConfig } from '../../../api/contract/views.schema.js';
import { countedRangeOf } from '../../../machines/pivot/counted-range.js';
import { categoryData } from '../../../machines/pivot/chart-data.js';
import { heatMatrix, matrixTime } from '../../../machines/pivot/heat-matrix.js';
import { aggregation, byTime, byValues, label, leaf, pivot } from './results.js';

const [may, july, august] = ['2015-05-01T00:00:00.000Z', '2015-07-01T00:00:00.000Z', '2015-08-01T00:00:00.000Z'];
const before = '2014-07-01T00:00:00.000Z';
const sole = aggregation({ row_pivots: [byTime()] });
const beside = aggregation({ row_pivots: [byTime(), byValues('host')] });
const across = aggregation({ column_pivots: [byTime()] });
const due = aggregation({ row_pivots: [byTime('due')] });

const shownIn = (config: AggregationConfig, starts: readonly string[]): PivotResult =>
  config === across
    ? pivot(leaf(['a'], ...starts.map((start): [string[], number] => [[start, 'count()'], 1])))
    : pivot(...starts.map((start) => leaf(config === beside ? [start, 'a'] : [start], [['count()'], 1])));
const between = (from: string, to: string) => ({ type: 'absolute', from, to }) as const;

// Ranges of several weeks have buckets of at most a day. Ranges of one to two years have buckets of two weeks.
const weeks = (from: string) => between(from, '2015-08-14T10:00:00Z');
const cases: [
  name: string,
  config: AggregationConfig,
  starts: string[],
  range: PivotResult['effective_timerange'],
  isAllTime: boolean,
][] = [
  ['months without days between them', sole, [july, august], weeks('2015-07-01T10:00:00Z'), true],
  ['a month that begins long before the range', sole, [july], weeks('2015-07-20T10:00:00Z'), true],
  ['months as columns', across, [july, august], weeks('2015-07-20T10:00:00Z'), true],
  ['months beside another group', beside, [july, august], weeks('2015-07-20T10:00:00Z'), true],
  [
    'months as columns at which no bucket of two weeks begins',
    across,
    [before, august],
    weeks('2014-07-05T10:00:00Z'),
    true,
  ],
  ['months as columns without the bucket of the first month', across, [august], weeks('2014-07-05T10:00:00Z'), false],
  ['first days of months as columns', across, [july, august], weeks('2015-06-20T10:00:00Z'), false],
  ['first days of months beside another group', beside, [july, august], weeks('2015-06-20T10:00:00Z'), false],
  ['first days of months in a range that begins on one', across, [july, august], weeks(july), false],
  ['first days of months of another date field', due, [july, august], weeks('2015-06-20T10:00:00Z'), false],
  ['months of another date field before the range', due, [may, july], weeks('2015-07-20T10:00:00Z'), false],
];

describe('all time', () => {
  for (const [name, config, starts, range, isAllTime] of cases)
    it(`all time ${isAllTime ? 'is' : 'is not'} recognised by ${name}`, () => {
      const counted = countedRangeOf({ ...shownIn(config, starts), effective_timerange: range }, config);
      assert.equal(counted?.from, isAllTime ? '1970-01-01T00:00:00.000Z' : range.from);
    });
  it('all time is not recognised by a heatmap with the first days of months as columns', () => {
    const matrix = heatMatrix(categoryData(shownIn(across, [july, august]), across, label), across);
    const time = matrixTime(matrix, across, weeks('2015-06-20T10:00:00Z'), 'UTC');
    assert.equal(time?.span.to, Date.parse('2015-08-02T00:00:00Z'));
  });
  it('all time is recognised in every time zone of the browser', (context) => {
    const { TZ } = process.env;
    context.after(() => (TZ === undefined ? delete process.env['TZ'] : (process.env['TZ'] = TZ)));
    const range = between('2015-07-02 01:00:00.000', '2015-08-14 10:00:00.000');
    for (const [zone, starts, isAllTime] of [
      ['Pacific/Kiritimati', [july], true],
      ['Pacific/Pago_Pago', [july], true],
      ['Pacific/Pago_Pago', ['2015-07-01T12:00:00.000Z'], false],
    ] as const) {
      process.env['TZ'] = zone;
      const counted = countedRangeOf({ ...shownIn(sole, starts), effective_timerange: range }, sole);
      assert.equal(counted?.from, isAllTime ? '1970-01-01T00:00:00.000Z' : range.from, zone);
    }
  });
});
