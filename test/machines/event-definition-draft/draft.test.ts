import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createActor } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import {
  draftItems,
  draftOf,
  type DraftItemKey,
  type DraftSource,
} from '../../../machines/event-definition-draft/items.js';
import {
  checkedBy,
  eventDefinitionDraftMachine,
  isOffered,
  strategies,
  type DraftEvent,
} from '../../../machines/event-definition-draft/machine.js';
import type { NamedMetrics } from '../../../api/formula/parse.js';
import { valuesOfDraft } from '../../../machines/event-condition/definition-values.js';
import { pathsTo } from '../../../machines/pivot/value-path.js';
import { aggregation, byTime, byValues } from '../pivot/results.js';
import { walk } from '../transitions.js';

const config = aggregation({ row_pivots: [byTime(), byValues('host')], column_pivots: [byValues('code')] });
const cell: DraftSource = {
  field: 'avg(took)',
  value: 12.5,
  paths: pathsTo(config, ['2026-11-20T18:30:00Z', 'web 1'], { keys: ['500'], function: 'avg(took)' }, 'UTC'),
  searchQuery: 'a OR b',
  filterQueries: ['level:3', 'NOT x:1'],
  streams: ['000000000000000000000001'],
  timeRange: { type: 'relative', from: 300 },
};
const message: DraftSource = {
  field: 'user',
  value: 'ann',
  valueQuery: 'user:ann',
  searchQuery: '*',
  filterQueries: [],
  streams: [],
  timeRange: { type: 'keyword', keyword: 'today' },
};

describe('items of a draft', () => {
  it('a draft from a metric offers condition, groups, both paths, search, streams and range', () => {
    assert.deepEqual(draftItems(cell), {
      columnGroupBy: ['code'],
      rowGroupBy: ['host'],
      condition: { function: 'avg', field: 'took', value: 12.5 },
      rowValuePath: 'host:"web 1"',
      columnValuePath: 'code:500',
      searchQuery: 'a OR b',
      searchFilterQuery: '(level:3) AND (NOT x:1)',
      streams: ['000000000000000000000001'],
      searchWithinMs: 300_000,
    });
  });
  it('a computed metric is a condition if the server supports formulas, with the named metrics written out', () => {
    const names = new Map([['failed', { function: 'count()', filter: 'level:<=3' }]]);
    const computed = (metric: string, formulas?: NamedMetrics) =>
      draftItems({
        ...cell,
        field: metric,
        paths: pathsTo(config, ['2026-11-20T18:30:00Z', 'web 1'], { keys: ['500'], function: metric }, 'UTC'),
        formulas,
      });
    const cases: readonly (readonly [metric: string, formula: string | undefined])[] = [
      ['formula(failed / count() * 100)', 'count(level:<=3) / count() * 100'],
      ['formula(-(failed - 1) / percentile(took,95))', '-(count(level:<=3) - 1) / percentile(took,95)'],
      ['avg(took where level:<=3)', 'avg(took where level:<=3)'],
      ['formula(gone / 2)', undefined],
    ];
    for (const [metric, formula] of cases) {
      const { condition } = computed(metric, names);
      assert.deepEqual(condition, formula && { function: 'formula', field: undefined, formula, value: 12.5 }, metric);
    }
    assert.equal(computed('formula(failed / count() * 100)').condition, undefined);
    const items = computed('formula(failed / count() * 100)', names);
    const draft = draftOf(items, checkedBy('EXACT', items, new Set()));
    assert.equal(draft.agg_formula, 'count(level:<=3) / count() * 100');
    const [rule] = valuesOfDraft(draft).conditions.items;
    assert.deepEqual(rule, {
      kind: 'rule',
      fn: 'formula',
      field: undefined,
      formula: 'count(level:<=3) / count() * 100',
      threshold: 12.5,
    });
  });
  it('a draft from a message offers only its field and value', () => {
    assert.deepEqual(draftItems(message), { valueQuery: 'user:ann' });
  });
  it('a draft from the value of a group offers the value and its path', () => {
    const group = { field: 'host', kind: 'values' } as const;
    const paths = pathsTo(config, ['2026-11-20T18:30:00Z', 'a'], { keys: [], group }, 'UTC');
    assert.deepEqual(draftItems({ ...message, field: 'host', value: 'a', valueQuery: 'host:a', paths }), {
      rowValuePath: 'host:a',
      valueQuery: 'host:a',
    });
  });
  for (const [range, expected] of [
    [{ type: 'relative', range: 60 }, 60_000],
    [{ type: 'relative', range: 0 }, undefined],
    [{ type: 'relative', from: 600, to: 60 }, 600_000],
    [{ type: 'absolute', from: '2026-11-20T18:00:00Z', to: '2026-11-20T19:00:00Z' }, undefined],
    [undefined, undefined],
  ] as const) {
    it(`a draft searches ${expected === undefined ? 'no fixed period' : `the last ${expected} ms`} for the range ${JSON.stringify(range)}`, () =>
      assert.equal(draftItems({ ...message, timeRange: range }).searchWithinMs, expected));
  }
});

describe('strategies', () => {
  const items = draftItems(cell);
  const drafts: [strategy: (typeof strategies)[number], query: string, groupBy: string[]][] = [
    ['EXACT', '(host:"web 1") AND (code:500) AND (a OR b) AND ((level:3) AND (NOT x:1))', ['host', 'code']],
    ['ROW', '(host:"web 1") AND (a OR b) AND ((level:3) AND (NOT x:1))', ['host']],
    ['COL', '(code:500) AND (a OR b) AND ((level:3) AND (NOT x:1))', ['code']],
    ['ALL', '(host:"web 1") AND (code:500)', ['host', 'code']],
  ];
  for (const [strategy, query, group_by] of drafts) {
    it(`the strategy ${strategy} gives the expected draft`, () =>
      assert.deepEqual(draftOf(items, checkedBy(strategy, items, new Set())), {
        type: 'aggregation-v1',
        query,
        streams: ['000000000000000000000001'],
        search_within_ms: 300_000,
        group_by,
        agg_function: 'avg',
        agg_field: 'took',
        agg_value: 12.5,
      }));
  }
  it('the strategies row and column are offered only if the value has such a path', () => {
    assert.deepEqual(
      strategies.filter((one) => isOffered(one, draftItems(message))),
      ['EXACT', 'ALL', 'CUSTOM'],
    );
    assert.deepEqual(
      strategies.filter((one) => isOffered(one, items)),
      [...strategies],
    );
  });
  it('a selection of no items gives a draft without conditions', () =>
    assert.deepEqual(draftOf(items, new Set<DraftItemKey>()), { type: 'aggregation-v1' }));
});

describe('the strategy dialog', () => {
  it('every path of the dialog ends with a draft of the checked parts or with a cancellation', () => {
    const events: DraftEvent[] = [
      ...strategies.map((strategy) => ({ type: 'strategy.chosen', strategy }) as const),
      { type: 'item.toggled', key: 'condition' },
      { type: 'group.toggled', group: 'searchQuery' },
      { type: 'details.toggled' },
      { type: 'continued' },
      { type: 'cancelled' },
    ];
    const { paths, transitions } = walk(getShortestPaths, eventDefinitionDraftMachine, {
      input: cell,
      events,
      serializeState: ({ value, context }) =>
        JSON.stringify([value, context.strategy, [...context.checked].sort(), context.details]),
    });
    assert.deepEqual(transitions, {
      cancelled: {},
      choosing: { cancelled: 'cancelled', continued: 'continued' },
      continued: {},
    });
    assert.ok(paths.length > 20, `${paths.length} paths were tested`);
    for (const path of paths) {
      const actor = createActor(eventDefinitionDraftMachine, { input: cell });
      const drafts: unknown[] = [];
      actor.on('draftReady', ({ draft }) => drafts.push(draft));
      actor.start();
      for (const { event } of path.steps) if (!event.type.startsWith('xstate.')) actor.send(event as DraftEvent);
      const { value, context } = actor.getSnapshot();
      assert.equal(drafts.length, value === 'continued' ? 1 : 0);
      if (context.strategy !== 'CUSTOM') {
        assert.deepEqual(context.checked, checkedBy(context.strategy, context.items, new Set()));
      }
    }
  });
  it('toggling an item selects the custom strategy, and toggling a group checks all or none of it', () => {
    const actor = createActor(eventDefinitionDraftMachine, { input: cell }).start();
    const group = ['rowValuePath', 'columnValuePath', 'searchQuery', 'searchFilterQuery'] as const;
    const checked = () => group.filter((key) => actor.getSnapshot().context.checked.has(key)).length;
    actor.send({ type: 'item.toggled', key: 'searchQuery' });
    assert.deepEqual([actor.getSnapshot().context.strategy, checked()], ['CUSTOM', 3]);
    actor.send({ type: 'group.toggled', group: 'searchQuery' });
    assert.equal(checked(), 4);
    actor.send({ type: 'group.toggled', group: 'searchQuery' });
    assert.equal(checked(), 0);
  });
});
