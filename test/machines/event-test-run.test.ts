import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AggregationConfig, DefinitionTest, Expression } from '../../api/contract/event-definitions.js';
import { comparedSeries, conditionChart, mostBars, runBars } from '../../machines/event-condition/test-run.js';

const ref = (id: string) => ({ expr: 'number-ref', ref: id }) as const;
const number = (value: number) => ({ expr: 'number', value }) as const;
const minute = 60_000;
const begun = Date.UTC(2024, 0, 1);

const config = (expression: Expression | null, over: Partial<AggregationConfig> = {}): AggregationConfig => ({
  type: 'aggregation-v1',
  query: '',
  query_parameters: [],
  streams: [],
  group_by: [],
  series: [
    { id: 'n', function: 'count', field: null },
    { id: 'a', function: 'avg', field: 'took' },
  ],
  conditions: { expression },
  search_within_ms: 5 * minute,
  execute_every_ms: minute,
  ...over,
});

const tested = (
  of: AggregationConfig,
  runs: readonly Omit<DefinitionTest['runs'][number], 'at'>[],
): DefinitionTest => ({
  from: new Date(begun).toISOString(),
  to: new Date(begun + runs.length * minute).toISOString(),
  config: of,
  total_runs: runs.length,
  ended_by: null,
  runs: runs.map((run, at) => ({ at: new Date(begun + (at + 1) * minute).toISOString(), ...run })),
  total_events: 0,
  events: [],
});

const both: Expression = {
  expr: '&&',
  left: { expr: '<', left: ref('a'), right: number(2) },
  right: {
    expr: 'group',
    operator: '||',
    child: {
      expr: '||',
      left: { expr: '<=', left: number(7), right: ref('n') },
      right: { expr: '!', left: { expr: '==', left: ref('n'), right: number(9) } },
    },
  },
};

test('a test run lists the compared values in order, with limits on either side', () => {
  assert.deepEqual(comparedSeries(config(both)), [
    { at: 1, function: 'avg(took)', text: 'avg took', below: true, limits: [{ value: 2, text: 'avg took < 2' }] },
    {
      at: 0,
      function: 'count()',
      text: 'count',
      below: false,
      limits: [
        { value: 7, text: 'count >= 7' },
        { value: 9, text: 'count != 9' },
      ],
    },
  ]);
  assert.deepEqual(comparedSeries(config(null)), []);
  const always = comparedSeries(config({ expr: 'true' }));
  assert.deepEqual(
    always.map(({ text, limits }) => [text, limits]),
    [
      ['count', []],
      ['avg took', []],
    ],
  );
});

test('a condition may be nested deeper than the call stack', () => {
  let deep: Expression = both;
  for (let at = 0; at < 100_000; at++) deep = { expr: '!', left: deep };
  assert.deepEqual(comparedSeries(config(deep)), comparedSeries(config(both)));
});

test('a negation in a condition reverses the comparisons below it', () => {
  const not = (left: Expression): Expression => ({ expr: '!', left });
  const less: Expression = { expr: '<', left: ref('n'), right: number(5) };
  const most: Expression = { expr: '>=', left: number(9), right: ref('n') };
  const table: [Expression, below: boolean, texts: readonly string[]][] = [
    [not(less), false, ['count >= 5']],
    [not(not(less)), true, ['count < 5']],
    [not({ expr: '&&', left: most, right: not(less) }), false, ['count > 9', 'count < 5']],
    [
      not({ expr: 'group', operator: '&&', child: { expr: '>', left: ref('n'), right: number(5) } }),
      true,
      ['count <= 5'],
    ],
    [not({ expr: '==', left: ref('n'), right: number(5) }), false, ['count != 5']],
  ];
  for (const [expression, below, texts] of table) {
    const [first] = comparedSeries(config(expression));
    assert.deepEqual([first?.below, first?.limits.map(({ text }) => text)], [below, texts]);
  }
});

test('a bar of many runs in the chart of a test run shows the value nearest to the limit and all events, and covers the whole time', () => {
  const runs = Array.from({ length: 1000 }, (_, at) => ({
    events: at % 500 === 0 ? 2 : 0,
    groups: 3,
    values: [
      [at % 7, 100 + (at % 50)],
      [at === 300 ? -1 : at, null],
    ],
  }));
  const of = tested(config(both), runs);
  const [lowest, highest] = comparedSeries(of.config);
  const bars = runBars(of, highest);
  assert.ok(bars.length <= mostBars && bars.length > mostBars / 2, String(bars.length));
  assert.equal(bars[0]?.from, begun);
  assert.equal(bars.at(-1)?.to, begun + 1000 * minute);
  for (const [at, bar] of bars.entries()) if (at > 0) assert.equal(bar.from, bars[at - 1]?.to);
  assert.equal(Math.max(...bars.map(({ value }) => value ?? 0)), 149);
  assert.equal(
    bars.reduce((sum, { events }) => sum + events, 0),
    4,
  );
  assert.equal(Math.min(...runBars(of, lowest).map(({ value }) => value ?? 0)), -1);
});

test('the chart of a test run has limits and marks of firing bars; runs without values have none', () => {
  const of = tested(config(both, { group_by: ['user'] }), [
    {
      events: 0,
      groups: 0,
      values: [
        [null, null],
        [null, null],
      ],
    },
    {
      events: 3,
      groups: 1,
      values: [
        [8, 8],
        [1, 1],
      ],
    },
  ]);
  const words = { series: 'Highest count', mark: (events: number) => `${events} events` };
  const chart = conditionChart(of, comparedSeries(of.config)[1], words);
  assert.deepEqual(
    chart.result.rows.map(({ key, values }) => [key, values[0]?.value]),
    [
      [['2024-01-01T00:00:00.000Z'], null],
      [['2024-01-01T00:01:00.000Z'], 8],
    ],
  );
  assert.deepEqual(
    chart.events.map(({ timestamp, message }) => [timestamp, message]),
    [['2024-01-01T00:01:30.000Z', '3 events']],
  );
  assert.deepEqual(chart.looks['count()']?.thresholds, {
    critical: 7,
    warning: 9,
    words: { critical: 'count >= 7', warning: 'count != 9' },
  });
  assert.deepEqual(chart.extent, [8, 8]);
  const nothing = conditionChart(tested(config(both), []), undefined, words);
  assert.equal(nothing.extent, undefined);
});

test('a test run shows the events of a filter without marks', () => {
  const runs = [2, 0].map((events) => ({ events, groups: 0, values: [] }));
  const chart = conditionChart(tested(config(null), runs), undefined, { series: 'Events', mark: String });
  assert.deepEqual(
    chart.result.rows.map(({ values }) => values[0]?.value),
    [2, 0],
  );
  assert.deepEqual([chart.events, chart.looks, chart.extent], [[], {}, [0, 2]]);
});
