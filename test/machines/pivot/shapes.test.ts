import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PivotRow } from '../../../api/contract/searches.js';
import type { AggregationConfig } from '../../../api/contract/views.schema.js';
import { categoryData } from '../../../machines/pivot/chart-data.js';
import { colorScaleOf, heatMatrix, heatPosition, matrixTime } from '../../../machines/pivot/heat-matrix.js';
import { ringPlaces, rings, sliceAt, sliceLabels } from '../../../machines/pivot/rings.js';
import { singleValue, trendOf, trendPreference } from '../../../machines/pivot/single-number.js';
import { bucketsIn, nextBucket, startOfBucket } from '../../../host/server/search/interval.js';
import { metricField, pathsTo } from '../../../machines/pivot/value-path.js';
import { aggregation, byTime, byValues, label, leaf, metrics, pivot, totals } from './results.js';

const split = aggregation({ column_pivots: [byValues('code')], rollup: false });

describe('rings', () => {
  const ringsOf = (config: AggregationConfig, ...rows: PivotRow[]) =>
    rings(categoryData(pivot(...rows), config, label));
  const cases: [name: string, AggregationConfig, PivotRow[], expected: unknown][] = [
    ['a result without rows has no rings', aggregation(), [], []],
    ['a single bucket is the whole ring', aggregation(), [leaf(['a'], [['count()'], 3])], [['count', 3, ['a', 3, 1]]]],
    [
      'only positive values become slices',
      aggregation(),
      [
        leaf(['a'], [['count()'], -3]),
        leaf(['b'], [['count()'], 0]),
        leaf(['c'], [['count()'], 'NaN']),
        leaf(['d'], [['count()'], 2]),
      ],
      [['count', 2, ['d', 2, 1]]],
    ],
    ['a result without a positive value has no ring', aggregation(), [leaf(['a'], [['count()'], 0])], []],
    [
      'each series has a ring, in which "(Empty Value)" is a slice',
      split,
      [leaf(['a'], [['200', 'count()'], 1], [['500', 'count()'], 4]), leaf(['(Empty Value)'], [['200', 'count()'], 3])],
      [
        ['200', 4, ['a', 1, 0.25], ['(Empty Value)', 3, 0.75]],
        ['500', 4, ['a', 4, 1]],
      ],
    ],
    [
      'a ring whose sum exceeds the largest number is left out',
      aggregation(),
      [leaf(['a'], [['count()'], 1.7e308]), leaf(['b'], [['count()'], 1.7e308])],
      [],
    ],
    [
      'slices of time buckets are named by their times',
      aggregation({ row_pivots: [byTime()] }),
      [leaf(['2026-11-20T18:30:00Z'], [['count()'], 1])],
      [['count', 1, ['18:30', 1, 1]]],
    ],
  ];
  for (const [name, config, rows, expected] of cases) {
    it(name, () =>
      assert.deepEqual(
        ringsOf(config, ...rows).map(({ series, total, slices }) => [
          series.name,
          total,
          ...slices.map((slice) => [slice.label, slice.value, slice.share]),
        ]),
        expected,
      ),
    );
  }
  it('each label of the rings occurs once', () => {
    const all = ringsOf(
      split,
      leaf(['a'], [['200', 'count()'], 1], [['500', 'count()'], 1]),
      leaf(['b'], [['500', 'count()'], 1]),
    );
    assert.deepEqual(sliceLabels(all), ['a', 'b']);
  });
  it('rings are laid out four per row, with the last row centred', () => {
    const places = ringPlaces(6, { width: 400, height: 200 }, { x: 5, y: 5 }, 20);
    assert.deepEqual(
      places.map(({ x, y, radius }) => [x, y, radius]),
      [
        [50, 40, 35],
        [150, 40, 35],
        [250, 40, 35],
        [350, 40, 35],
        [150, 140, 35],
        [250, 140, 35],
      ],
    );
    assert.deepEqual(ringPlaces(0, { width: 400, height: 200 }, { x: 5, y: 5 }, 20), []);
  });
  it('finds the slice at a point, clockwise from the top', () => {
    const [ring] = ringsOf(aggregation(), ...[1, 1, 2].map((value, index) => leaf([`${index}`], [['count()'], value])));
    assert.ok(ring);
    const at = (x: number, y: number) => sliceAt(ring, { x: 0, y: 0, radius: 10 }, x, y, 0.4);
    assert.deepEqual(
      [at(5, -5), at(5, 5), at(-5, 5), at(-5, -5), at(1, 1), at(20, 0)],
      [0, 1, 2, 2, undefined, undefined],
    );
  });
});

describe('heatMatrix', () => {
  const rows = [leaf(['a'], [['200', 'count()'], 4], [['500', 'count()'], -2]), leaf(['b'], [['200', 'count()'], 10])];
  const of = (visualization_config: AggregationConfig['visualization_config'], ...given: PivotRow[]) => {
    const config = { ...split, visualization_config };
    return heatMatrix(categoryData(pivot(...given), config, label), config);
  };
  const cases: [
    name: string,
    AggregationConfig['visualization_config'],
    PivotRow[],
    values: unknown,
    extent: unknown,
  ][] = [
    ['a result without rows has no cells', null, [], [], [0, 0]],
    ['a single cell determines both ends of the scale', null, [leaf(['a'], [['200', 'count()'], 7])], [[7]], [7, 7]],
    [
      'missing cells stay missing',
      null,
      rows,
      [
        [4, -2],
        [10, null],
      ],
      [-2, 10],
    ],
    [
      'missing cells get the smallest value on request',
      { use_smallest_as_default: true, default_value: 3 },
      rows,
      [
        [4, -2],
        [10, -2],
      ],
      [-2, 10],
    ],
    [
      'missing cells get the default value, which widens the scale',
      { default_value: -8 },
      rows,
      [
        [4, -2],
        [10, -8],
      ],
      [-8, 10],
    ],
    [
      'configured limits determine the scale',
      { auto_scale: false, z_min: 0, z_max: 5 },
      rows,
      [
        [4, -2],
        [10, null],
      ],
      [0, 5],
    ],
    [
      'configured limits are ignored while the scale is automatic',
      { auto_scale: true, z_min: 0, z_max: 5 },
      rows,
      [
        [4, -2],
        [10, null],
      ],
      [-2, 10],
    ],
    [
      'cells that are not finite numbers are missing',
      null,
      [leaf(['a'], [['200', 'count()'], 'Infinity'])],
      [[null]],
      [0, 0],
    ],
    [
      'totals are not cells',
      null,
      [leaf(['a'], [['count()'], 99], [['200', 'count()'], 1]), totals('count()', 99)],
      [[1]],
      [1, 1],
    ],
  ];
  for (const [name, config, given, values, extent] of cases) {
    it(name, () => {
      const matrix = of(config, ...given);
      assert.deepEqual(matrix.values, values);
      assert.deepEqual([matrix.min, matrix.max], extent);
    });
  }
  describe('with a horizontal time axis', () => {
    const instant = (time: string) => `2026-11-20T${time}.000Z`;
    const across = aggregation({ column_pivots: [byTime()] });
    // The first row lacks the bucket of 18:31, and no row has the bucket of 18:32.
    const late = [
      leaf(['a'], [[instant('18:33:00'), 'count()'], 1], [[instant('18:30:00'), 'count()'], 2]),
      leaf(['b'], [[instant('18:31:00'), 'count()'], 3]),
    ];
    const matrixOf = (config: AggregationConfig, ...given: PivotRow[]) =>
      heatMatrix(categoryData(pivot(...given), config, label), config);
    it('the columns are sorted by time, whichever row has them first', () => {
      const { columns, values } = matrixOf(across, ...late);
      assert.deepEqual(
        columns.map(({ keys }) => keys),
        [[instant('18:30:00')], [instant('18:31:00')], [instant('18:33:00')]],
      );
      assert.deepEqual(values, [
        [2, null, 1],
        [null, 3, null],
      ]);
    });
    it('an instant lies in the column of its bucket, or at the end of the previous column', () => {
      const { effective_timerange: range } = pivot();
      const time = matrixTime(matrixOf(across, ...late), across, range, 'UTC');
      if (!time) throw new Error('the heatmap has no time axis');
      const { from, to } = time.span;
      assert.equal(time.direction, 'across');
      assert.deepEqual(
        [new Date(from).toISOString(), to > Date.parse(instant('18:33:00'))],
        [instant('18:30:00'), true],
      );
      const length = to - Date.parse(instant('18:33:00'));
      const places = ['18:30:00', '18:31:00', '18:32:59', '18:33:00'].map((at) =>
        time.placeOf(Date.parse(instant(at))),
      );
      assert.deepEqual(places, [0, 1, 2, 2]);
      assert.equal(time.placeOf(Date.parse(instant('18:33:00')) + length / 2), 2.5);
      assert.deepEqual([time.placeOf(0), time.placeOf(to + 1)], [0, 3]);
    });
    const others: [name: string, AggregationConfig, PivotRow[]][] = [
      ['columns by values', split, rows],
      ['columns by another time field', aggregation({ column_pivots: [byTime('started')] }), late],
      ['columns of two groups', aggregation({ column_pivots: [byTime(), byValues('code')] }), late],
      [
        'columns of two metrics',
        aggregation({ column_pivots: [byTime()], series: metrics('count()', 'avg(took)') }),
        late,
      ],
      [
        'columns with a bucket of messages without a time',
        across,
        [...late, leaf(['c'], [['(Empty Value)', 'count()'], 1])],
      ],
      ['a result without columns', across, []],
    ];
    for (const [name, config, given] of others)
      it(`a heatmap has no horizontal time axis for ${name}`, () => {
        assert.equal(matrixTime(matrixOf(config, ...given), config, pivot().effective_timerange, 'UTC'), undefined);
      });
  });
  describe('with a vertical time axis', () => {
    const instant = (time: string) => `2026-11-20T${time}.000Z`;
    const code = byValues('code');
    const down = aggregation({ row_pivots: [byTime()], column_pivots: [code] });
    const row = (time: string, of = '200') => leaf([instant(time)], [[of, 'count()'], 1]);
    const inOrder = ['18:30:00', '18:31:00', '18:33:00'];
    const matrixOf = (config: AggregationConfig, ...times: string[]) =>
      heatMatrix(categoryData(pivot(...times.map((time) => row(time))), config, label), config);
    const timeOf = (config: AggregationConfig, ...times: string[]) =>
      matrixTime(matrixOf(config, ...times), config, pivot().effective_timerange, 'UTC');
    const sortedBy = (type: 'pivot' | 'series', field: string): AggregationConfig => ({
      ...down,
      sort: [{ type, field, direction: 'Descending' }],
    });
    it('the rows are sorted by time, unless another order was chosen', () => {
      const mixed = ['18:33:00', '18:30:00', '18:31:00'];
      const keysOf = (config: AggregationConfig) => matrixOf(config, ...mixed).rows.keys.flat();
      assert.deepEqual(keysOf(down), inOrder.map(instant));
      assert.deepEqual(keysOf(sortedBy('series', 'count()')), mixed.map(instant));
      const given = [row('18:33:00', '500'), row('18:30:00')];
      const { values, rows, columns } = heatMatrix(categoryData(pivot(...given), down, label), down);
      assert.deepEqual(rows.labels, ['18:30', '18:33']);
      const named = columns.map(({ keys }) => keys[0]);
      assert.deepEqual(
        [values[0]?.[named.indexOf('200')], values[0]?.[named.indexOf('500')], values[1]?.[named.indexOf('500')]],
        [1, null, 1],
      );
    });
    it('an instant lies in the row of its bucket, or at the end of the previous row', () => {
      const time = timeOf(down, ...inOrder);
      if (!time) throw new Error('the heatmap has no time axis');
      assert.equal(time.direction, 'down');
      const length = time.span.to - Date.parse(instant('18:33:00'));
      const at = (of: string) => time.placeOf(Date.parse(instant(of)));
      assert.deepEqual(['18:30:00', '18:31:00', '18:32:59', '18:33:00'].map(at), [0, 1, 2, 2]);
      assert.equal(time.placeOf(Date.parse(instant('18:33:00')) + length / 4), 2.25);
      assert.deepEqual([time.placeOf(0), time.placeOf(time.span.to + 1)], [0, 3]);
    });
    it('time runs upwards if the newest row is at the top', () => {
      const time = timeOf(sortedBy('pivot', 'timestamp'), ...inOrder.toReversed());
      if (!time) throw new Error('the heatmap has no time axis');
      const length = time.span.to - Date.parse(instant('18:33:00'));
      assert.equal(new Date(time.span.from).toISOString(), instant('18:30:00'));
      assert.deepEqual(
        inOrder.map((of) => time.placeOf(Date.parse(instant(of)))),
        [3, 2, 1],
      );
      assert.equal(time.placeOf(Date.parse(instant('18:33:00')) + length / 4), 0.75);
    });
    it('a heatmap of several metrics has a vertical time axis', () => {
      const config = { ...down, series: metrics('count()', 'avg(took)') };
      assert.equal(timeOf(config, ...inOrder)?.direction, 'down');
    });
    it('with two time groups the columns define the time axis if there is only one metric', () => {
      const given = [leaf([instant('18:30:00')], [[instant('18:30:00'), 'count()'], 1])];
      const of = (config: AggregationConfig) =>
        matrixTime(
          heatMatrix(categoryData(pivot(...given), config, label), config),
          config,
          pivot().effective_timerange,
          'UTC',
        )?.direction;
      const both = { ...down, column_pivots: [byTime()] };
      assert.equal(of(both), 'across');
      assert.equal(of({ ...both, series: metrics('count()', 'avg(took)') }), 'down');
    });
    const others: [name: string, AggregationConfig, times: string[]][] = [
      ['rows by another time field', { ...down, row_pivots: [byTime('started')] }, inOrder],
      ['rows of two groups', { ...down, row_pivots: [byTime(), byValues('host')] }, inOrder],
      ['rows sorted by a value', sortedBy('series', 'count()'), ['18:31:00', '18:30:00', '18:33:00']],
      ['a result without rows', down, []],
    ];
    for (const [name, config, times] of others)
      it(`a heatmap has no vertical time axis for ${name}`, () => {
        assert.equal(timeOf(config, ...times), undefined);
      });
  });
  it('a heatmap records which cells it filled', () => {
    const matrix = of({ default_value: 0 }, ...rows);
    assert.deepEqual([matrix.isFilled(0, 0), matrix.isFilled(1, 1)], [false, true]);
  });
  it('gives each value its position on the colour scale', () => {
    const scale = { min: 10, max: 20 };
    assert.deepEqual(
      [5, 10, 15, 25].map((value) => heatPosition(scale, value)),
      [0, 0, 0.5, 1],
    );
    assert.equal(heatPosition({ min: 3, max: 3 }, 3), 0.5);
  });
  it('reads the colour scale and its direction from the configuration', () => {
    assert.deepEqual(colorScaleOf({ visualization_config: { color_scale: 'Hot', reverse_scale: true } }), {
      colorScale: 'Hot',
      reverse: true,
    });
    assert.deepEqual(colorScaleOf({ visualization_config: null }), { colorScale: undefined, reverse: false });
  });
});

describe('single number', () => {
  const config = aggregation({ row_pivots: [], series: metrics('avg(took)', 'count()') });
  const cases: [name: string, PivotRow[], AggregationConfig, expected: unknown][] = [
    ['a result without rows has no value', [], config, undefined],
    ['the first of several metrics is shown', [leaf([], [['avg(took)'], 4.5], [['count()'], 2])], config, 4.5],
    [
      'the value is the total of the first row and not one of its columns',
      [leaf(['a'], [['200', 'count()'], 1], [['count()'], 7]), leaf(['b'], [['count()'], 9])],
      aggregation({ column_pivots: [byValues('code')] }),
      7,
    ],
    ['null counts as no value', [leaf([], [['avg(took)'], null])], config, undefined],
    [
      'an infinite result of a metric over no values counts as no value',
      [leaf([], [['avg(took)'], '-Infinity'])],
      config,
      undefined,
    ],
    ['zero is a value', [leaf([], [['avg(took)'], 0])], config, 0],
    [
      'a text is shown unchanged',
      [leaf([], [['latest(a)'], 'GET'])],
      aggregation({ row_pivots: [], series: metrics('latest(a)') }),
      'GET',
    ],
  ];
  for (const [name, rows, configuration, expected] of cases) {
    it(name, () => assert.equal(singleValue(pivot(...rows), configuration).value, expected));
  }
  it('a single number has no value before the first result', () =>
    assert.equal(singleValue(undefined, config).value, undefined));

  const trends: [now: unknown, before: unknown, 'LOWER' | 'NEUTRAL' | 'HIGHER', expected: unknown][] = [
    [12, 10, 'LOWER', [2, 0.2, 'up', 'bad']],
    [12, 10, 'HIGHER', [2, 0.2, 'up', 'good']],
    [8, 10, 'LOWER', [-2, -0.2, 'down', 'good']],
    [8, 10, 'HIGHER', [-2, -0.2, 'down', 'bad']],
    [8, 10, 'NEUTRAL', [-2, -0.2, 'down', 'neutral']],
    [10, 10, 'LOWER', [0, 0, 'none', 'neutral']],
    [5, 0, 'HIGHER', [5, undefined, 'up', 'good']],
    [5, -10, 'HIGHER', [15, 1.5, 'up', 'good']],
    [5n, 4, 'HIGHER', [1, 0.25, 'up', 'good']],
    [Number.NaN, 10, 'LOWER', undefined],
    [5, undefined, 'LOWER', undefined],
    ['5', 4, 'LOWER', undefined],
  ];
  for (const [now, before, preference, expected] of trends) {
    it(`the trend from ${String(before)} to ${String(now)} is rated by the preference ${preference}`, () => {
      const trend = trendOf(now, before, preference);
      assert.deepEqual(trend && [trend.difference, trend.ratio, trend.direction, trend.rating], expected);
    });
  }
  it('an unknown preference is neutral', () =>
    assert.equal(trendPreference({ visualization_config: { trend_preference: 'SIDEWAYS' } }), 'NEUTRAL'));
});

describe('value paths', () => {
  const config = aggregation({ row_pivots: [byTime(), byValues('host', 'method')], column_pivots: [byValues('code')] });
  it('the path to a metric leads through rows and columns', () => {
    const paths = pathsTo(
      config,
      ['2026-11-20T18:30:00Z', 'a', 'GET'],
      { keys: ['500'], function: 'avg(took)' },
      'UTC',
    );
    assert.deepEqual(paths, {
      rows: [
        { field: 'timestamp', kind: 'time', value: '2026-11-20T18:30:00Z' },
        { field: 'host', kind: 'values', value: 'a' },
        { field: 'method', kind: 'values', value: 'GET' },
      ],
      columns: [{ field: 'code', kind: 'values', value: '500' }],
      function: 'avg(took)',
      rowFields: ['timestamp', 'host', 'method'],
      columnFields: ['code'],
    });
    assert.equal(metricField(paths), 'took');
    assert.equal(metricField({ function: 'count()' }), undefined);
  });
  it('the path to the value of a group ends at this group', () => {
    const group = { field: 'host', kind: 'values' } as const;
    const { rows } = pathsTo(config, ['2026-11-20T18:30:00Z', 'a', 'GET'], { keys: [], group }, 'UTC');
    assert.deepEqual(
      rows.map(({ field }) => field),
      ['timestamp', 'host'],
    );
  });
  it('time steps of all time end with their month, in rows and in columns', () => {
    const effective_timerange = { type: 'absolute', from: '2015-07-29T17:41:44Z', to: '2015-08-25T11:26:28Z' } as const;
    const [july, august] = ['2015-07-01T00:00:00.000Z', '2015-08-01T00:00:00.000Z'];
    const ends = (steps: ReturnType<typeof pathsTo>['rows']) => steps.map(({ until }) => until);
    const rows = { ...pivot(leaf([july], [['count()'], 1]), leaf([august], [['count()'], 1])), effective_timerange };
    const timeline = aggregation({ row_pivots: [byTime()] });
    assert.deepEqual(ends(pathsTo(timeline, [august], { keys: [] }, 'UTC', rows).rows), [
      Date.parse('2015-09-01T00:00:00Z'),
    ]);
    const across = aggregation({ column_pivots: [byTime()] });
    const columns = {
      ...pivot(leaf(['a'], [[july, 'count()'], 1], [[august, 'count()'], 1], [['count()'], 2])),
      effective_timerange,
    };
    const found = pathsTo(across, ['a'], { keys: [august] }, 'UTC', columns).columns;
    assert.deepEqual(ends(found), [Date.parse('2015-09-01T00:00:00Z')]);
  });
  it('time steps end where the next bucket begins when a change of the clock cuts them', () => {
    const interval = { type: 'timeunit', value: 45, unit: 'minutes' } as const;
    const pivotByTime = { ...byTime(), config: { interval } };
    // The clock changes at 01:00 UTC, so that the second bucket is 15 minutes long.
    const [first, second, third] = [
      '2026-03-29T00:00:00.000Z',
      '2026-03-29T00:45:00.000Z',
      '2026-03-29T01:00:00.000Z',
    ] as const;
    const ends = (steps: ReturnType<typeof pathsTo>['rows']) => steps.map(({ until = 0 }) => new Date(until).toJSON());
    const rows = pivot(...[first, second, third].map((key) => leaf([key], [['count()'], 1])));
    const timeline = aggregation({ row_pivots: [pivotByTime] });
    assert.deepEqual(ends(pathsTo(timeline, [first], { keys: [] }, 'UTC', rows).rows), [second]);
    assert.deepEqual(ends(pathsTo(timeline, [second], { keys: [] }, 'UTC', rows).rows), [third]);
    assert.deepEqual(ends(pathsTo(timeline, [third], { keys: [] }, 'UTC', rows).rows), ['2026-03-29T01:45:00.000Z']);
    const across = aggregation({ column_pivots: [pivotByTime] });
    const columns = pivot(leaf(['a'], [[second, 'count()'], 1], [[third, 'count()'], 1], [['count()'], 2]));
    assert.deepEqual(ends(pathsTo(across, ['a'], { keys: [second] }, 'UTC', columns).columns), [third]);
  });
  it('a time step ends at the change of the clock that cuts its bucket, also when the next bucket is empty', () => {
    const interval = { type: 'timeunit', value: 45, unit: 'minutes' } as const;
    const timeline = aggregation({ row_pivots: [{ ...byTime(), config: { interval } }] });
    for (const [zone, start, end] of [
      ['Europe/Berlin', '2026-03-29T00:30:00.000Z', '2026-03-29T01:00:00.000Z'],
      ['Australia/Lord_Howe', '2026-04-04T14:30:00.000Z', '2026-04-04T15:00:00.000Z'],
    ] as const) {
      const range = { from: Date.parse(start) - 86_400_000, to: Date.parse(start) + 86_400_000 };
      const buckets = bucketsIn({ milliseconds: 45 * 60_000 }, zone, range);
      const [first, next] = [Date.parse(start), Date.parse(end)];
      assert.deepEqual([startOfBucket(first, buckets), nextBucket(first, buckets)], [first, next], `${zone} ${start}`);
      const rows = pivot(leaf([start], [['count()'], 1]));
      assert.deepEqual(
        pathsTo(timeline, [start], { keys: [] }, zone, rows).rows.map(({ until }) => until),
        [next],
        zone,
      );
    }
  });
  it('a path omits fields without a key', () => {
    assert.deepEqual(pathsTo(config, ['2026-11-20T18:30:00Z'], { keys: [] }, 'UTC').rows.length, 1);
  });
});
