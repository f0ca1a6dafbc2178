/** Tests the decorator editor, bulk selection, the paged list, and the migration of legacy charts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor } from 'xstate';
import { getShortestPaths, getSimplePaths } from 'xstate/graph';
import type { Decorator } from '../../api/contract/searches.js';
import { bulkSelectionMachine, selectionText } from '../../machines/bulk-selection.js';
import { decoratorEditorMachine } from '../../machines/decorator-editor.js';
import {
  legacyChartsMigrationMachine,
  readLegacyCharts,
  widgetOfChart,
} from '../../machines/legacy-charts-migration.js';
import type { ListQuestion, PagedListEvent, PagedListState } from '../../machines/paged-list.js';
import { listAfter, nextSort, pageCount, pagedListMachine } from '../../machines/paged-list.js';
import { countingIds } from './fixtures.js';
import { walk } from './transitions.js';

test('decorators: every path returns to the list, and the stored order is that of the list', () => {
  const decorators: Decorator[] = ['b', 'a', 'c'].map((id, order) => ({ id, type: id, order: 2 - order, config: {} }));
  const { paths, transitions } = walk(getSimplePaths, decoratorEditorMachine, {
    input: { decorators, ids: { objectId: () => 'new', uuid: () => '' } },
    events: [
      { type: 'type.chosen', decoratorType: 't' },
      { type: 'edit.requested', decoratorId: 'a' },
      { type: 'edit.requested', decoratorId: 'nowhere' },
      { type: 'deletion.requested', decoratorId: 'a' },
      { type: 'submitted', config: { x: 1 } },
      { type: 'confirmed' },
      { type: 'cancelled' },
      { type: 'reordered', order: ['b', 'nowhere'] },
    ],
    serializeState: ({ value, context }) =>
      JSON.stringify([value, context.decorators.map(({ id, config }) => [id, config])]),
    filterEvents: (state) => state.context.decorators.length < 5,
    limit: 20_000,
  });
  assert.deepEqual(transitions, {
    confirming: { cancelled: 'listing', confirmed: 'listing' },
    creating: { cancelled: 'listing', submitted: 'listing' },
    editing: { cancelled: 'listing', submitted: 'listing' },
    listing: {
      'deletion.requested': 'confirming | listing',
      'edit.requested': 'editing | listing',
      'type.chosen': 'creating',
    },
  });
  assert.deepEqual(
    new Set(paths.map(({ state }) => state.value)),
    new Set(['listing', 'creating', 'editing', 'confirming']),
  );
  for (const { state, steps } of paths) {
    const { decorators: now } = state.context;
    if (steps.some(({ event }) => ['submitted', 'confirmed', 'reordered'].includes(event.type))) {
      assert.deepEqual(
        now.map(({ order }) => order),
        now.map((_decorator, index) => index),
      );
    }
    if (state.matches('listing')) assert.equal(state.context.decoratorId, undefined);
  }
});

test('bulk selection: the header shows how many of the visible rows are selected', () => {
  const { paths, transitions } = walk(getShortestPaths, bulkSelectionMachine, {
    events: [
      { type: 'rows.shown', ids: ['a', 'b'] },
      { type: 'rows.shown', ids: ['c'] },
      { type: 'rows.shown', ids: [] },
      { type: 'row.toggled', id: 'a' },
      { type: 'row.toggled', id: 'c' },
      { type: 'header.clicked' },
      { type: 'cleared' },
      { type: 'kept', ids: ['b'] },
    ],
    serializeState: ({ context: { visible, selected } }) => JSON.stringify([visible, [...selected].sort()]),
  });
  assert.deepEqual(transitions, {
    checked: {
      cleared: 'unchecked',
      'header.clicked': 'unchecked',
      kept: 'partial | unchecked',
      'row.toggled': 'checked | partial | unchecked',
      'rows.shown': 'checked | partial | unchecked',
    },
    partial: {
      cleared: 'unchecked',
      'header.clicked': 'checked',
      'row.toggled': 'checked | partial | unchecked',
      'rows.shown': 'checked | partial | unchecked',
    },
    unchecked: {
      'header.clicked': 'checked | unchecked',
      kept: 'partial | unchecked',
      'row.toggled': 'checked | partial | unchecked',
      'rows.shown': 'checked | partial | unchecked',
    },
  });
  for (const { state, steps } of paths) {
    const { visible, selected } = state.context;
    const count = visible.filter((id) => selected.includes(id)).length;
    const expected = count === 0 ? 'unchecked' : count === visible.length ? 'checked' : 'partial';
    assert.equal(state.value, expected);
    if (steps.at(-1)?.event.type === 'header.clicked') assert.notEqual(state.value, 'partial');
  }
  assert.deepEqual([selectionText(1), selectionText(3)], ['1 item selected', '3 items selected']);
});

test('the header of a list selects and deselects only the visible rows, so rows of other pages stay selected', () => {
  const actor = createActor(bulkSelectionMachine).start();
  const selected = () => [...actor.getSnapshot().context.selected];
  for (const ids of [['a', 'b'], ['c']]) {
    actor.send({ type: 'rows.shown', ids });
    actor.send({ type: 'header.clicked' });
  }
  assert.deepEqual(selected(), ['a', 'b', 'c']);
  actor.send({ type: 'header.clicked' });
  assert.deepEqual(selected(), ['a', 'b']);
});

const questionWith = (part: Partial<ListQuestion> = {}): ListQuestion => ({
  page: 3,
  perPage: 10,
  query: '',
  sort: { attributeId: 'title', direction: 'asc' },
  filters: [],
  ...part,
});

test('paged list: every path stays within the existing pages, and requests again after a change of the query', () => {
  const events: PagedListEvent[] = [
    { type: 'page.selected', page: 9 },
    { type: 'page.selected', page: 0 },
    { type: 'pageSize.selected', perPage: 50 },
    { type: 'sort.clicked', attributeId: 'title' },
    { type: 'query.changed', query: 'ab' },
    { type: 'filters.changed', filters: [{ attribute: 'owner', value: 'x' }] },
    { type: 'reload' },
    { type: 'answered', total: 95 },
    { type: 'answered', total: 0 },
    { type: 'refused' },
  ];
  const { paths, transitions } = walk(getShortestPaths, pagedListMachine, { input: questionWith(), events });
  assert.deepEqual(transitions, {
    asking: { answered: 'asking | shown', refused: 'failed' },
    failed: {
      'filters.changed': 'asking',
      'page.selected': 'asking | failed',
      'pageSize.selected': 'asking',
      'query.changed': 'asking',
      reload: 'asking',
      'sort.clicked': 'asking',
    },
    shown: {
      'filters.changed': 'asking',
      'page.selected': 'asking | shown',
      'pageSize.selected': 'asking',
      'query.changed': 'asking',
      reload: 'asking',
      'sort.clicked': 'asking',
    },
  });
  assert.deepEqual(new Set(paths.map(({ state }) => state.value)), new Set(['asking', 'shown', 'failed']));
  for (const { state, steps } of paths) {
    const { context, value } = state;
    const last = steps.at(-1)?.event;
    assert.ok(context.page >= 1);
    if (last?.type === 'answered' && value === 'shown') {
      assert.ok(context.page <= pageCount(last.total, context.perPage));
    }
    if (last && ['pageSize.selected', 'sort.clicked', 'query.changed', 'filters.changed'].includes(last.type)) {
      assert.deepEqual([context.page, value], [1, 'asking'], last.type);
    }
  }
});

test('paged list: each event leads to the expected request and state', () => {
  const steps: [event: PagedListEvent, state: PagedListState, expected: Partial<ListQuestion>, after: string][] = [
    [{ type: 'page.selected', page: 9 }, 'shown', { page: 9 }, 'asking'],
    [{ type: 'page.selected', page: 0 }, 'shown', {}, 'shown'],
    [{ type: 'page.selected', page: 1.5 }, 'shown', {}, 'shown'],
    [{ type: 'query.changed', query: 'ab' }, 'failed', { page: 1, query: 'ab' }, 'asking'],
    [{ type: 'reload' }, 'failed', {}, 'asking'],
    [{ type: 'answered', total: 30 }, 'asking', {}, 'shown'],
    [{ type: 'answered', total: 20 }, 'asking', { page: 2 }, 'asking'],
    [{ type: 'answered', total: 0 }, 'asking', { page: 1 }, 'asking'],
    [{ type: 'refused' }, 'asking', {}, 'failed'],
  ];
  for (const [event, state, expected, after] of steps) {
    const next = listAfter(questionWith(), event, state);
    assert.deepEqual(next, { question: questionWith(expected), state: after }, JSON.stringify(event));
  }
});

test('clicks on a column header change the sorting', () => {
  assert.deepEqual(nextSort(undefined, 'a'), { attributeId: 'a', direction: 'asc' });
  assert.deepEqual(nextSort({ attributeId: 'a', direction: 'asc' }, 'a'), { attributeId: 'a', direction: 'desc' });
  assert.deepEqual(nextSort({ attributeId: 'a', direction: 'desc' }, 'a'), { attributeId: 'a', direction: 'asc' });
  assert.deepEqual(nextSort({ attributeId: 'a', direction: 'asc' }, 'b'), { attributeId: 'b', direction: 'asc' });
});

const chart = {
  field: 'took',
  valuetype: 'mean',
  interval: 'quarter',
  renderer: 'scatterplot',
  interpolation: 'linear',
};

test('legacy charts are converted as specified (spec 2 §4), and hostile storage is ignored', () => {
  const config = (changes: object) =>
    widgetOfChart({ ...chart, ...changes }, countingIds()).widget.config as Record<string, unknown>;
  assert.deepEqual(config({})['series'], [{ function: 'avg(took)', config: { name: null } }]);
  assert.equal(config({})['visualization'], 'scatter');
  assert.deepEqual(config({})['row_pivots'], [
    { fields: ['timestamp'], type: 'time', config: { interval: { type: 'timeunit', value: 3, unit: 'months' } } },
  ]);
  assert.deepEqual(config({ renderer: 'line', interpolation: 'monotone' })['visualization_config'], {
    interpolation: 'spline',
  });
  assert.deepEqual(config({ renderer: 'area', interpolation: 'step-after' })['visualization_config'], {
    interpolation: 'step-after',
  });
  for (const valuetype of ['total', 'cardinality'])
    assert.match(JSON.stringify(config({ valuetype })['series']), /sum|card\(/);
  assert.deepEqual(readLegacyCharts(JSON.stringify({ a: chart, b: 7, c: null, d: { field: 1 } })), [chart]);
  for (const stored of [null, '', '7', 'null', '{', '[]']) assert.deepEqual(readLegacyCharts(stored), []);
});

test('legacy charts: the migration can be finished or discarded, and is not offered without charts or after a decision', () => {
  const paths = (decided: 'finished' | undefined, charts = [chart]) =>
    getSimplePaths(legacyChartsMigrationMachine, {
      input: { charts, decided, ids: countingIds() },
      events: [{ type: 'migrated' }, { type: 'discarded' }],
    }).map(({ state }) => state.value);
  assert.deepEqual(paths(undefined), ['pending', 'finished', 'discarded']);
  assert.deepEqual(paths('finished'), ['nothing']);
  assert.deepEqual(paths(undefined, []), ['nothing']);
});
