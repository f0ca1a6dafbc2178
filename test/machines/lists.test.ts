/** Decorator editor, bulk selection, paged list, migration of legacy charts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { getShortestPaths, getSimplePaths } from 'xstate/graph';
import type { Decorator } from '../../api/contract/searches.js';
import { bulkSelectionMachine, selectionText } from '../../machines/bulk-selection.js';
import { decoratorEditorMachine } from '../../machines/decorator-editor.js';
import {
  legacyChartsMigrationMachine,
  readLegacyCharts,
  widgetOfChart,
} from '../../machines/legacy-charts-migration.js';
import type { ListAnswer, ListQuestion } from '../../machines/paged-list.js';
import { nextSort, pagedListMachine, searchDebounceMs } from '../../machines/paged-list.js';
import { countingIds } from './fixtures.js';

test('decorators: paths come back to the list, the order is that of the list', () => {
  const decorators: Decorator[] = ['b', 'a', 'c'].map((id, order) => ({ id, type: id, order: 2 - order, config: {} }));
  const paths = getSimplePaths(decoratorEditorMachine, {
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

test('bulk selection: the header says how many of the visible rows are selected', () => {
  const paths = getShortestPaths(bulkSelectionMachine, {
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
  for (const { state, steps } of paths) {
    const { visible, selected } = state.context;
    const count = visible.filter((id) => selected.includes(id)).length;
    const expected = count === 0 ? 'unchecked' : count === visible.length ? 'checked' : 'partial';
    assert.equal(state.value, expected);
    if (steps.at(-1)?.event.type === 'header.clicked') assert.notEqual(state.value, 'partial');
  }
  assert.deepEqual([selectionText(1), selectionText(3)], ['1 item selected', '3 items selected']);
});

function startList(answers: (question: ListQuestion) => Promise<ListAnswer<string>>) {
  const clock = new SimulatedClock();
  const questions: ListQuestion[] = [];
  const load = fromPromise<ListAnswer<string>, ListQuestion>(({ input }) => (questions.push(input), answers(input)));
  const actor = createActor(pagedListMachine<string>().provide({ actors: { load } }), {
    clock,
    input: { perPage: 10 },
  }).start();
  return { actor, clock, questions, loaded: () => waitFor(actor, (state) => state.matches('loaded')) };
}

test('paged list: new query and page size go to page 1, a page beyond the last to the last', async () => {
  const { actor, clock, questions, loaded } = startList(({ query }) =>
    Promise.resolve({ list: ['x'], total: query === '' ? 95 : 12 }),
  );
  await loaded();
  actor.send({ type: 'page.selected', page: 9 });
  await loaded();
  actor.send({ type: 'page.selected', page: 99 });
  assert.equal((await loaded()).context.page, 10);
  actor.send({ type: 'query.changed', query: 'a' });
  actor.send({ type: 'query.changed', query: 'ab' });
  clock.increment(searchDebounceMs - 1);
  const before = questions.length;
  clock.increment(1);
  await loaded();
  assert.deepEqual(questions.slice(before), [{ page: 1, perPage: 10, query: 'ab', sort: undefined }]);
  actor.send({ type: 'page.selected', page: 2 });
  await loaded();
  actor.send({ type: 'pageSize.selected', perPage: 5 });
  assert.equal((await loaded()).context.page, 1);
  actor.send({ type: 'page.selected', page: 0 });
  assert.equal(actor.getSnapshot().context.page, 1);
});

test('paged list: rows stay while refreshing and after a failure; an overtaken answer is dropped', async () => {
  const pending: {
    question: ListQuestion;
    answer: (list: ListAnswer<string>) => void;
    refuse: (error: Error) => void;
  }[] = [];
  const { actor, loaded } = startList(
    (question) => new Promise((answer, refuse) => pending.push({ question, answer, refuse })),
  );
  assert.ok(actor.getSnapshot().matches({ asking: 'loading' }));
  actor.send({ type: 'sort.clicked', attributeId: 'title' });
  pending[0]?.answer({ list: ['old'], total: 1 });
  pending[1]?.answer({ list: ['new'], total: 1 });
  assert.deepEqual((await loaded()).context.answer?.list, ['new']);
  actor.send({ type: 'reload' });
  assert.ok(actor.getSnapshot().matches({ asking: 'refreshing' }));
  pending[2]?.refuse(new Error('down'));
  const { context } = await waitFor(actor, (state) => state.matches('failed'));
  assert.deepEqual(context.answer?.list, ['new']);
});

test('sorting by clicks', () => {
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

test('legacy charts: mappings of spec 2 §4, hostile storage is nothing', () => {
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

test('legacy charts: paths', () => {
  const paths = (decided: 'finished' | undefined, charts = [chart]) =>
    getSimplePaths(legacyChartsMigrationMachine, {
      input: { charts, decided, ids: countingIds() },
      events: [{ type: 'migrated' }, { type: 'discarded' }],
    }).map(({ state }) => state.value);
  assert.deepEqual(paths(undefined), ['pending', 'finished', 'discarded']);
  assert.deepEqual(paths('finished'), ['nothing']);
  assert.deepEqual(paths(undefined, []), ['nothing']);
});
