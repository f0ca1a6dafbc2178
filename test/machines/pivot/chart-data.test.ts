import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bucketsIn, nextBucket, startOfBucket, type BucketWidth } from '../../../host/server/search/interval.js';
import type { AbsoluteRange, PivotResult, PivotRow } from '../../../api/contract/searches.js';
import type { AggregationConfig } from '../../../api/contract/views.schema.js';
import { bucketBefore, bucketEnd, bucketInterval } from '../../../machines/pivot/bucket-interval.js';
import { offsetAt } from '../../../machines/time-range/zone.js';
import { bucketTotals, chartData as dataOf, withPartial } from '../../../machines/pivot/chart-data.js';
import { emptyValueKey, isTimeline, type KeyLabel } from '../../../machines/pivot/keys.js';
import { zeroFilled } from '../../../machines/pivot/zero-filled.js';
import { selectedRange } from '../../../machines/pivot/range-selection.js';
import { axisTicks, shareOf, valueAxis } from '../../../machines/pivot/value-axis.js';

/** Marks each label with the field and kind that its key belongs to. */
const label: KeyLabel = (key, { field, kind }) => (kind === 'time' ? `${field}@${key.slice(11, 16)}` : key);
const chartData = (pivot: PivotResult, config: AggregationConfig) => dataOf(pivot, config, label, 'UTC');
/** Removes members that only identify a series. */
const named = (data: ReturnType<typeof chartData>) => data.series.map(({ name, values }) => [name, values]);
const bucket = (start: string, end: string) => ({ start: Date.parse(start), end: Date.parse(end), key: start });

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
  it('one series is drawn over the buckets of the effective range', () => {
    const data = chartData(
      result([
        leaf(['2026-11-20T18:30:00.000Z'], [['count()'], 3]),
        leaf(['2026-11-20T18:30:30.000Z'], [['count()'], 0]),
        leaf(['2026-11-20T18:31:00.000Z'], [['count()'], 7]),
        { key: [], source: 'non-leaf', values: [{ key: ['count()'], value: 10, rollup: true, source: 'row-inner' }] },
      ]),
      config(),
    );
    assert.equal(data.axis.type, 'time');
    assert.deepEqual(data.series, [
      { id: 'count()', name: 'count', colorName: 'count()', keys: [], metric: 'count()', values: [3, 0, 7] },
    ]);
    assert.deepEqual(
      data.axis.type === 'time' && data.axis.buckets[0],
      bucket('2026-11-20T18:30:00.000Z', '2026-11-20T18:30:30.000Z'),
    );
    assert.deepEqual(bucketTotals(data), [3, 0, 7]);
  });
  it('the axis keeps the range if no messages were found', () => {
    const data = chartData(result([]), config());
    assert.deepEqual(data, {
      axis: {
        type: 'time',
        from: Date.parse('2026-11-20T18:30:00Z'),
        to: Date.parse('2026-11-20T18:45:00Z'),
        buckets: [],
        interval: { length: 30_000 },
        zone: 'UTC',
      },
      series: [],
    });
  });
  it('gives a single bucket the width of the interval, not of the range', () => {
    const data = chartData(result([leaf(['2026-11-20T18:40:00.000Z'], [['count()'], 1])]), config());
    assert.ok(data.axis.type === 'time');
    assert.deepEqual(data.axis.buckets, [bucket('2026-11-20T18:40:00.000Z', '2026-11-20T18:40:30Z')]);
  });
  describe('all time, whose effective range is the range of the messages', () => {
    // The buckets are months, as for every range that begins in 1970 (contract search P9).
    const ends = (starts: string[], effective: AbsoluteRange, shown = config()) => {
      const rows = starts.map((start) => leaf([start], [['count()'], 1]));
      const { axis } = chartData(result(rows, effective), shown);
      return axis.type === 'time' ? axis.buckets.map(({ end }) => new Date(end).toISOString()) : undefined;
    };
    const [nov, dec, jan] = ['2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'];
    const cases: [name: string, starts: string[], from: string, to: string, expected: string[]][] = [
      [
        'a month bucket ends with its month although its messages span an hour',
        [nov],
        '2026-11-26T09:30:02Z',
        '2026-11-26T10:20:00Z',
        [dec],
      ],
      [
        'two month buckets end with their months although their messages span some weeks',
        [nov, dec],
        '2026-11-01T00:00:10Z',
        '2026-12-20T00:00:00Z',
        [dec, jan],
      ],
      [
        'a bucket is not taken for a month if the range itself begins at the beginning of a month',
        [nov],
        nov,
        '2026-11-01T01:00:00Z',
        ['2026-11-01T00:01:00.000Z'],
      ],
      [
        'a bucket that begins at another hour is not taken for a month',
        ['2026-11-01T01:00:00Z'],
        nov,
        '2026-11-01T10:00:00Z',
        ['2026-11-01T01:10:00.000Z'],
      ],
    ];
    for (const [name, starts, from, to, expected] of cases)
      it(name, () => assert.deepEqual(ends(starts, range(from, to)), expected));
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
    );
    assert.ok(data.axis.type === 'time');
    assert.deepEqual(
      data.axis.buckets.map((bucket) => bucket.end - bucket.start),
      [3_600_000, 3_600_000, 3_600_000],
    );
  });
  const lengths: [name: string, value: number, unit: string, starts: string[], minutes: number[]][] = [
    [
      'a bucket that a change of the clock cuts does not shorten the others',
      45,
      'minutes',
      ['2026-03-29T00:00Z', '2026-03-29T00:45Z', '2026-03-29T01:00Z', '2026-03-29T01:45Z'],
      [45, 15, 45, 45],
    ],
    [
      'a day of 23 hours does not shorten the others',
      1,
      'days',
      ['2026-03-28T23:00Z', '2026-03-29T22:00Z', '2026-03-30T22:00Z'],
      [23 * 60, 24 * 60, 24 * 60],
    ],
    [
      'the last bucket has the length of the chosen interval',
      1,
      'days',
      ['2026-03-28T23:00Z', '2026-03-29T22:00Z'],
      [23 * 60, 24 * 60],
    ],
    [
      'the last bucket of an unknown interval has the most frequent length',
      1,
      'eons',
      ['2026-03-29T00:00Z', '2026-03-29T00:30Z', '2026-03-29T00:40Z', '2026-03-29T01:10Z'],
      [30, 10, 30, 30],
    ],
  ];
  for (const [name, value, unit, starts, minutes] of lengths)
    it(name, () => {
      const interval = { type: 'timeunit' as const, value, unit };
      const { axis } = chartData(
        result(
          starts.map((start) => leaf([start], [['count()'], 1])),
          range('2026-03-28T23:00:00Z', '2026-03-29T02:30:00Z'),
        ),
        config({ row_pivots: [{ fields: ['timestamp'], type: 'time', config: { interval } }] }),
      );
      assert.deepEqual(axis.type === 'time' && axis.buckets.map(({ start, end }) => (end - start) / 60_000), minutes);
    });
  it('leaves out rows with unreadable times, and treats texts as missing values', () => {
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
    );
    assert.deepEqual(named(data), [
      ['Messages', [null, null]],
      ['max a', [9007199254740992, null]],
    ]);
  });
});

describe('chartData by categories', () => {
  it('joins the keys of each row and column, and names a series by its metric only if the series is a total', () => {
    const data = chartData(
      result([
        leaf(['a', 'GET'], [['count()'], 3], [['200', 'count()'], 2], [['500', 'count()'], 1]),
        leaf(['b', 'PUT'], [['count()'], 1], [['200', 'count()'], 1]),
      ]),
      config({
        row_pivots: [{ fields: ['host', 'method'], type: 'values', config: {} }],
        column_pivots: [{ fields: ['code'], type: 'values', config: {} }],
      }),
    );
    assert.deepEqual(data.axis, {
      type: 'category',
      labels: ['a-GET', 'b-PUT'],
      keys: [
        ['a', 'GET'],
        ['b', 'PUT'],
      ],
      fields: [
        { field: 'host', kind: 'values' },
        { field: 'method', kind: 'values' },
      ],
    });
    assert.deepEqual(named(data), [
      ['count', [3, 1]],
      ['200', [2, 1]],
      ['500', [1, null]],
    ]);
  });
  it('a sorted time group is not a timeline, and its keys are formatted as times', () => {
    const sorted = config({ sort: [{ type: 'series', field: 'count()', direction: 'Descending' }] });
    assert.equal(isTimeline(sorted), false);
    const data = chartData(result([leaf(['2026-11-20T18:30:00Z'], [['count()'], 1])]), sorted);
    assert.deepEqual(data.axis, {
      type: 'category',
      labels: ['timestamp@18:30'],
      keys: [['2026-11-20T18:30:00Z']],
      fields: [{ field: 'timestamp', kind: 'time' }],
    });
  });
});

describe('unusual results', () => {
  const byHost = config({ row_pivots: [{ fields: ['host', 'method'], type: 'values', config: {} }] });
  const percentiles = config({
    series: [
      { config: { name: null }, function: 'percentile(took,95)' },
      { config: { name: 'p99' }, function: 'percentile(took,99)' },
    ],
  });
  const at = '2026-11-20T18:30:00Z';
  const cases: [name: string, rows: PivotRow[], AggregationConfig, expected: unknown][] = [
    ['a result without rows has no series', [], byHost, []],
    ['one bucket yields one value', [leaf(['a', 'GET'], [['count()'], 1])], byHost, [['count', [1]]]],
    [
      'totals without buckets yield no series',
      [{ key: [], source: 'non-leaf', values: [{ key: ['count()'], value: 1, rollup: true, source: 'row-inner' }] }],
      byHost,
      [],
    ],
    ['a bucket without values yields no series', [leaf(['a', 'GET'])], byHost, []],
    [
      'percentiles are found by custom name and by function',
      [leaf([at], [['percentile(took,95)'], 1.5], [['p99'], 2])],
      percentiles,
      [
        ['p95 took', [1.5]],
        ['p99', [2]],
      ],
    ],
    [
      'values that are not finite numbers are missing',
      [leaf([at], [['count()'], 'NaN']), leaf([at], [['count()'], Infinity]), leaf([at], [['count()'], null])],
      config(),
      [['count', [null, null, null]]],
    ],
    [
      'negative and huge values are kept',
      [leaf([at], [['count()'], -5]), leaf(['2026-11-20T18:31:00Z'], [['count()'], 1e300])],
      config(),
      [['count', [-5, 1e300]]],
    ],
  ];
  for (const [name, rows, configuration, expected] of cases) {
    it(name, () => assert.deepEqual(named(chartData(result(rows), configuration)), expected));
  }
  it('one "(Empty Value)" represents all fields of a group', () => {
    const { axis } = chartData(result([leaf([emptyValueKey], [['count()'], 1])]), byHost);
    assert.deepEqual(axis.type === 'category' && axis.labels, ['(Empty Value)']);
  });
  it('gaps in time are preserved', () => {
    const data = chartData(
      result([leaf(['2026-11-20T18:30:00Z'], [['count()'], 1]), leaf(['2026-11-20T18:40:00Z'], [['count()'], 2])]),
      config(),
    );
    assert.ok(data.axis.type === 'time');
    assert.deepEqual(
      data.axis.buckets.map(({ start, end }) => end - start),
      [30_000, 30_000],
    );
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
    it(`a range of ${milliseconds} ms with the scaling ${scaling} has buckets of ${length} ms`, () =>
      assert.equal(bucketInterval({ type: 'auto', scaling }, span(milliseconds))?.length, length));
  }
  it('calendar months end where the next month starts', () => {
    const month = bucketInterval({ type: 'timeunit', value: 1, unit: 'months' }, undefined);
    assert.ok(month);
    for (const [start, end] of [
      ['2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'],
      // These are months of Berlin, New York and Kiritimati.
      ['2026-01-31T23:00:00Z', '2026-02-28T23:00:00Z'],
      ['2026-11-30T23:00:00Z', '2026-12-31T23:00:00Z'],
      ['2026-02-01T05:00:00Z', '2026-03-01T05:00:00Z'],
      ['2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z'],
    ] as const)
      assert.equal(new Date(bucketEnd(Date.parse(start), month, 'UTC')).toISOString(), new Date(end).toISOString());
    assert.equal(bucketInterval({ type: 'auto' }, span(Date.parse('2026-01-01')))?.months, 1);
  });
  const hour = 3_600_000;
  const ends: readonly [name: string, hours: number, start: string, end: string][] = [
    ['two hours are three hours long when clocks are set back', 2, '2026-10-25T00:00Z', '2026-10-25T03:00Z'],
    ['two hours before the clocks are set back', 2, '2026-10-24T22:00Z', '2026-10-25T00:00Z'],
    ['two hours after the clocks are set back', 2, '2026-10-25T03:00Z', '2026-10-25T05:00Z'],
    ['two hours are one hour long when clocks are set forward', 2, '2026-03-29T01:00Z', '2026-03-29T02:00Z'],
    ['two hours before the clocks are set forward', 2, '2026-03-28T23:00Z', '2026-03-29T01:00Z'],
    ['four hours with an additional hour', 4, '2026-10-24T22:00Z', '2026-10-25T03:00Z'],
    ['a day of 25 hours', 24, '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
    ['a day of 23 hours', 24, '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
    ['a week with an additional hour', 168, '2026-10-18T22:00Z', '2026-10-25T23:00Z'],
    ['the repeated hour itself', 1, '2026-10-25T00:00Z', '2026-10-25T01:00Z'],
    ['two hours of a server that counts in UTC', 2, '2026-03-29T00:00Z', '2026-03-29T02:00Z'],
    ['a day of a server that counts in UTC', 24, '2026-10-25T00:00Z', '2026-10-26T00:00Z'],
  ];
  for (const [name, hours, start, end] of ends)
    it(`a bucket in Berlin ends at the expected local time: ${name}`, () => {
      const interval = { length: hours * hour };
      assert.equal(new Date(bucketEnd(Date.parse(start), interval, 'Europe/Berlin')).toJSON(), new Date(end).toJSON());
    });
  it('buckets end where the next buckets of the server begin, in zones with unusual changes of the clock', () => {
    const zones = [
      'Europe/Berlin',
      'America/New_York',
      'America/Sao_Paulo',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'Australia/Sydney',
      'Pacific/Chatham',
      'UTC',
    ];
    const minute = hour / 60;
    // These are instants of all parts of the day, and each quarter of an hour around a change of the clock.
    const instants = (zone: string): readonly number[] => {
      const regular: number[] = [];
      for (let at = Date.parse('2018-01-05'); at < Date.parse('2018-12-20'); at += 7 * hour) regular.push(at);
      const changed = regular.filter((at) => offsetAt(at, zone) !== offsetAt(at + 7 * hour, zone));
      return [
        ...regular,
        ...changed.flatMap((at) => Array.from({ length: 80 }, (_, quarter) => at + (quarter - 20) * 15 * minute)),
      ];
    };
    const widths: readonly (readonly [BucketWidth, number])[] = [
      ...[15, 30, 45, 60, 90].map((minutes) => [{ milliseconds: minutes * minute }, minutes * minute] as const),
      ...[2, 3, 4, 6, 12, 24, 48, 36].map((hours) => [{ milliseconds: hours * hour }, hours * hour] as const),
      ['week', 168 * hour],
      ['month', 30.4 * 24 * hour],
    ];
    for (const zone of zones)
      for (const [width, length] of widths) {
        const buckets = bucketsIn(width, zone, { from: Date.parse('2018-01-01'), to: Date.parse('2019-01-01') });
        const interval = { length, ...(width === 'month' && { months: 1 }) };
        for (const at of instants(zone)) {
          const start = startOfBucket(at, buckets);
          const next = nextBucket(start, buckets);
          const what = `${zone} ${JSON.stringify(width)} ${new Date(start).toISOString()}`;
          assert.equal(bucketEnd(start, interval, zone), next, what);
          assert.equal(bucketBefore(next, interval, zone), start, what);
        }
      }
  });
  it('a time without a zone is in UTC', (context) => {
    const { TZ } = process.env;
    context.after(() => (TZ === undefined ? delete process.env['TZ'] : (process.env['TZ'] = TZ)));
    process.env['TZ'] = 'Pacific/Kiritimati';
    const ofDay = range('2026-11-20 00:00:00.000', '2026-11-21T00:00:00.000Z');
    assert.equal(bucketInterval({ type: 'auto' }, ofDay)?.length, 1_800_000);
  });
  it('an interval of two weeks has a fixed length', () =>
    assert.deepEqual(bucketInterval({ type: 'timeunit', value: 2, unit: 'weeks' }, undefined), {
      length: 1_209_600_000,
    }));
});

describe('selectedRange', () => {
  const axis = {
    type: 'time',
    from: 0,
    to: 100,
    buckets: [0, 10, 20, 50].map((start) => ({ start, end: start + 10, key: '' })),
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
    it(`dragging from ${one} to ${other} selects ${expected?.join(' to ') ?? 'no range'}`, () => {
      const found = selectedRange(axis, one, other);
      assert.deepEqual(found && [Date.parse(found.from), Date.parse(found.to)], expected);
    });
  }
});

describe('valueAxis', () => {
  const cases: [name: string, extent: [number, number] | undefined, axis: readonly [number, number, number]][] = [
    ['an axis without values reaches from 0 to 1', undefined, [0, 1, 1]],
    ['an axis of zeros ends at 1', [0, 0], [0, 1, 1]],
    ['an axis ends exactly at a largest value of 1', [1, 1], [0, 1, 0.25]],
    ['an axis for values up to 7 ends at 8', [2, 7], [0, 8, 2]],
    ['an axis for hundreds has steps of 200', [3, 712], [0, 800, 200]],
    ['an axis for fractions has fractional steps', [0.02, 0.07], [0, 0.08, 0.02]],
    ['an axis of negative values ends at zero', [-90, -10], [-100, 0, 25]],
    ['an axis with both signs contains zero', [-12, 30], [-20, 40, 20]],
    ['an axis of huge values has round ends', [0, 9.1e18], [0, 1e19, 2.5e18]],
    ['an extent beyond the largest number gets the default axis', [-1.7e308, 1.7e308], [0, 1, 1]],
  ];
  for (const [name, extent, [min, max, step]] of cases) {
    it(name, () => {
      const axis = valueAxis(extent && { min: extent[0], max: extent[1] });
      assert.deepEqual(axis, { type: 'linear', min, max, step });
      assert.ok(axisTicks(axis).length <= 6, String(axisTicks(axis)));
    });
  }
  it('the steps of an axis are integers if the values are integers', () => {
    assert.deepEqual(valueAxis({ min: 0, max: 3 }, { whole: true }), { type: 'linear', min: 0, max: 3, step: 1 });
    assert.deepEqual(axisTicks(valueAxis({ min: 0, max: 1 }, { whole: true })), [0, 1]);
  });
  const logarithmic: [name: string, extent: [number, number] | undefined, ticks: readonly number[]][] = [
    ['an axis without values has one power of ten', undefined, [1, 10]],
    ['values without a positive one get one power of ten', [-5, 0], [1, 10]],
    ['values within one power of ten get its ends', [20, 80], [10, 100]],
    [
      'the axis begins below a smallest value that is a power of ten, so that its bar has a height',
      [10, 1000],
      [1, 10, 100, 1000],
    ],
    ['negative values do not extend the axis', [-5, 80], [1, 10, 100]],
    ['many powers of ten are shown by a few ticks', [0.002, 3e9], [1e-3, 10, 1e5, 1e9, 1e13]],
  ];
  for (const [name, extent, ticks] of logarithmic) {
    it(`a logarithmic axis has the expected steps: ${name}`, () => {
      const axis = valueAxis(extent && { min: extent[0], max: extent[1] }, { type: 'logarithmic' });
      assert.deepEqual(
        axisTicks(axis).map((tick) => Number(tick.toPrecision(6))),
        ticks,
      );
    });
  }
  it('gives a value its share of the axis, and zero no share of a logarithmic axis', () => {
    assert.equal(shareOf(valueAxis({ min: 0, max: 100 }), 25), 0.25);
    assert.equal(shareOf(valueAxis({ min: 2, max: 900 }, { type: 'logarithmic' }), 10), 1 / 3);
    assert.equal(shareOf(valueAxis({ min: 2, max: 900 }, { type: 'logarithmic' }), 0), undefined);
  });
});

describe('missing values of lines over time', () => {
  const byHost = config({
    column_pivots: [{ fields: ['host'], type: 'values', config: {} }],
    series: [
      { config: { name: null }, function: 'count()' },
      { config: { name: 'requests' }, function: 'sum(n)' },
      { config: { name: null }, function: 'avg(took)' },
    ],
    rollup: false,
  });
  const rows = [
    leaf(['2026-11-20T18:30:00.000Z'], [['a', 'count()'], 3], [['a', 'requests'], 9], [['a', 'avg(took)'], 3]),
    leaf(['2026-11-20T18:35:00.000Z'], [['b', 'count()'], 2]),
  ];

  const at = (time: string) => `2026-11-20T${time}Z`;
  const minutes = config({
    row_pivots: [
      { fields: ['timestamp'], type: 'time', config: { interval: { type: 'timeunit', value: 5, unit: 'minutes' } } },
    ],
    ...{ column_pivots: byHost.column_pivots, series: byHost.series, rollup: false },
  });
  const filledOver = (from: string, to: string, now = to) => {
    const span = { range: range(at(from), at(to)), now: Date.parse(at(now)) };
    return zeroFilled(dataOf(result(rows), minutes, label, 'UTC', span.range), minutes, span);
  };
  const valuesOf = (data: ReturnType<typeof filledOver>) =>
    data.series.map(({ id, values }) => [id.replace('\u0000', ' '), values]);
  const startsOf = ({ axis }: ReturnType<typeof filledOver>) =>
    axis.type === 'time'
      ? axis.buckets.map(({ start, key }) => (assert.equal(Date.parse(key), start), key.slice(11, 16)))
      : [];

  it('missing values of lines are 0 for counts, sums and cardinalities, and gaps for averages', () => {
    assert.deepEqual(valuesOf(filledOver('18:30:00.000', '18:40:00.000')), [
      ['a count()', [3, 0]],
      ['a requests', [9, 0]],
      ['a avg(took)', [3, null]],
      ['b count()', [0, 2]],
    ]);
  });

  it('counts are also 0 before the first and after the last message, over the whole range', () => {
    const filled = filledOver('18:22:00.000', '18:46:00.000');
    assert.deepEqual(startsOf(filled), ['18:20', '18:25', '18:30', '18:35', '18:40', '18:45']);
    assert.deepEqual(valuesOf(filled), [
      ['a count()', [0, 0, 3, 0, 0, 0]],
      ['a requests', [0, 0, 9, 0, 0, 0]],
      ['a avg(took)', [null, null, 3, null, null, null]],
      ['b count()', [0, 0, 0, 2, 0, 0]],
    ]);
    assert.ok(filled.axis.type === 'time');
    assert.equal(filled.axis.from, Date.parse(at('18:20:00.000')), 'the axis contains all buckets');
    assert.equal(filled.axis.to, Date.parse(at('18:50:00.000')));
  });

  it('buckets that lie in the future are not filled with zeros', () => {
    assert.deepEqual(startsOf(filledOver('18:30:00.000', '19:30:00.000', '18:42:00.000')), ['18:30', '18:35', '18:40']);
  });

  it('the time before the first message is not filled with zeros if it has too many buckets', () => {
    assert.deepEqual(startsOf(filledOver('00:00:00.000', '18:40:00.000')).length, 18 * 12 + 8);
    const far = {
      range: range('2020-01-01T00:00:00Z', at('18:50:00.000')),
      now: Date.parse(at('18:50:00.000')),
    };
    const filled = zeroFilled(dataOf(result(rows), minutes, label, 'UTC', far.range), minutes, far);
    assert.deepEqual(startsOf(filled), ['18:30', '18:35', '18:40', '18:45']);
  });

  const days = config({
    row_pivots: [{ fields: ['timestamp'], type: 'time', config: { interval: { type: 'auto', scaling: 1 } } }],
  });
  const daysOf = (zone: string, ...starts: string[]) => {
    const found = result(starts.map((start) => leaf([start], [['count()'], 3])));
    const span = { range: range('2026-03-10T00:00:00Z', '2026-04-20T00:00:00Z'), now: Date.parse('2026-04-20') };
    const { axis } = zeroFilled(dataOf(found, days, label, zone, span.range), days, span);
    assert.ok(axis.type === 'time');
    const near = axis.buckets.filter(
      ({ start }) => start > Date.parse('2026-03-27') && start < Date.parse('2026-04-01'),
    );
    assert.deepEqual(
      axis.buckets.slice(1).map(({ start }) => start),
      axis.buckets.slice(0, -1).map(({ end }) => end),
      'the buckets follow each other without gaps',
    );
    return near.map(({ key }) => key.slice(8, 13));
  };

  it('days are filled at local midnight, also if most of the found days have 23 hours', () => {
    const berlin = ['27T23', '28T23', '29T22', '30T22', '31T22'];
    assert.deepEqual(
      daysOf('Europe/Berlin', '2026-03-27T23:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'),
      berlin,
    );
    assert.deepEqual(daysOf('Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'), berlin);
  });

  it('days are filled at midnight of UTC if the server counts in UTC, also where local midnight is the same at times', () => {
    for (const zone of ['Europe/London', 'Europe/Lisbon']) {
      assert.deepEqual(
        daysOf(zone, '2026-03-29T00:00:00Z', '2026-03-30T00:00:00Z', '2026-03-31T00:00:00Z'),
        ['28T00', '29T00', '30T00', '31T00'],
        `${zone}, the server counts in UTC`,
      );
      assert.deepEqual(
        daysOf(zone, '2026-03-28T00:00:00Z', '2026-03-29T00:00:00Z', '2026-03-29T23:00:00Z'),
        ['28T00', '29T00', '29T23', '30T23', '31T23'],
        `${zone}, the server counts in local time`,
      );
    }
  });

  it('missing values stay missing in charts of categories', () => {
    const categories = { ...byHost, row_pivots: [{ fields: ['path'], type: 'values' as const, config: {} }] };
    const data = chartData(result(rows), categories);
    assert.equal(zeroFilled(data, categories, { range: undefined, now: 0 }), data);
  });
});

describe('the first and the last bucket of a time chart', () => {
  const at = (time: string) => `2026-11-20T${time}Z`;
  const of = (...times: string[]) => result(times.map((time) => leaf([at(time)], [['count()'], 9])));
  const fiveMinutes = config({
    row_pivots: [
      { fields: ['timestamp'], type: 'time', config: { interval: { type: 'timeunit', value: 5, unit: 'minutes' } } },
    ],
  });
  const cases: readonly [name: string, from: string, to: string, now: string, partial: readonly string[]][] = [
    ['the last is partial while it is not over', '18:30:00', '18:41:00', '18:41:00', ['18:40']],
    [
      'the last stays partial when the result is drawn again after its end',
      '18:30:00',
      '18:41:00',
      '18:46:00',
      ['18:40'],
    ],
    [
      'the last is partial if an absolute range in the past ended within it',
      '18:30:00',
      '18:43:00',
      '23:00:00',
      ['18:40'],
    ],
    [
      'the last is partial while it is not over although the range ends later',
      '18:30:00',
      '18:50:00',
      '18:41:00',
      ['18:40'],
    ],
    ['both are whole at the ends of the range', '18:30:00', '18:45:00', '18:45:00', []],
    ['the last is whole if the range leaves out its last second', '18:30:00', '18:44:59', '23:00:00', []],
    ['both are whole if the range begins before and ends after them', '18:00:00', '18:50:00', '18:50:00', []],
    ['the first is partial if the range begins within it', '18:32:00', '18:45:00', '23:00:00', ['18:30']],
    ['the first is whole if the range leaves out its first second', '18:30:01', '18:45:00', '23:00:00', []],
    [
      'both are partial if the range begins within the first and ends within the last',
      '18:34:00',
      '18:41:00',
      '18:41:00',
      ['18:30', '18:40'],
    ],
  ];
  const partialIn = (...args: Parameters<typeof withPartial>) => {
    const { axis } = withPartial(...args);
    assert.ok(axis.type === 'time');
    return axis.buckets.filter(({ partial }) => partial).map(({ key }) => key.slice(11, 16));
  };
  for (const [name, from, to, now, partial] of cases)
    it(name, () => {
      const counted = chartData(of('18:30:00.000', '18:35:00.000', '18:40:00.000'), fiveMinutes);
      assert.deepEqual(partialIn(counted, Date.parse(at(now)), range(at(from), at(to))), partial);
    });
  it('a single bucket is not marked as partial', () => {
    const counted = chartData(of('18:30:00.000'), fiveMinutes);
    assert.deepEqual(partialIn(counted, Date.parse(at('18:31:00')), range(at('18:31:00'), at('18:32:00'))), []);
  });
  it('without a searched range only the present cuts a bucket', () => {
    const counted = chartData(of('18:30:00.000', '18:35:00.000'), fiveMinutes);
    assert.deepEqual(partialIn(counted, Date.parse(at('18:36:00'))), ['18:35']);
    assert.deepEqual(partialIn(counted, Date.parse(at('18:46:00'))), []);
  });
});
