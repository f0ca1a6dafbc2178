import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AbsoluteRange, PivotResult, PivotRow } from '../../../api/contract/searches.js';
import type { AggregationConfig } from '../../../api/contract/views.schema.js';
import { bucketEnd, bucketInterval } from '../../../elements/widgets/visualizations/bucket-interval.js';
import {
  bucketText,
  bucketTotals,
  chartData,
  isTimeline,
} from '../../../elements/widgets/visualizations/chart-data.js';
import { formatAxisNumber, formatNumber } from '../../../elements/widgets/visualizations/number-format.js';
import { selectedRange } from '../../../elements/widgets/visualizations/range-selection.js';
import { valueAxis } from '../../../elements/widgets/visualizations/value-axis.js';

const berlin = 'Europe/Berlin';

function config(over: Partial<AggregationConfig> = {}): AggregationConfig {
  return {
    row_pivots: [{ fields: ['timestamp'], type: 'time', config: { interval: { type: 'auto', scaling: 1 } } }],
    column_pivots: [],
    series: [{ config: { name: null }, function: 'count()' }],
    sort: [],
    visualization: 'bar',
    visualization_config: null,
    formatting_settings: null,
    rollup: true,
    event_annotation: false,
    ...over,
  };
}
const range = (from: string, to: string): AbsoluteRange => ({ type: 'absolute', from, to });
function result(
  rows: PivotRow[],
  effective = range('2026-11-20T18:30:00.000Z', '2026-11-20T18:45:00.000Z'),
): PivotResult {
  return { id: 'p', type: 'pivot', rows, total: 0, effective_timerange: effective };
}
const leaf = (key: string[], ...values: [string[], unknown][]): PivotRow => ({
  key,
  source: 'leaf',
  values: values.map(([path, value]) => ({
    key: path,
    value,
    rollup: path.length === 1,
    source: path.length === 1 ? 'row-leaf' : 'col-leaf',
  })),
});

describe('chartData on a timeline', () => {
  it('puts one series over the buckets of the effective range', () => {
    const data = chartData(
      result([
        leaf(['2026-11-20T18:30:00.000Z'], [['count()'], 3]),
        leaf(['2026-11-20T18:30:30.000Z'], [['count()'], 0]),
        leaf(['2026-11-20T18:31:00.000Z'], [['count()'], 7]),
        { key: [], source: 'non-leaf', values: [{ key: ['count()'], value: 10, rollup: true, source: 'row-inner' }] },
      ]),
      config(),
      berlin,
    );
    assert.equal(data.axis.type, 'time');
    assert.deepEqual(data.series, [{ id: 'count()', name: 'count()', values: [3, 0, 7] }]);
    assert.deepEqual(data.axis.type === 'time' && data.axis.buckets[0], {
      start: Date.parse('2026-11-20T18:30:00Z'),
      end: Date.parse('2026-11-20T18:30:30Z'),
    });
    assert.equal(bucketText(data.axis, 2, berlin), '2026-11-20 19:31:00');
    assert.deepEqual(bucketTotals(data), [3, 0, 7]);
  });
  it('keeps the range when nothing was found', () => {
    const data = chartData(result([]), config(), 'UTC');
    assert.deepEqual(data, {
      axis: {
        type: 'time',
        from: Date.parse('2026-11-20T18:30:00Z'),
        to: Date.parse('2026-11-20T18:45:00Z'),
        buckets: [],
      },
      series: [],
    });
  });
  it('gives a single bucket the width of the interval, not of the range', () => {
    const data = chartData(result([leaf(['2026-11-20T18:40:00.000Z'], [['count()'], 1])]), config(), 'UTC');
    assert.ok(data.axis.type === 'time');
    assert.deepEqual(data.axis.buckets, [
      { start: Date.parse('2026-11-20T18:40:00Z'), end: Date.parse('2026-11-20T18:40:30Z') },
    ]);
  });
  it('gives a bucket of unknown width 3 % of the range, at least 30 ms', () => {
    const odd = config({
      row_pivots: [
        { fields: ['timestamp'], type: 'time', config: { interval: { type: 'timeunit', value: 1, unit: 'eons' } } },
      ],
    });
    const width = (to: string) => {
      const { axis } = chartData(
        result([leaf(['2026-01-01T00:00:00Z'], [['count()'], 1])], range('2026-01-01T00:00:00Z', to)),
        odd,
        'UTC',
      );
      return axis.type === 'time' && axis.buckets[0] ? axis.buckets[0].end - axis.buckets[0].start : undefined;
    };
    assert.equal(width('2026-01-01T00:01:40Z'), 3000);
    assert.equal(width('2026-01-01T00:00:00.100Z'), 30);
  });
  it('widens the axis to buckets that the range cuts', () => {
    const data = chartData(
      result(
        [leaf(['2026-11-20T18:29:30.000Z'], [['count()'], 1]), leaf(['2026-11-20T18:44:30Z'], [['count()'], 1])],
        range('2026-11-20T18:29:42.000Z', '2026-11-20T18:44:42.000Z'),
      ),
      config(),
      'UTC',
    );
    assert.ok(data.axis.type === 'time');
    assert.equal(data.axis.from, Date.parse('2026-11-20T18:29:30Z'));
    assert.equal(data.axis.to, Date.parse('2026-11-20T18:45:00Z'));
  });
  it('keeps real time across both daylight-saving edges', () => {
    const hours = ['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z'];
    const data = chartData(
      result(
        hours.map((hour) => leaf([hour], [['count()'], 1])),
        range('2026-10-25T00:00:00Z', '2026-10-26T23:00:00Z'),
      ),
      config(),
      berlin,
    );
    assert.ok(data.axis.type === 'time');
    assert.deepEqual(
      data.axis.buckets.map((bucket) => bucket.end - bucket.start),
      [3_600_000, 3_600_000, 3_600_000],
    );
    assert.deepEqual(
      hours.map((_hour, index) => bucketText(data.axis, index, berlin)),
      ['2026-10-25 02:00:00', '2026-10-25 02:00:00', '2026-10-25 03:00:00'],
    );
  });
  it('stacks levels from quiet to loud and names their numbers', () => {
    const byLevel = config({
      column_pivots: [{ fields: ['level'], type: 'values', config: { limit: 15 } }],
      rollup: false,
    });
    const data = chartData(
      result([
        leaf(['2026-11-20T18:30:00Z'], [['3', 'count()'], 5], [['6', 'count()'], 40], [['odd', 'count()'], 1]),
        leaf(['2026-11-20T18:30:30Z'], [['4', 'count()'], 2]),
      ]),
      byLevel,
      'UTC',
    );
    assert.deepEqual(
      data.series.map((series) => [series.name, series.level, series.values]),
      [
        ['odd', undefined, [1, null]],
        ['informational (6)', 'informational', [40, null]],
        ['warning (4)', 'warning', [null, 2]],
        ['error (3)', 'error', [5, null]],
      ],
    );
  });
  it('survives rows without values, unreadable keys and values of other types', () => {
    const data = chartData(
      result([
        leaf(['not a time'], [['count()'], 1]),
        leaf(['2026-11-20T18:31:00Z']),
        leaf(['2026-11-20T18:30:00Z'], [['count()'], 'text'], [['max(a)'], 9007199254740993n]),
      ]),
      config({
        series: [
          { config: { name: 'Messages' }, function: 'count()' },
          { config: { name: null }, function: 'max(a)' },
        ],
      }),
      'UTC',
    );
    assert.deepEqual(
      data.series.map((series) => [series.name, series.values]),
      [
        ['Messages', [null, null]],
        ['max(a)', [9007199254740992, null]],
      ],
    );
  });
});

describe('chartData by categories', () => {
  it('joins row and column keys, drops the name of a single metric, names the rollup by it', () => {
    const data = chartData(
      result([
        leaf(['a', 'GET'], [['count()'], 3], [['200', 'count()'], 2], [['500', 'count()'], 1]),
        leaf(['b', 'PUT'], [['count()'], 1], [['200', 'count()'], 1]),
      ]),
      config({
        row_pivots: [{ fields: ['host', 'method'], type: 'values', config: {} }],
        column_pivots: [{ fields: ['code'], type: 'values', config: {} }],
      }),
      'UTC',
    );
    assert.deepEqual(data.axis, { type: 'category', labels: ['a-GET', 'b-PUT'] });
    assert.deepEqual(
      data.series.map((series) => [series.name, series.values]),
      [
        ['count()', [3, 1]],
        ['200', [2, 1]],
        ['500', [1, null]],
      ],
    );
  });
  it('a sorted time group is no timeline; its keys are in the zone', () => {
    const sorted = config({ sort: [{ type: 'series', field: 'count()', direction: 'Descending' }] });
    assert.equal(isTimeline(sorted), false);
    const data = chartData(result([leaf(['2026-11-20T18:30:00Z'], [['count()'], 1])]), sorted, berlin);
    assert.deepEqual(data.axis, { type: 'category', labels: ['2026-11-20 19:30:00'] });
  });
});

describe('bucketInterval', () => {
  const span = (ms: number) => range(new Date(0).toISOString(), new Date(ms).toISOString());
  for (const [milliseconds, scaling, length] of [
    [20, 1, 1],
    [900_000, 1, 30_000],
    [900_000, 0.5, 20_000],
    [3_600_000, 1, 60_000],
    [86_400_000, 1, 1_800_000],
    [7 * 86_400_000, 1, 14_400_000],
    [365 * 86_400_000, 1, 7 * 86_400_000],
  ] as const) {
    it(`${milliseconds} ms × ${scaling} → ${length} ms`, () =>
      assert.equal(bucketInterval({ type: 'auto', scaling }, span(milliseconds))?.length, length));
  }
  it('calendar months end where the next starts', () => {
    const month = bucketInterval({ type: 'timeunit', value: 1, unit: 'months' }, undefined);
    assert.ok(month);
    assert.equal(bucketEnd(Date.parse('2026-02-01T00:00:00Z'), month), Date.parse('2026-03-01T00:00:00Z'));
    assert.equal(bucketInterval({ type: 'auto' }, span(Date.parse('2026-01-01')))?.months, 1);
  });
  it('several units', () =>
    assert.deepEqual(bucketInterval({ type: 'timeunit', value: 2, unit: 'weeks' }, undefined), {
      length: 1_209_600_000,
    }));
});

describe('selectedRange', () => {
  const axis = {
    type: 'time',
    from: 0,
    to: 100,
    buckets: [0, 10, 20, 50].map((start) => ({ start, end: start + 10 })),
  } as const;
  for (const [one, other, expected] of [
    [12, 14, [10, 20]],
    [14, 22, [10, 30]],
    [22, 14, [10, 30]],
    [35, 55, [35, 60]],
    [-50, 500, [0, 100]],
    [35, 35, undefined],
    [40, 45, [40, 45]],
  ] as const) {
    it(`${one} to ${other}`, () => {
      const found = selectedRange(axis, one, other);
      assert.deepEqual(found && [Date.parse(found.from), Date.parse(found.to)], expected);
    });
  }
});

describe('valueAxis', () => {
  for (const [highest, max, step] of [
    [0, 1, 1],
    [1, 1, 1],
    [3, 3, 1],
    [7, 8, 2],
    [712, 800, 200],
    [1000, 1000, 250],
    [23_418, 25_000, 10_000],
  ] as const) {
    it(String(highest), () => {
      const axis = valueAxis(highest);
      assert.ok(axis.max >= highest && axis.max / axis.step <= 5, JSON.stringify(axis));
      if (highest < 10_000) assert.deepEqual(axis, { max, step });
    });
  }
});

describe('numbers', () => {
  it('metric values', () => {
    assert.equal(formatNumber(1234567.123456789), '1,234,567.1234568');
    assert.equal(formatNumber(9007199254740993n), '9,007,199,254,740,993');
  });
  it('axes', () =>
    assert.deepEqual([0, 800, 9500, 12_000, 1_500_000].map(formatAxisNumber), ['0', '800', '9,500', '12K', '1.5M']));
});
