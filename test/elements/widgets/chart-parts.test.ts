import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { categoryData, chartData, withPartial } from '../../../machines/pivot/chart-data.js';
import { lineSeries } from '../../../elements/widgets/visualizations/line/line-series.js';
import { axisExtent, type ChartInput } from '../../../elements/widgets/visualizations/cartesian/chart-input.js';
import { axisLabels } from '../../../elements/widgets/visualizations/cartesian/axis-labels.js';
import { paintAxes } from '../../../elements/widgets/visualizations/cartesian/paint-axes.js';
import { bucketText, chartDescription } from '../../../elements/widgets/visualizations/cartesian/chart-texts.js';
import { bucketOfInstant, plotArea, xOf } from '../../../elements/widgets/visualizations/cartesian/plot.js';
import {
  barExtent,
  barModeOf,
  barSeries,
  type BarMode,
} from '../../../elements/widgets/visualizations/bar/bar-series.js';
import { legendValue } from '../../../elements/widgets/visualizations/legend-value.js';
import { cutText } from '../../../elements/widgets/visualizations/cut-text.js';
import { formatAxisNumber, formatNumber } from '../../../elements/widgets/values/number-format.js';
import { keyLabel, withMeanings, type StyledData } from '../../../elements/widgets/visualizations/series-style.js';
import { histogramConfig, histogramResult, levelHistogramConfig } from './sample-results.js';
import { aggregation, byValues, leaf, metrics, pivot } from '../../machines/pivot/results.js';
import { untyped } from '../../untyped.js';

describe('mode of bars', () => {
  const byLevel = [{ level: 'error' }, { level: 'warning' }] as const;
  const others = [{}, {}];
  const cases = [
    ['counts by level are stacked', undefined, ['count()'], byLevel, 'stack'],
    ['percentiles by level are side by side', undefined, ['percentile(took,95)'], byLevel, 'group'],
    [
      'a count and a percentile by level are side by side',
      undefined,
      ['count()', 'percentile(took,95)'],
      byLevel,
      'group',
    ],
    ['a count and a percentile are not stacked', 'stack', ['count()', 'percentile(took,95)'], others, 'group'],
    ['a count and a formula are not stacked', 'relative', ['count()', 'formula(count() / 2)'], others, 'group'],
    ['sums of two fields are stacked when the user wants it', 'stack', ['sum(in)', 'sum(out)'], others, 'stack'],
    ['a count and a filtered count are stacked', 'stack', ['count()', 'count(where level:3)'], others, 'stack'],
    ['a count and a percentile can be one before the other', 'overlay', ['count()', 'max(took)'], others, 'overlay'],
    ['other series are side by side', undefined, ['count()'], others, 'group'],
  ] as const;
  for (const [name, barmode, functions, series, expected] of cases)
    it(name, () => {
      const visualization_config = barmode === undefined ? null : { barmode };
      assert.equal(barModeOf({ visualization_config, series: metrics(...functions) }, { series }), expected);
    });
});

describe('labels of keys', () => {
  it('shows times in the zone, across a clock change', () => {
    const hour = { field: 'timestamp', kind: 'time' } as const;
    const label = keyLabel('Europe/Berlin');
    assert.deepEqual(
      ['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z'].map((key) => label(key, hour)),
      ['2026-10-25 02:00:00', '2026-10-25 02:00:00', '2026-10-25 03:00:00'],
    );
  });
  it('shows milliseconds for buckets shorter than a second', () => {
    const start = Date.parse('2026-11-20T18:30:00.250Z');
    const axis = { type: 'time', from: start, to: start + 20, buckets: [{ start, end: start + 20, key: '' }] } as const;
    assert.equal(bucketText(axis, 0, 'UTC'), '2026-11-20 18:30:00.250');
    assert.equal(bucketText(axis, 7, 'UTC'), '');
  });
  it('describes the time span of a chart, if it has one, and its maximum', () => {
    const of = (labels: string[], ...values: number[]) =>
      chartDescription(
        'Count',
        untyped({
          axis: { type: 'category', labels },
          series: [{ name: 'count()', metric: 'count()', keys: [], values }],
        }),
        'UTC',
      );
    assert.equal(of(['a', 'b'], 1, 3), 'Count: 2 points from a to b, highest 3 at b');
    assert.equal(of(['a'], 2), 'Count: 1 point, highest 2 at a');
    assert.equal(of([''], 2), 'Count: 1 point, highest 2');
    assert.equal(of([]), 'Count: 0 points');
  });
  it('gives the colours of levels only to the first of several metrics, so that the metrics differ in colour', () => {
    const config = { column_pivots: [byValues('level')], series: metrics('count()', 'max(took)') };
    const series = ['3', '6'].flatMap((key) =>
      config.series.map(({ function: metric }) => ({ name: `${key} ${metric}`, metric, keys: [key], values: [1] })),
    );
    const data = withMeanings(untyped({ axis: { type: 'category', labels: ['a'], keys: [['a']] }, series }), config);
    assert.deepEqual(
      data.series.map(({ name, level }) => [name, level]),
      [
        ['6 count()', 'informational'],
        ['6 max(took)', undefined],
        ['3 count()', 'error'],
        ['3 max(took)', undefined],
      ],
    );
  });
  it('sorts levels by name from least to most severe, other values first', () => {
    const leaf = { key: ['2026-11-20T18:30:00Z'], source: 'leaf' } as const;
    const value = (level: string) =>
      ({ key: [level, 'count()'], value: 1, rollup: false, source: 'col-leaf' }) as const;
    const rows = [{ ...leaf, values: [value('3'), value('6'), value('odd'), value('4')] }];
    const result = { ...histogramResult(true), rows: rows.map((row) => ({ ...row, key: [...row.key] })) };
    const data = withMeanings(
      chartData(JSON.parse(JSON.stringify(result)), levelHistogramConfig, keyLabel('UTC'), 'UTC'),
      levelHistogramConfig,
    );
    assert.deepEqual(
      data.series.map((series) => [series.name, series.level]),
      [
        ['odd', undefined],
        ['informational (6)', 'informational'],
        ['warning (4)', 'warning'],
        ['error (3)', 'error'],
      ],
    );
  });
});

describe('long names', () => {
  const within = (most: number) => (text: string) => [...text].length <= most;
  for (const [text, most, expected] of [
    ['fits', 4, 'fits'],
    ['service-name-of-a-shop-eu-west-1', 20, 'service-na…eu-west-1'],
    ['service-name-of-a-shop-eu-west-1', 7, 'ser…t-1'],
    ['service-name', 1, '…'],
    ['🙂🙂🙂🙂🙂🙂', 5, '🙂🙂…🙂🙂'],
    [`${'a'.repeat(1_000_000)}b`, 5, 'aa…ab'],
  ] as const)
    it(`the long name ${text.slice(0, 40)} is cut to ${most} characters`, () =>
      assert.equal(cutText(text, within(most)), expected));
  it('long names can also be cut at their end', () => assert.equal(cutText('service-name', within(8), 0), 'service…'));
});

describe('bars', () => {
  const data = chartData(histogramResult(false), histogramConfig, keyLabel('UTC'), 'UTC');
  const of = (...values: (number | null)[][]) => ({
    ...data,
    series: values.map((one, index) => ({ id: `${index}`, name: `${index}`, keys: [], metric: 'm', values: one })),
  });
  it('stacked bars reach the sum of their values, and relative bars the sums in both directions', () => {
    assert.equal(barExtent(of([1, 2, null], [5, 1, 3]), 'stack')?.max, 6);
    assert.deepEqual(barExtent(of([4, -3], [2, -2]), 'relative'), { min: -5, max: 6 });
    assert.deepEqual(barExtent(of([4, -3], [2, 8]), 'group'), { min: -3, max: 8 });
  });
  it('the bar of the omitted values is grey, unless the colours distinguish several series', () => {
    const rest = (count: number) => {
      const data = of(...Array.from({ length: count }, () => [1, 2]));
      const input = untyped<ChartInput>({
        data: {
          ...data,
          axis: { type: 'category', labels: ['a', 'Other'], keys: [['a'], ['\u0000rest:3']], fields: [] },
        },
        axis: { type: 'linear', min: 0, max: 10, step: 5 },
        plot: { left: 0, top: 0, width: 200, height: 100 },
        colors: { unknown: 'grey' },
        seriesColors: ['red', 'blue'],
      });
      return barSeries(input, 'stack').map(({ color, bars }) => [color, bars.length]);
    };
    assert.deepEqual(rest(1), [
      ['red', 1],
      ['grey', 1],
    ]);
    assert.deepEqual(rest(2), [
      ['red', 2],
      ['blue', 2],
    ]);
  });
  const drawn = (mode: BarMode, min: number, ...values: (number | null)[][]) =>
    barSeries(
      untyped<ChartInput>({
        data: { ...of(...values), axis: { type: 'category', labels: ['a', 'b'], keys: [['a'], ['b']], fields: [] } },
        axis: { type: 'linear', min, max: 10, step: 5 },
        plot: { left: 0, top: 0, width: 200, height: 100 },
        seriesColors: ['red', 'blue'],
        focused: 1,
      }),
      mode,
    ).map(({ bars, opacity, round }) => ({
      opacity,
      round,
      bars: bars.map(({ x, y, width, height, down }) => [
        ...[x, y, width, height].map((px) => Math.round(px * 1e6) / 1e6),
        ...(down ? ['down'] : []),
      ]),
    }));
  it('bars are drawn side by side, stacked, on both sides of zero or overlapping', () => {
    const [faded, full] = [0.25, 1];
    assert.deepEqual(drawn('group', 0, [5, null], [10, 2]), [
      { opacity: faded, round: true, bars: [[6, 50, 44, 50]] },
      {
        opacity: full,
        round: true,
        bars: [
          [50, 0, 44, 100],
          [150, 80, 44, 20],
        ],
      },
    ]);
    assert.deepEqual(drawn('stack', 0, [5, null], [3, 2]), [
      { opacity: faded, round: false, bars: [[6, 50, 88, 50]] },
      {
        opacity: full,
        round: false,
        bars: [
          [6, 20, 88, 30],
          [106, 80, 88, 20],
        ],
      },
    ]);
    assert.deepEqual(drawn('relative', -10, [5, -5], [-5, -5]), [
      {
        opacity: faded,
        round: false,
        bars: [
          [6, 25, 88, 25],
          [106, 50, 88, 25, 'down'],
        ],
      },
      {
        opacity: full,
        round: false,
        bars: [
          [6, 50, 88, 25, 'down'],
          [106, 75, 88, 25, 'down'],
        ],
      },
    ]);
    assert.deepEqual(drawn('stack', -10, [5, -5], [-5, -5]), drawn('relative', -10, [5, -5], [-5, -5]));
    assert.deepEqual(
      drawn('overlay', 0, [5], [10]).map(({ bars }) => bars),
      [[[6, 50, 88, 50]], [[6, 0, 88, 100]]],
    );
  });
  it('finds buckets by binary search, including gaps and edges', () => {
    const buckets = [0, 10, 30].map((start) => ({ start, end: start + 10, key: '' }));
    assert.deepEqual(
      [-1, 0, 9.9, 10, 25, 39, 40].map((at) => bucketOfInstant(buckets, at)),
      [-1, 0, 0, 1, -1, 2, -1],
    );
  });
});

describe('axis labels', () => {
  const axis = { type: 'linear', min: 0, max: 10, step: 5 } as const;
  const slanted = (names: readonly string[], width = 480, height = 300) =>
    plotArea(width, height, axis, 12, undefined, names).slanted;
  const eleven = Array.from({ length: 11 }, (_unused, index) => `application-${index}`);
  it('the texts of marks have their own height above the plot', () => {
    const [plain, below] = [plotArea(480, 300, axis), plotArea(480, 300, axis, 12, undefined, [], undefined, 20)];
    assert.equal(below.top, plain.top + 20);
    assert.equal(below.top + below.height, plain.top + plain.height);
  });
  it('axis labels are slanted if they do not fit side by side', () => {
    assert.ok((slanted(eleven) ?? 0) > 48);
    assert.ok(plotArea(480, 300, axis, 12, undefined, eleven).height < plotArea(480, 300, axis).height);
  });
  it('axis labels are horizontal if they fit or can be cut, if there are too many, and if the card is low', () => {
    assert.equal(slanted(['200', '404', '500']), undefined);
    assert.equal(slanted(['a rather long name of an application', 'another one']), undefined);
    assert.equal(slanted(Array.from({ length: 60 }, (_unused, index) => `application-${index}`)), undefined);
    assert.equal(slanted(eleven, 480, 60), undefined);
    assert.equal(slanted([]), undefined);
  });
  it('the first axis label has no more room than there is up to the left edge of the chart', () => {
    const names = Array.from({ length: 30 }, (_, at) => `${String.fromCodePoint(97 + (at % 26))}${at} of the shop`);
    const plot = plotArea(300, 200, axis, 12, undefined, names);
    assert.equal(plot.slanted, undefined);
    const data = untyped<StyledData>({ axis: { type: 'category', labels: names, keys: [], fields: [] }, series: [] });
    const colors = untyped<ChartInput['colors']>({ axisFontSize: 12 });
    const { labels, width = 0 } = axisLabels({ data, plot, zone: 'UTC', colors });
    const first = labels[0]?.width ?? Infinity;
    assert.ok(first < width, 'the other labels have more room');
    assert.ok(xOf(data, plot, 0) - first / 2 >= 0, 'the label is within the chart');
  });
});

describe('names of hosts without dots', () => {
  const names = ['web-01-production-cluster-berlin', 'web-02-production-cluster-berlin'];
  const config = (...fields: string[]) => aggregation({ row_pivots: [byValues(...fields)] });
  const axisOf = (...fields: string[]) =>
    categoryData(pivot(...names.map((name) => leaf([name], [['count()'], 1]))), config(...fields), keyLabel('UTC'))
      .axis;
  const plot = plotArea(220, 200, { type: 'linear', min: 0, max: 10, step: 5 }, 12);
  const colors = untyped<ChartInput['colors']>({ axisFontSize: 12 });

  it('are cut at their end along an axis of a field of hosts', () => {
    const endOf = (...fields: string[]) =>
      axisLabels({ data: { axis: axisOf(...fields), series: [] }, plot, zone: 'UTC', colors }).end;
    assert.equal(endOf('source'), 0);
    assert.equal(endOf('resource'), undefined);
    assert.equal(endOf('source', 'resource'), undefined, 'names of several fields may differ at their end');
    const slanted = { data: { axis: axisOf('host'), series: [] }, plot: { ...plot, slanted: 50 }, zone: 'UTC', colors };
    assert.equal(axisLabels(slanted).end, 0);
  });

  it('are painted with their beginning', () => {
    const drawn: string[] = [];
    const context = untyped<CanvasRenderingContext2D>({
      ...Object.fromEntries(['beginPath', 'moveTo', 'lineTo', 'stroke'].map((name) => [name, () => undefined])),
      measureText: (text: string) => ({ width: text.length * 7 }),
      fillText: (text: string) => drawn.push(text),
    });
    const paint = (field: string) => {
      drawn.length = 0;
      const axis = { type: 'linear', min: 0, max: 10, step: 5 } as const;
      const data = { axis: axisOf(field), series: [] };
      paintAxes(context, { data, plot, axis, zone: 'UTC', colors, seriesColors: [] });
      return drawn.filter((text) => text.startsWith('w'));
    };
    assert.match(paint('source').join(), /^web-01[^,]*…$/);
    assert.match(paint('resource').join(), /^w[^,]*….*n$/);
  });
});

describe('numbers', () => {
  it('metric values are formatted without losing digits', () => {
    assert.equal(formatNumber(1234567.123456789), '1,234,567');
    assert.equal(formatNumber(9007199254740993n), '9,007,199,254,740,993');
  });
  it('axis values are formatted in short form', () =>
    assert.deepEqual(
      [0, 0.0125, 800, 2500, 10_000, 12_250, -7500, 1_500_000, 4e11, 2e12].map((value) => formatAxisNumber(value)),
      // Suffixes of numbers follow unit prefixes, with G for 10⁹: `400B` would be read as bytes.
      ['0', '0.0125', '800', '2.5k', '10k', '12.25k', '-7.5k', '1.5M', '400G', '2T'],
    ));
});

it('a logarithmic axis starts at the smallest positive value, even if there are values below zero', () => {
  const data = untyped<StyledData>({ series: [{ values: [-5, 0, 3, null] }, { values: [100, 1e18] }] });
  const extent = { min: -5, max: 1e18 };
  assert.deepEqual(axisExtent(extent, data, 'logarithmic'), { min: 3, max: 1e18 });
  assert.deepEqual(axisExtent(extent, data, 'linear'), extent);
  const negative = untyped<StyledData>({ series: [{ values: [-5, null] }] });
  assert.equal(axisExtent({ min: -5, max: -5 }, negative, 'logarithmic'), undefined);
});

describe('lines over time', () => {
  const minute = 60_000;
  const bucket = (at: number) => ({ start: at * minute, end: (at + 1) * minute, key: `${at}` });
  const input = (
    starts: readonly number[],
    values: readonly (number | null)[],
    now = 0,
    span?: { readonly from: number; readonly to: number },
  ) =>
    untyped<ChartInput>({
      data: withPartial(
        untyped<StyledData>({
          axis: { type: 'time', from: 0, to: 9 * minute, buckets: starts.map(bucket) },
          series: [{ name: 'avg(took)', values }],
        }),
        now,
        span && { type: 'absolute', from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() },
      ),
      axis: { type: 'linear', min: 0, max: 9 },
      plot: { left: 0, top: 0, width: 900, height: 100 },
      seriesColors: ['#111111'],
      colors: { lineWidth: 2 },
    });
  const drawn = (given: ChartInput) => lineSeries(given, { interpolation: 'linear', filled: false });
  /** Returns the opacity and the number of bars of each series of bars. */
  const opacities = (given: ChartInput) => barSeries(given, 'group').map(({ opacity, bars }) => [opacity, bars.length]);

  it('lines are interrupted at buckets without a value, and at buckets that the result omits', () => {
    const [line] = drawn(input([0, 1, 2, 5], [1, null, 3, 4]));
    assert.deepEqual(line?.['data'], [
      [0.5 * minute, 1],
      [1.5 * minute, null],
      [2.5 * minute, 3],
      [3 * minute, null],
      [5.5 * minute, 4],
    ]);
    assert.equal(line['connectNulls'], false);
    const size = line['symbolSize'] as (value: unknown, at: { dataIndex: number }) => number;
    assert.ok(size(0, { dataIndex: 0 }) > 0, 'a value without an adjacent value is drawn as a point');
  });

  it('one short bucket has a thin bar, and the bars of the others keep their width', () => {
    const given = input([0, 1, 2], [1, 1, 1]);
    const { axis } = given.data;
    assert.ok(axis.type === 'time');
    const buckets = axis.buckets.map((one, at) => (at === 1 ? { ...one, end: 1.5 * minute } : one));
    const [bars] = barSeries({ ...given, data: { ...given.data, axis: { ...axis, buckets } } }, 'group');
    assert.deepEqual(
      bars?.bars.map(({ x, width }) => [Math.round(x), Math.round(width)]),
      [
        [6, 88],
        [103, 44],
        [206, 88],
      ],
    );
  });

  it('lines are faint towards a bucket that is not over, which is labelled as incomplete', () => {
    const growing = input([0, 1, 2], [1, 2, 3], 2.5 * minute);
    const [whole, end] = drawn(growing);
    assert.equal((whole?.['data'] as unknown[]).length, 2);
    assert.deepEqual(end?.['lineStyle'], { width: 2, color: '#111111', opacity: 0.4, type: 'dashed' });
    assert.match(bucketText(growing.data.axis, 2, 'UTC'), /\(incomplete\)$/);
    assert.doesNotMatch(bucketText(growing.data.axis, 1, 'UTC'), /incomplete/);
    assert.equal(drawn(input([0, 1, 2], [1, 2, 3], 3 * minute)).length, 1, 'a bucket is finished at its end');
    assert.deepEqual(opacities(growing), [
      [1, 2],
      [0.4, 1],
    ]);
  });

  it('lines and bars are faint at both ends if the range begins and ends within buckets', () => {
    const cut = (values: readonly number[]) =>
      input(
        values.map((_value, index) => index),
        values,
        0,
        { from: 0.5 * minute, to: (values.length - 0.5) * minute },
      );
    const pointsOf = (values: readonly number[]) =>
      drawn(cut(values)).map((line) => [
        (line['lineStyle'] as { type?: string }).type ?? 'whole',
        (line['data'] as [number, number][]).map(([, value]) => value),
      ]);
    assert.deepEqual(pointsOf([1, 2, 3, 4]), [
      ['whole', [2, 3]],
      ['dashed', [1, 2]],
      ['dashed', [3, 4]],
    ]);
    assert.deepEqual(
      pointsOf([1, 2, 3]),
      [
        ['dashed', [1, 2]],
        ['dashed', [2, 3]],
      ],
      'the value between two faint segments is no isolated point',
    );
    assert.deepEqual(pointsOf([1, 2]), [['dashed', [1, 2]]]);
    const { data, ...others } = cut([1, 2, 3, 4]);
    const [one] = data.series;
    assert.ok(one);
    const many = { ...others, data: { ...data, series: Array.from({ length: 101 }, () => one) } };
    assert.deepEqual(
      drawn({ ...many, seriesColors: many.data.series.map(() => '#111111') }).map((line) => [
        (line['lineStyle'] as { type?: string }).type ?? 'whole',
        (line['data'] as [number, number | null][]).filter(([, value]) => value !== null).length,
      ]),
      [
        ['whole', 2 * 101],
        ['dashed', 2 * 2 * 101],
      ],
      'the lines of many series of the same colour are drawn together, and all of them have faint ends',
    );
    assert.match(bucketText(cut([1, 2, 3]).data.axis, 0, 'UTC'), /\(incomplete\)$/);
    assert.deepEqual(opacities(cut([1, 2, 3])), [
      [1, 1],
      [0.4, 2],
    ]);
  });
});

describe('the value that a legend entry stands for', () => {
  const values = (...fields: string[]) => ({ type: 'values' as const, fields, config: { limit: 3 } });
  const cases: readonly [name: string, pivots: Parameters<typeof legendValue>[0], keys: string[], value?: string][] = [
    ['is the value of the single grouping field', [values('host')], ['web'], 'web'],
    ['is absent for a metric without groups', [], []],
    ['is absent for several fields', [values('host', 'level')], ['web', '3']],
    [
      'is absent for a time group',
      [{ type: 'time', fields: ['timestamp'], config: { interval: { type: 'auto' } } }],
      ['x'],
    ],
    ['is absent for the rest of the values', [values('host')], ['\u0000rest:17']],
  ];
  for (const [name, pivots, keys, value] of cases)
    it(name, () => assert.deepEqual(legendValue(pivots, keys), value && { field: 'host', value }));
});
