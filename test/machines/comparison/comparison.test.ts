// Tests the comparison with an earlier range: the searched range, the position of its values in a chart, and the
// computed changes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AbsoluteRange } from '../../../api/contract/searches.js';
import type { Widget } from '../../../api/contract/views.schema.js';
import { readComparison, writeComparison } from '../../../machines/comparison/address.js';
import { inChangeOrder, nextChangeOrder, withChanges } from '../../../machines/comparison/change-columns.js';
import { earlierLines, valueAt } from '../../../machines/comparison/earlier-lines.js';
import { earlierResult, earlierSearch, shiftOf } from '../../../machines/comparison/earlier-range.js';
import { mostSecondsAgo, type Comparison } from '../../../machines/comparison/choice.js';
import { chartData } from '../../../machines/pivot/chart-data.js';
import { dataTable } from '../../../machines/pivot/data-table.js';
import { relativeChange } from '../../../machines/pivot/numbers.js';
import type { ExecutionRequest } from '../../../machines/search-execution/results.js';
import type { ChangeOrder } from '../../../machines/view/chart-look.js';
import { withRest } from '../../../machines/pivot/rest-of-values.js';
import { restSeries } from '../../../machines/pivot/rest-series.js';
import { untyped } from '../../untyped.js';
import { aggregation, byTime, byValues, leaf, metrics, pivot } from '../pivot/results.js';

const minute = 60_000;
const range = (from: string, to: string): AbsoluteRange => ({ type: 'absolute', from, to });
const tenMinutes = range('2024-03-02T10:00:00.000Z', '2024-03-02T10:10:00.000Z');

describe('the shift of a comparison', () => {
  const cases: [name: string, AbsoluteRange, Comparison, number | undefined][] = [
    ['the shift to the previous period is the length of the range', tenMinutes, { type: 'previous' }, 10 * minute],
    [
      'a shift of one day does not depend on the length of the range',
      tenMinutes,
      { type: 'ago', seconds: 86_400 },
      86_400_000,
    ],
    ['an empty range has no previous period', range(tenMinutes.from, tenMinutes.from), { type: 'previous' }, undefined],
    ['an unreadable range has no previous period', range('then', 'now'), { type: 'previous' }, undefined],
    ['zero seconds are no shift', tenMinutes, { type: 'ago', seconds: 0 }, undefined],
    ['a shift of ten years is allowed', tenMinutes, { type: 'ago', seconds: mostSecondsAgo }, mostSecondsAgo * 1000],
    ['a shift of more than ten years is refused', tenMinutes, { type: 'ago', seconds: mostSecondsAgo + 1 }, undefined],
  ];
  for (const [name, of, comparison, expected] of cases) it(name, () => assert.equal(shiftOf(of, comparison), expected));
});

describe('the search of an earlier range', () => {
  const widget = untyped<Widget>({
    id: 'w',
    type: 'aggregation',
    timerange: { type: 'relative', from: 300 },
    query: { type: 'elasticsearch', query_string: 'level:3' },
    streams: ['s1'],
    filter: null,
    filters: [],
    config: aggregation({ visualization: 'numeric', visualization_config: { trend: true }, event_annotation: true }),
  });
  const request = untyped<ExecutionRequest>({
    search: {
      id: 'search',
      parameters: [],
      queries: [
        {
          id: 'q',
          query: { type: 'elasticsearch', query_string: 'own' },
          timerange: { type: 'relative', from: 300 },
          filter: null,
          filters: [],
          search_types: [],
        },
      ],
    },
    queryId: 'q',
    widgetMapping: {},
  });

  it('the search of an earlier range has the same query with the shifted range, once', () => {
    const { queries } = earlierSearch(request, tenMinutes, 10 * minute, widget);
    assert.equal(queries.length, 1);
    const [query] = queries;
    assert.deepEqual(query?.timerange, range('2024-03-02T09:50:00.000+00:00', '2024-03-02T10:00:00.000+00:00'));
    assert.equal(query?.query?.query_string, 'own');
    assert.deepEqual(
      query?.search_types?.map(({ type, timerange, query: own, streams }) => ({ type, timerange, own, streams })),
      [{ type: 'pivot', timerange: null, own: widget.query, streams: ['s1'] }],
    );
  });

  it('the search of an earlier range uses the query that overrides the query of the page', () => {
    const override = { query: { type: 'elasticsearch' as const, query_string: 'override' } };
    const { queries } = earlierSearch({ ...request, override }, tenMinutes, minute, widget);
    assert.equal(queries[0]?.query?.query_string, 'override');
  });

  it('the result of the earlier range is read, and nothing from a response without one', () => {
    const result = pivot(leaf(['a'], [['count()'], 1]));
    const job = (found: unknown) => untyped<Parameters<typeof earlierResult>[0]>({ results: found });
    assert.equal(earlierResult(job({ earlier: { search_types: { earlier: result } } })), result);
    assert.equal(earlierResult(job({})), undefined);
    assert.equal(earlierResult(job(null)), undefined);
  });
});

describe('lines of an earlier range', () => {
  const label = (key: string) => key;
  const byMinute = {
    ...byTime(),
    config: { interval: { type: 'timeunit' as const, value: 1, unit: 'MINUTES' as const } },
  };
  const config = aggregation({ row_pivots: [byMinute] });
  const at = (minutes: number) => new Date(Date.parse('2024-03-02T10:00:00Z') + minutes * minute).toISOString();
  const now = pivot(leaf([at(0)], [['count()'], 5]), leaf([at(1)], [['count()'], 7]));
  const past = pivot(leaf([at(-10)], [['count()'], 2]), leaf([at(-9)], [['count()'], null]));
  const earlier = { result: past, config, shift: 10 * minute };

  it('earlier values are drawn at the times of the shown range; a count without messages is 0', () => {
    const [line] = earlierLines(earlier, chartData(now, config, label, 'UTC'), false, label, 'UTC');
    assert.equal(line?.series, 0);
    assert.ok(line);
    assert.equal(valueAt(line, Date.parse(at(0.5))), 2);
    assert.equal(valueAt(line, Date.parse(at(1.5))), 0);
    assert.equal(valueAt(line, Date.parse(at(5))), null);
    assert.deepEqual(
      line.points.map(({ value }) => value),
      [2, 0],
    );
  });

  it('a count without messages is not 0 yet in the part of the earlier range that is in the future', () => {
    const shown = chartData(now, config, label, 'UTC');
    const range = { type: 'absolute' as const, from: at(-10), to: at(-5) };
    const result = { ...past, rows: past.rows.slice(0, 1), effective_timerange: range };
    const perMinute = aggregation({
      row_pivots: [{ ...byTime(), config: { interval: { type: 'timeunit', value: 1, unit: 'minutes' } } }],
    });
    const sparse = { result, config: perMinute, shift: 10 * minute };
    const [line] = earlierLines(sparse, shown, false, label, 'UTC', Date.parse(at(-7.5)));
    assert.deepEqual(
      line?.points.map(({ value }) => value),
      [2, 0, 0],
    );
  });

  it('earlier values of a stacked chart are one line of their sums', () => {
    const stacked = aggregation({ row_pivots: [byMinute], column_pivots: [byValues('level')] });
    const of = (minutes: number, a: number, b: number) =>
      leaf([at(minutes)], [['3', 'count()'], a], [['4', 'count()'], b]);
    const shown = chartData(pivot(of(0, 1, 1), of(1, 1, 1)), stacked, label, 'UTC');
    const lines = earlierLines(
      { result: pivot(of(-10, 2, 3)), config: stacked, shift: 10 * minute },
      shown,
      true,
      label,
      'UTC',
    );
    assert.deepEqual(
      lines.map(({ series, points }) => [series, points.map(({ value }) => value)]),
      [[undefined, [5]]],
    );
  });

  it('the additional series of the earlier result, from which omitted values are computed, are not summed', () => {
    const groups = aggregation({ row_pivots: [byValues('host')] });
    const [messages = '', values = ''] = restSeries(groups).map(({ id }) => id);
    const of = (count: number) => pivot(leaf(['a'], [['count()'], count], [[messages], count], [[values], 1]));
    const shown = chartData(withRest(of(8), groups), groups, label, 'UTC');
    const lines = earlierLines({ result: of(5), config: groups, shift: 1 }, shown, true, label, 'UTC');
    assert.deepEqual(
      lines.map(({ points }) => points.map(({ value }) => value)),
      [[5]],
    );
  });

  it('the earlier sum of a stack contains the omitted values as the shown sum does; single lines omit them', () => {
    const limited = aggregation({
      row_pivots: [byMinute],
      column_pivots: [{ ...byValues('level'), config: { limit: 1 } }],
    });
    const of = (minutes: number) => pivot(leaf([at(minutes)], [['3', 'count()'], 2], [['count()'], 9]));
    const shown = chartData(withRest(of(0), limited), limited, label, 'UTC');
    const parts = { ...shown, series: shown.series.filter(({ keys }) => keys.length > 0) };
    const valuesOf = (isStacked: boolean) =>
      earlierLines({ result: of(-10), config: limited, shift: 10 * minute }, parts, isStacked, label, 'UTC').map(
        ({ points }) => points.map(({ value }) => value),
      );
    assert.deepEqual(valuesOf(true), [[9]]);
    assert.deepEqual(valuesOf(false), [[2]]);
  });

  it('earlier values of groups without time belong to the groups with the same keys', () => {
    const groups = aggregation({ row_pivots: [byValues('host')] });
    const of = (...hosts: [string, number][]) => pivot(...hosts.map(([host, n]) => leaf([host], [['count()'], n])));
    const shown = chartData(of(['a', 1], ['new', 2], ['b', 3], ['\u0000rest:3', 9]), groups, label, 'UTC');
    const before = of(['b', 30], ['a', 10], ['gone', 5], ['\u0000rest:3', 90]);
    const [line] = earlierLines({ result: before, config: groups, shift: 1 }, shown, false, label, 'UTC');
    assert.deepEqual(line?.points, [
      { from: 0, to: 1, value: 10 },
      { from: 1, to: 2, value: null },
      { from: 2, to: 3, value: 30 },
      { from: 3, to: 4, value: null },
    ]);
  });

  it('earlier values of groups that also contain a time are shifted', () => {
    const groups = aggregation({ row_pivots: [byValues('host'), byMinute] });
    const shown = chartData(pivot(leaf(['a', at(0)], [['count()'], 1])), groups, label, 'UTC');
    const before = pivot(leaf(['a', at(-10)], [['count()'], 7]), leaf(['a', at(0)], [['count()'], 8]));
    const [line] = earlierLines({ result: before, config: groups, shift: 10 * minute }, shown, false, label, 'UTC');
    assert.deepEqual(line?.points, [{ from: 0, to: 1, value: 7 }]);
  });
});

describe('earlier values of groups by calendar times', () => {
  const label = (key: string) => key;
  const day = 86_400_000;
  const cases: [name: string, unit: string, shown: string, days: number, earlier: string, expected: number | null][] = [
    ['belong to the bucket with the same start', 'days', '2024-04-01T22:00Z', 1, '2024-03-31T22:00Z', 7],
    [
      'belong to the day a week before, although the clocks have changed in between',
      'days',
      '2024-04-01T22:00Z',
      7,
      '2024-03-25T23:00Z',
      7,
    ],
    [
      'belong to the month that begins nearest to the shifted time',
      'months',
      '2024-03-01T00:00Z',
      31,
      '2024-02-01T00:00Z',
      7,
    ],
    ['are absent if the result has no near bucket', 'days', '2024-04-01T22:00Z', 7, '2024-03-26T23:00Z', null],
  ];
  for (const [name, unit, shownStart, days, earlierStart, expected] of cases)
    it(`earlier values ${name}`, () => {
      const time = { ...byTime(), config: { interval: { type: 'timeunit' as const, value: 1, unit } } };
      const groups = aggregation({ row_pivots: [byValues('host'), time] });
      const of = (start: string, count: number) => pivot(leaf(['a', start], [['count()'], count]));
      const shown = chartData(of(shownStart, 1), groups, label, 'UTC');
      const earlier = { result: of(earlierStart, 7), config: groups, shift: days * day };
      const [line] = earlierLines(earlier, shown, false, label, 'UTC');
      assert.deepEqual(line?.points, [{ from: 0, to: 1, value: expected }]);
    });
});

describe('changes in a table', () => {
  const changes: [before: unknown, now: unknown, expected: number | undefined][] = [
    [10, 15, 0.5],
    [10, 5, -0.5],
    [-10, -5, 0.5],
    [10, 10, 0],
    [0, 3, Infinity],
    [undefined, 3, Infinity],
    [0, 0, undefined],
    [3, null, undefined],
    [2n, 3n, 0.5],
  ];
  for (const [before, now, expected] of changes)
    it(`the change from ${String(before)} to ${String(now)} is ${String(expected)}`, () =>
      assert.equal(relativeChange(before, now), expected));

  it('a change follows each metric of the row, with the earlier value', () => {
    const config = aggregation({ series: metrics('count()', 'avg(took)') });
    const now = dataTable(
      pivot(leaf(['a'], [['count()'], 4], [['avg(took)'], 1]), leaf(['b'], [['count()'], 1])),
      config,
    );
    const result = pivot(leaf(['a'], [['count()'], 2], [['avg(took)'], 2]));
    const table = withChanges(now, { result, config, shift: minute }, (metric) => `${metric} changed`);
    assert.deepEqual(
      table.columns.map(({ kind, title }) => [kind, title]),
      [
        ['field', 'host'],
        ['metric', 'count()'],
        ['change', 'count changed'],
        ['metric', 'avg(took)'],
        ['change', 'avg took changed'],
      ],
    );
    assert.deepEqual(table.rows[0]?.cells, ['a', 4, 1, 1, -0.5]);
    assert.deepEqual(table.rows[0]?.before, [undefined, undefined, 2, undefined, 2]);
    assert.deepEqual(table.rows[1]?.cells.slice(0, 3), ['b', 1, Infinity]);
  });

  it('rows are ordered by a column of changes, rows without a change last, and repeated keys are counted again', () => {
    const config = aggregation({ row_pivots: [byValues('host'), byValues('method')] });
    const row = (host: string, method: string, count: number) => leaf([host, method], [['count()'], count]);
    const now = pivot(
      row('a', 'GET', 4),
      row('a', 'PUT', 1),
      row('b', 'GET', 8),
      row('b', 'PUT', 0),
      row('c', 'GET', 3),
    );
    const result = pivot(row('a', 'GET', 4), row('a', 'PUT', 2), row('b', 'GET', 2), row('b', 'PUT', 0));
    const table = withChanges(
      dataTable(now, config),
      { result, config, shift: minute },
      (metric) => `${metric} changed`,
    );
    const column = table.columns.find(({ kind }) => kind === 'change');
    assert.ok(column);
    const ordered = (order: ChangeOrder | undefined) =>
      inChangeOrder(table, order).rows.map(({ keys, repeated }) => [...keys, repeated].join(' '));
    const down = nextChangeOrder(undefined, column);
    assert.deepEqual(ordered(down), ['c GET 0', 'b GET 0', 'a GET 0', 'a PUT 1', 'b PUT 0']);
    const up = nextChangeOrder(down, column);
    assert.deepEqual(ordered(up), ['a PUT 0', 'a GET 1', 'b GET 0', 'c GET 0', 'b PUT 0']);
    assert.equal(nextChangeOrder(up, column), undefined);
    assert.deepEqual(ordered(undefined), ['a GET 0', 'a PUT 1', 'b GET 0', 'b PUT 1', 'c GET 0']);
    const other = nextChangeOrder(up, { ...column, id: 'another column' });
    assert.deepEqual(other, { id: 'another column', direction: 'Descending' });
    assert.deepEqual(ordered(other), ordered(undefined), 'a column that the table lacks orders nothing');
  });

  it('column groups have no changes, and their headers move behind the changes', () => {
    const config = aggregation({ column_pivots: [byValues('code')], rollup: true });
    const row = leaf(['a'], [['count()'], 3], [['200', 'count()'], 3]);
    const table = withChanges(dataTable(pivot(row), config), { result: pivot(row), config, shift: minute }, String);
    assert.deepEqual(
      table.columns.map(({ kind }) => kind),
      ['field', 'metric', 'change', 'cell'],
    );
    assert.deepEqual(table.heads[0]?.spans, [{ key: '200', from: 3, span: 1 }]);
  });
});

describe('the comparison in an address', () => {
  const cases: [text: string, comparison: Comparison | undefined][] = [
    ['compare=previous', { type: 'previous' }],
    ['compare=86400', { type: 'ago', seconds: 86_400 }],
    ['', undefined],
  ];
  for (const [text, comparison] of cases) {
    it(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(readComparison(text), comparison));
    it(`writes ${JSON.stringify(text)} beside other parameters`, () =>
      assert.equal(writeComparison('q=a&compare=1', comparison).toString(), ['q=a', text].filter(Boolean).join('&')));
  }
  for (const text of [
    'compare=0',
    'compare=-5',
    'compare=1e3',
    'compare=99999999999',
    'compare=9999999999',
    'compare=now',
  ])
    it(`takes ${text} as absent`, () => assert.equal(readComparison(text), undefined));
});
