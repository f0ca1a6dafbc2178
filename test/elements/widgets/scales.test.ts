/** Tests the value axes of a chart that also shows values of an earlier range. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { scalesOf, type ScalesInput } from '../../../elements/widgets/visualizations/cartesian/use-scales.js';
import { extentOf } from '../../../machines/pivot/numbers.js';
import { aggregation, metrics } from '../../machines/pivot/results.js';
import { untyped } from '../../untyped.js';

type Values = Record<string, number[]>;
const scales = (now: Values, before: Values, over: Partial<ScalesInput['config']> = {}) =>
  scalesOf({
    data: untyped<ScalesInput['data']>({
      axis: { type: 'category', labels: ['a', 'b'], keys: [['a'], ['b']], fields: [] },
      series: Object.entries(now).map(([metric, values]) => ({ id: metric, name: metric, keys: [], metric, values })),
    }),
    past: Object.entries(before).map(([metric, values], series) => ({
      name: metric,
      metric,
      series,
      points: values.map((value, from) => ({ from, to: from + 1, value })),
    })),
    stacked: false,
    lines: 4,
    extent: ({ series }) => extentOf(series.flatMap(({ values }) => values)),
    looks: undefined,
    config: aggregation({ series: metrics(...Object.keys(now)), ...over }),
  });

it('metrics whose earlier values are negative have one axis, because both zeros would differ', () => {
  const now = { 'count()': [10, 20], 'sum(change)': [4000, 5000] };
  assert.ok(scales(now, { 'sum(change)': [3000] }).second);
  const { second, axis } = scales(now, { 'sum(change)': [-3000] });
  assert.equal(second, undefined);
  assert.ok(axis.min <= -3000);
});

it('a logarithmic axis contains the positive earlier values', () => {
  const logarithmic = { visualization_config: { axis_type: 'logarithmic' } };
  const { axis } = scales({ 'count()': [200, 900] }, { 'count()': [3, 0] }, logarithmic);
  assert.ok(axis.min <= 3, `the axis begins at ${axis.min}`);
});

it('the axes name their metrics as the legend does, also if the result has function texts', () => {
  const series = [
    { function: 'count()', config: { name: 'Requests' } },
    { function: 'max(took)', config: { name: null } },
  ];
  const { second } = scales({ 'count()': [10], 'max(took)': [4000] }, {}, { series });
  assert.deepEqual(second?.names, { first: 'Requests', second: 'max took' });
});
