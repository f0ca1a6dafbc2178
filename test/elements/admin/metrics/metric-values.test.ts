/** Tests the values on the metrics page (elements/admin/metrics/metric-values.ts). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Metric } from '../../../../api/contract/system.js';
import {
  keptSamples,
  linePoints,
  matching,
  numberText,
  shortValue,
  valueRows,
  withSamples,
} from '../../../../elements/admin/metrics/metric-values.js';

const gauge = (full_name: string, value: number | string | object): Metric => ({
  full_name,
  name: full_name,
  type: 'gauge',
  metric: { value },
});
const rate = { total: 12, mean: 0.5, one_minute: 2.25, five_minute: 1, fifteen_minute: 0 };
const time = {
  min: 1,
  max: 9000,
  mean: 40.5,
  std_dev: 7,
  '95th_percentile': 80,
  '98th_percentile': 85,
  '99th_percentile': 88,
};
const meter: Metric = { full_name: 'm', name: 'm', type: 'meter', metric: { rate_unit: 'events/second', rate } };
const timer: Metric = {
  full_name: 't',
  name: 't',
  type: 'timer',
  metric: { rate_unit: 'events/second', rate, duration_unit: 'microseconds', time },
};
const histogram: Metric = { full_name: 'h', name: 'h', type: 'histogram', metric: { count: 3, time } };
// A metric type that is unknown here, as a newer server may send it.
const strange = { full_name: 's', name: 's', type: 'abacus', metric: {} } as unknown as Metric;

test('the metrics page shows every value of each metric type', () => {
  assert.deepEqual(valueRows(gauge('g', 1234.5)), [['Value', '1,235']]);
  assert.deepEqual(valueRows(gauge('g', 'text')), [['Value', 'text']]);
  assert.deepEqual(valueRows(gauge('g', { a: 1 })), [['Value', '{"a":1}']]);
  assert.deepEqual(valueRows(meter), [
    ['Total', '12'],
    ['Mean', '0.5 events/second'],
    ['1 minute avg', '2.25 events/second'],
    ['5 minute avg', '1 events/second'],
    ['15 minute avg', '0 events/second'],
  ]);
  assert.deepEqual(valueRows(timer).at(-1), ['Maximum', '9,000 μs']);
  assert.equal(valueRows(timer).length, 7);
  assert.deepEqual(valueRows(histogram).at(-1), ['Count', '3']);
  assert.deepEqual(valueRows(strange), []);
  assert.equal(shortValue(strange), '');
  assert.equal(shortValue(meter), '2.25 events/second');
  assert.equal(shortValue(timer), '40.5 μs');
});

test('the metrics page rounds fractions to four significant digits, and shows whole numbers exactly', () => {
  assert.deepEqual([0, 0.123456, 12_345_678, Number.NaN].map(numberText), ['0', '0.1235', '12,345,678', 'NaN']);
});

test('the filter of the metrics page is a case-insensitive regular expression; an invalid one matches nothing', () => {
  const all = [gauge('org.A', 1), gauge('jvm.b', 1)];
  assert.equal(matching(all, '').length, 2);
  assert.deepEqual(
    matching(all, String.raw`^ORG\.a$`).map(({ full_name }) => full_name),
    ['org.A'],
  );
  assert.deepEqual(matching(all, '['), []);
});

test('the metrics page keeps a limited number of values per metric, and drops them with the metric', () => {
  let known = withSamples(new Map(), [gauge('a', 1), gauge('b', 'text')], true);
  assert.deepEqual([...known], [['a', [1]]]);
  for (let at = 0; at < 100; at += 1) known = withSamples(known, [gauge('a', at)], false);
  assert.equal(known.get('a')?.length, keptSamples);
  assert.equal(known.get('a')?.at(-1), 99);
  assert.deepEqual([...withSamples(known, [gauge('c', 1)], true).keys()], ['c']);
});

test('the line of the chart of a metric ends at the right edge, and stays within its box', () => {
  assert.equal(linePoints([1], 100, 20), undefined);
  assert.deepEqual(linePoints([5, 5], 59, 20), '58.0,10.0 59.0,10.0');
  const points = linePoints([0, 10, 5], 59, 20)?.split(' ');
  assert.deepEqual(points, ['57.0,19.0', '58.0,1.0', '59.0,10.0']);
});
