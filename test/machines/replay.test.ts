/** Tests the conversion of events and definitions to searches (screens/dashboards-sharing-alerts.md §11). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Expression, NumberExpression } from '../../api/contract/event-definitions.js';
import type { AggregationConfig } from '../../api/contract/views.schema.js';
import {
  comparisonText,
  comparisonsOf,
  isChangedSince,
  replayOfDefinition,
  replayOfEvent,
  replayedView,
  ruleFor,
  withComparisonColor,
  type ReplayedSearch,
} from '../../machines/replay.js';
import { matchesRule } from '../../machines/view/highlighting.js';

const ref = (id: string): NumberExpression => ({ expr: 'number-ref', ref: id });
const number = (value: number): NumberExpression => ({ expr: 'number', value });
const count = { id: 'c', function: 'count', field: null } as const;
const slow = { id: 'a', function: 'avg', field: 'took_ms' } as const;
const config = (expression: Expression | null, group_by: string[] = []) => ({
  query: 'action:login',
  query_parameters: [],
  streams: ['s1'],
  group_by,
  series: [count, slow],
  conditions: { expression },
  search_within_ms: 300_000,
});
const above: Expression = { expr: '>', left: ref('c'), right: number(5) };
const below: Expression = { expr: '<=', left: ref('a'), right: number(0.5) };

let made = 0;
const ids = { objectId: () => String(made++).padStart(24, '0'), uuid: () => `id-${made++}` };
const viewOf = (search: ReplayedSearch) => {
  let color = 0;
  const start = { createdAt: '2026-01-01T00:00:00Z', owner: 'admin', color: () => `#00000${color++}` };
  const { view, search: stored } = replayedView(search, start, ids);
  const [query] = stored.queries;
  const state = view.state[query?.id ?? ''];
  assert.ok(state && query);
  const widgets = state.widgets.map((widget) => ({
    title: state.titles?.['widget']?.[widget.id],
    position: state.positions[widget.id],
    type: widget.type,
    config: widget.config as Partial<AggregationConfig>,
  }));
  return { view, stored, query, state, widgets };
};

const trees: readonly [name: string, expression: Expression | null, expected: readonly string[]][] = [
  ['an absent condition has no comparisons', null, []],
  ['a constant condition has no comparisons', { expr: 'true' }, []],
  ['a single comparison is found', above, ['count() > 5']],
  [
    'a comparison that begins with the number is turned around',
    { expr: '>', left: number(5), right: ref('c') },
    ['count() < 5'],
  ],
  ['equal comparisons are found once', { expr: '&&', left: above, right: above }, ['count() > 5']],
  [
    'comparisons in groups are found in reading order',
    { expr: '||', left: { expr: 'group', operator: '&&', child: below }, right: { expr: '!', left: above } },
    ['avg(took_ms) <= 0.5', 'count() <= 5'],
  ],
  ['a comparison that is negated twice stays', { expr: '!', left: { expr: '!', left: above } }, ['count() > 5']],
  [
    'a negation turns every comparison of its group',
    { expr: '!', left: { expr: '&&', left: below, right: { expr: '==', left: number(3), right: ref('c') } } },
    ['avg(took_ms) > 0.5', 'count() != 3'],
  ],
  ['a comparison of a missing series is ignored', { expr: '>', left: ref('gone'), right: number(1) }, []],
  ['a comparison of two series is ignored', { expr: '==', left: ref('a'), right: ref('c') }, []],
  // A newer server may send a type of node that is unknown here.
  ['an unknown kind of node is ignored', { expr: 'new' } as unknown as Expression, []],
];
for (const [name, expression, expected] of trees) {
  test(`the comparisons of a condition are found: ${name}`, () => {
    assert.deepEqual(comparisonsOf(config(expression)).map(comparisonText), expected);
  });
}

test('a condition may be nested deeper than the call stack', () => {
  let deep: Expression = above;
  for (let at = 0; at < 100_000; at++) deep = { expr: '!', left: deep };
  assert.equal(comparisonsOf(config(deep)).length, 1);
});

const info = {
  timerange_start: '2026-01-01T00:00:00.000Z',
  timerange_end: '2026-01-01T00:05:00.000Z',
  streams: ['s1'],
};
const queries: readonly [name: string, query: string, groups: Record<string, string>, expected: string][] = [
  ['without groups the query is unchanged', 'action:login', {}, 'action:login'],
  ['a query for all messages is replaced by the group', '*', { source: 'web-1' }, 'source:web\\-1'],
  ['several groups are combined with AND', '', { source: 'a', user: 'b' }, 'source:a AND user:b'],
  ['a query with OR is put in parentheses', 'a OR b', { source: 'x' }, '(a OR b) AND source:x'],
  ['query syntax in a value is quoted', '*', { user: 'x" OR *:* ' }, 'user:"x\\" OR *:* "'],
  ['query syntax in a field name is escaped', '*', { 'a b:c': '(x)' }, 'a\\ b\\:c:\\(x\\)'],
  ['a parameter in a value is escaped', '*', { user: '$secret$' }, 'user:\\$secret\\$'],
  ['the group without a value excludes the field', 'up:1', { user: '(Empty Value)' }, 'up:1 AND NOT _exists_:user'],
];
for (const [name, query, group_by_fields, expected] of queries) {
  test(`the query of an event is built: ${name}`, () => {
    const replayed = replayOfEvent({ replay_info: { ...info, query }, group_by_fields }, undefined);
    assert.equal(replayed?.queryString, expected);
    const { timerange_start: from, timerange_end: to } = info;
    assert.deepEqual(replayed?.timeRange, { type: 'absolute', from, to });
    assert.deepEqual(replayed?.streams, ['s1']);
  });
}

test('an event that was not found by a search is not replayed', () => {
  assert.equal(replayOfEvent({ replay_info: null, group_by_fields: {} }, config(above)), undefined);
});

test('the replay of one comparison has a table, the histogram and the messages', () => {
  const { widgets, state, query, stored } = viewOf(replayOfDefinition(config(above, ['source'])));
  assert.deepEqual(
    widgets.map(({ title, type, position }) => [title, type, position]),
    [
      ['count() > 5', 'aggregation', { col: 1, row: 1, height: 3, width: 6 }],
      ['Message Count', 'aggregation', { col: 1, row: 4, height: 2, width: 'Infinity' }],
      ['All Messages', 'messages', { col: 1, row: 6, height: 6, width: 'Infinity' }],
    ],
  );
  const [table] = widgets;
  assert.deepEqual(table?.config.row_pivots, [{ fields: ['source'], type: 'values', config: { limit: 15 } }]);
  assert.deepEqual(table?.config.sort, [{ type: 'series', field: 'count()', direction: 'Descending' }]);
  assert.equal(table?.config.visualization, 'table');
  const [rule, ...others] = state.formatting?.highlighting ?? [];
  const color = { type: 'static', color: '#000000' };
  assert.deepEqual(rule, { field: 'count()', condition: 'greater', value: '5', color });
  assert.equal(others.length, 0);
  assert.equal(query.query?.query_string, 'action:login');
  assert.deepEqual(query.timerange, { type: 'relative', from: 300 });
  assert.deepEqual(query.filter, { type: 'or', filters: [{ type: 'stream', id: 's1' }] });
  assert.equal(query.search_types?.length, 3);
  assert.match(stored.id, /^\d{24}$/);
});

test('the replay of a formula keeps a configuration that every server understands', () => {
  const formula = 'count(level:<=3) / count()';
  const series = [{ id: 'f', function: 'formula' as const, field: null, formula }];
  const condition: Expression = { expr: '>', left: ref('f'), right: number(0.1) };
  const { widgets, state } = viewOf(replayOfDefinition({ ...config(condition, ['source']), series }));
  const [table] = widgets;
  assert.equal(table?.title, `${formula} > 0.1`);
  assert.deepEqual(
    table?.config.series?.map((one) => one.function),
    ['count()'],
  );
  assert.deepEqual(table?.config.sort, []);
  const stored = Object.values(state.titles?.['formulas'] ?? {});
  assert.equal(stored.length, 1);
  assert.match(stored[0] ?? '', /"function":"formula\(count\(level:<=3\) \/ count\(\)\)"/);
  assert.equal(state.formatting?.highlighting?.[0]?.field, formula);
});

test('the replay of several comparisons has a summary at the top and two tables per row', () => {
  const third: Expression = { expr: '==', left: ref('c'), right: number(0) };
  const expression: Expression = { expr: '||', left: { expr: '&&', left: above, right: below }, right: third };
  const { widgets, state } = viewOf(replayOfDefinition(config(expression, ['source', 'took_ms'])));
  assert.deepEqual(
    widgets.map(({ title, position }) => [title, position?.col, position?.row, position?.width]),
    [
      ['Summary', 1, 1, 'Infinity'],
      ['count() > 5', 1, 4, 6],
      ['avg(took_ms) <= 0.5', 7, 4, 6],
      ['count() == 0', 1, 7, 6],
      ['Message Count', 1, 10, 'Infinity'],
      ['All Messages', 1, 12, 'Infinity'],
    ],
  );
  const [summary, , average] = widgets;
  assert.deepEqual(
    summary?.config.series?.map((one) => one.function),
    ['count()', 'avg(took_ms)'],
  );
  assert.deepEqual(summary?.config.row_pivots?.[0]?.fields, ['took_ms', 'source']);
  assert.deepEqual(average?.config.row_pivots?.[0]?.fields, ['took_ms', 'source']);
  assert.equal(average?.config.sort?.[0]?.direction, 'Ascending');
  assert.deepEqual(
    state.formatting?.highlighting?.map(({ condition }) => condition),
    ['greater', 'less_equal', 'equal'],
  );
});

test('a replay without a definition has histogram and messages without marks; without a group it has one row', () => {
  const bare = replayOfEvent({ replay_info: { ...info, query: '*' }, group_by_fields: {} }, undefined);
  assert.ok(bare);
  const { widgets, state } = viewOf(bare);
  assert.deepEqual(
    widgets.map(({ title, position }) => [title, position?.row]),
    [
      ['Message Count', 1],
      ['All Messages', 3],
    ],
  );
  assert.deepEqual(state.formatting?.highlighting, []);
  assert.deepEqual(viewOf(replayOfDefinition(config(above))).widgets[0]?.config.row_pivots, []);
});

test('parameters of the query are kept', () => {
  const parameter = {
    type: 'lut-parameter-v1',
    name: 'user',
    title: 'User',
    data_type: 'any',
    lookup_table: 'users',
    key: 'k',
  } as const;
  const { stored } = viewOf(replayOfDefinition({ ...config(above), query_parameters: [parameter] }));
  assert.deepEqual(stored.parameters, [parameter]);
});

test('choosing the colour of a comparison changes or adds its rule and keeps the other rules', () => {
  const [more] = comparisonsOf(config(above));
  assert.ok(more);
  const other = { field: 'count()', condition: 'less', value: '5', color: '#aaaaaa' } as const;
  const added = withComparisonColor([other], more, '#111111');
  assert.equal(added.length, 2);
  const rule = ruleFor(added, more);
  assert.deepEqual(rule?.color, { type: 'static', color: '#111111' });
  assert.ok(rule && matchesRule(rule, 6) && !matchesRule(rule, 5));
  const changed = withComparisonColor(added, more, '#222222');
  assert.deepEqual(ruleFor(changed, more)?.color, { type: 'static', color: '#222222' });
  assert.deepEqual([changed.length, changed[0]], [2, other]);
});

test('a definition counts as changed since an event if it was changed after the event was created', () => {
  const event = { timestamp: '2026-01-01T10:00:00.000Z', timestamp_processing: '2026-01-01T10:05:00.000Z' };
  assert.equal(isChangedSince({ updated_at: '2026-01-01T10:06:00.000Z' }, event), true);
  assert.equal(isChangedSince({ updated_at: '2026-01-01T10:03:00.000Z' }, event), false);
  assert.equal(isChangedSince({ updated_at: null }, event), false);
});
