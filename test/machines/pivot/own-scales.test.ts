import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  alignedAxis,
  isOfSeveralKinds,
  measureOf,
  metricsOfSecondAxis,
  scaleSpread,
  peaksOf,
} from '../../../machines/pivot/own-scales.js';
import { valueAxis } from '../../../machines/pivot/value-axis.js';

const of = (values: Record<string, (number | null)[]>) =>
  Object.entries(values).map(([metric, own]) => ({ metric, values: own }));

describe('scales of metrics', () => {
  const cases: [name: string, Record<string, (number | null)[]>, second: string[] | undefined][] = [
    ['metrics that differ less than tenfold share an axis', { count: [100], took: [999] }, undefined],
    ['a metric that is ten times as high has the second axis', { count: [100, 3], took: [1000] }, ['took']],
    ['the first metric keeps the first axis also if it is the higher one', { took: [1000], count: [100] }, ['count']],
    ['metrics are divided where they differ most', { count: [100], avg: [500], max: [20_000] }, ['max']],
    ['negative values need one axis, because both zeros would differ', { count: [100], change: [-5, 9999] }, undefined],
    ['a metric without values needs no axis', { count: [100], took: [null] }, undefined],
    ['five metrics share an axis', { a: [1], b: [100], c: [100], d: [100], e: [100] }, undefined],
    ['one metric has one axis', { count: [1, 1000] }, undefined],
    ['metrics of the same field share an axis', { 'avg(took)': [10], 'max(took)': [5000] }, undefined],
    ['percentiles share an axis', { 'percentile(took,50)': [10], 'percentile(took,99)': [5000] }, undefined],
    [
      'metrics of the same field move to the second axis together',
      { 'count()': [3], 'avg(took)': [10], 'max(took)': [5000] },
      ['avg(took)', 'max(took)'],
    ],
    ['metrics of the same unit share an axis', { 'avg(wait)': [10], 'max(run)': [5000] }, undefined],
    [
      'metrics share an axis if a third metric links them by field and unit',
      { 'avg(wait)': [10], 'max(run)': [20], 'sum(run)': [5000] },
      undefined,
    ],
    ['a filtered count shares the axis of all messages', { 'count()': [900], 'count(where level:3)': [2] }, undefined],
    ['the number of values is not in the unit of the field', { 'card(took)': [5], 'max(took)': [5000] }, ['max(took)']],
    [
      'a count and a field have an axis each, however alike their values are',
      { 'count()': [100], 'avg(took)': [99] },
      ['avg(took)'],
    ],
    [
      'the first metric keeps the first axis also if it is a field',
      { 'avg(took)': [99], 'count()': [100] },
      ['count()'],
    ],
    ['a unit and a field without one have an axis each', { 'avg(wait)': [5], 'avg(took)': [5] }, ['avg(took)']],
    ['fields without units share an axis', { 'avg(in)': [5], 'avg(out)': [40] }, undefined],
    ['counts of messages and of values share an axis', { 'count()': [90], 'card(host)': [12] }, undefined],
    ['a share of messages has its own axis', { 'count()': [90], 'percentage(took)': [80] }, ['percentage(took)']],
    ['counts stay together beside a field', { 'count()': [90], 'card(host)': [9], 'avg(took)': [95] }, ['avg(took)']],
    [
      'five metrics of two kinds have two axes',
      { 'count()': [9], 'avg(a)': [9], 'min(a)': [1], 'max(a)': [9], 'sum(a)': [9] },
      ['avg(a)', 'min(a)', 'max(a)', 'sum(a)'],
    ],
    [
      'three kinds are divided where they differ most',
      { 'count()': [90], 'avg(took)': [100], 'avg(wait)': [9000] },
      ['avg(wait)'],
    ],
    [
      'a formula has the axis of the values that are like its own',
      { 'count()': [10], 'avg(took)': [900], 'formula(a / b)': [700] },
      ['avg(took)', 'formula(a / b)'],
    ],
    ['a formula alone shares the axis of a count', { 'count()': [10], 'formula(a / b)': [70] }, undefined],
  ];
  const looks = { 'avg(wait)': { unit: 'ms' }, 'max(run)': { unit: 'ms' } };
  const measure = measureOf(looks, { series: [] });
  for (const [name, values, second] of cases)
    it(name, () => {
      assert.deepEqual(metricsOfSecondAxis(of(values), measure), second && new Set(second));
      assert.equal(scaleSpread(of(values), measure) !== undefined, second !== undefined);
    });

  it('tells metrics of several kinds also where they must share an axis', () => {
    assert.equal(isOfSeveralKinds(of({ 'count()': [9], 'avg(temperature)': [-5] }), measure), true);
    assert.equal(isOfSeveralKinds(of({ 'avg(temperature)': [-5], 'max(took)': [1] }), measure), false);
  });

  it('metrics of the same field have the highest of their values as their peak', () => {
    const peaks = peaksOf(of({ 'count()': [3, null], 'avg(took)': [10], 'max(took)': [5000, 2] }), measure);
    assert.deepEqual(
      [...peaks],
      [
        ['count()', 3],
        ['avg(took)', 5000],
        ['max(took)', 5000],
      ],
    );
  });

  const axes: [highest: number, first: number, whole: boolean, max: number][] = [
    [1700, 150, true, 1800],
    [16_800, 150, true, 18_000],
    [0.037, 150, false, 0.045],
    [2, 150, true, 3],
  ];
  for (const [highest, first, whole, max] of axes)
    it(`the second axis for ${highest} ends at ${max} and has as many grid lines as the first axis`, () => {
      const one = valueAxis({ min: 0, max: first }, { whole });
      const other = alignedAxis(highest, one, whole);
      assert.equal(other.max / other.step, one.max / one.step);
      assert.ok(other.max >= highest);
      assert.equal(other.max, max);
    });
});
