/** Each widget of a page is executed separately. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate';
import type { SearchJob } from '../../../api/contract/searches.js';
import type { Widget } from '../../../api/contract/views.schema.js';
import { earlierParts } from '../../../machines/search-execution/belonging.js';
import type { ExecuteInput } from '../../../machines/search-execution/job.js';
import { searchJobMachine } from '../../../machines/search-execution/job.js';
import { jobOfWidget, queuedSeconds } from '../../../machines/search-execution/jobs.js';
import { patienceMs, searchExecutionMachine } from '../../../machines/search-execution/machine.js';
import { partDisplay, plannedParts, slowMs, type Part } from '../../../machines/search-execution/parts.js';
import { errorsOf, resultsOf, shownResult, type ExecutionRequest } from '../../../machines/search-execution/results.js';
import { histogramConfig, messageTableConfig, newWidget } from '../../../machines/view/default-view.js';
import {
  addWidget,
  queryIds,
  stateOf,
  updateWidget,
  withFreshSearch,
  type StoredSearch,
  type ViewDocument,
} from '../../../machines/view/document.js';
import { emptyDashboard } from '../../../machines/view/transfer.js';
import { untyped } from '../../untyped.js';
import { countingIds, jobOf } from '../fixtures.js';

const ids = countingIds();
const widgets = [
  newWidget('aggregation', histogramConfig(), ids),
  newWidget('messages', messageTableConfig(), ids),
  newWidget('aggregation', { ...histogramConfig(), visualization: 'numeric', row_pivots: [] }, ids),
] as const;
const [chart, table, number] = widgets;
const blank = emptyDashboard({ createdAt: '2024-03-01T10:00:00.000Z' }, ids);
const queryId = queryIds(blank)[0] ?? '';
const document = withFreshSearch(
  widgets.reduce((before, widget) => addWidget(before, queryId, { widget }), blank),
  ids,
);
const requestOf = (of: ViewDocument, more: Partial<ExecutionRequest> = {}): ExecutionRequest => ({
  search: of.search,
  queryId,
  widgetMapping: stateOf(of, queryId).widget_mapping,
  apart: true,
  ...more,
});
const answerOf = (of: ViewDocument, { state }: ExecuteInput): SearchJob =>
  jobOf(state, [{ name: 'POST /views/search', body: of.search }]);

/** Starts an execution machine whose requests stay pending until the test answers them. */
function start() {
  const requests: {
    input: ExecuteInput;
    widget: string;
    answer: (job: SearchJob) => void;
    fail: (error: Error) => void;
  }[] = [];
  const polls: { jobId: string; answer: (job: SearchJob) => void }[] = [];
  const aborted: string[] = [];
  const storing: string[] = [];
  const clock = new SimulatedClock();
  let shown = document;
  const job = searchJobMachine.provide({
    actors: {
      execute: fromPromise<SearchJob, ExecuteInput>(
        ({ input, signal }) =>
          new Promise((answer, fail) => {
            const [type] = input.state.global_override?.keep_search_types ?? [];
            const mapping = stateOf(shown, queryId).widget_mapping;
            const widget = Object.keys(mapping).find((id) => type !== undefined && mapping[id]?.includes(type)) ?? '';
            requests.push({ input, widget, answer, fail });
            signal.addEventListener('abort', () => aborted.push(widget));
          }),
      ),
      askStatus: fromPromise<SearchJob, { jobId: string }>(
        ({ input: { jobId } }) =>
          new Promise((answer) => {
            polls.push({ jobId, answer });
          }),
      ),
      hold: fromCallback(() => undefined),
    },
  });
  const actor = createActor(
    searchExecutionMachine.provide({
      actors: {
        job,
        storeSearch: fromPromise<unknown, { search: StoredSearch; again: boolean }>(({ input: { again } }) => {
          storing.push(again ? 'store again' : 'store');
          return Promise.resolve();
        }),
        askMetadata: fromPromise(() => Promise.resolve({ query_metadata: {}, declared_parameters: {} })),
      },
    }),
    { clock, input: { clock: () => clock.now() } },
  ).start();
  const part = (widget: Widget): Part | undefined => actor.getSnapshot().context.parts[widget.id];
  return {
    actor,
    clock,
    requests,
    polls,
    aborted,
    storing,
    part,
    show: (of: ViewDocument) => (shown = of),
    /** Returns the latest request of a widget. */
    pending: (widget: Widget) =>
      requests.findLast((one) => one.widget === widget.id) ?? assert.fail(`${widget.id} was not requested`),
    asks: (count: number) => waitFor(actor, () => requests.length >= count),
  };
}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('only widgets near the visible area are executed, each with one request; the others when they come near', async () => {
  const { actor, requests, asks, part, pending, storing } = start();
  actor.send({ type: 'execute', request: requestOf(document) });
  await nextTurn();
  assert.equal(requests.length, 0, 'no widget is executed before the visible area is known');
  assert.ok(actor.getSnapshot().matches({ run: 'running' }));
  actor.send({ type: 'widgets.near', widgetIds: [chart.id, table.id] });
  await asks(2);
  assert.deepEqual(
    requests.map(({ input }) => input.state.global_override?.keep_search_types?.length),
    [1, 1],
  );
  assert.deepEqual([part(chart)?.status, part(number)?.status], ['running', 'waiting']);
  pending(table).answer(answerOf(document, pending(table).input));
  await waitFor(actor, () => part(table)?.status === 'shown');
  assert.equal(
    resultsOf(part(table)?.shown, table.id)[0]?.type,
    'messages',
    'a widget is shown before the other widget has its result',
  );
  assert.ok(actor.getSnapshot().matches({ run: 'running' }));
  pending(chart).answer(answerOf(document, pending(chart).input));
  await waitFor(actor, (state) => state.matches({ run: 'finished' }));
  actor.send({ type: 'widgets.near', widgetIds: [table.id, number.id] });
  await asks(3);
  assert.equal(requests[2]?.widget, number.id);
  assert.deepEqual(storing, ['store'], 'one search is stored for all widgets');
  assert.equal(Object.keys(actor.getSnapshot().context.shown?.result?.search_types ?? {}).length, 2);
});

test('a failing widget keeps its previous result and does not delay others; its errors belong to it alone', async () => {
  const { actor, asks, part, pending, clock } = start();
  actor.send({ type: 'widgets.near', widgetIds: [chart.id, table.id] });
  actor.send({ type: 'execute', request: requestOf(document) });
  await asks(2);
  clock.increment(7);
  for (const widget of [chart, table]) pending(widget).answer(answerOf(document, pending(widget).input));
  await waitFor(actor, (state) => state.matches({ run: 'finished' }));
  actor.send({ type: 'execute', request: requestOf(document, { background: true }) });
  await asks(4);
  pending(chart).fail(Object.assign(new Error('gone'), { status: 503 }));
  const job = answerOf(document, pending(table).input);
  const result = job.results[queryId] ?? assert.fail();
  pending(table).answer({
    ...job,
    results: { [queryId]: { ...result, search_types: {}, errors: [{ type: 'query', description: 'too slow' }] } },
  });
  await waitFor(actor, (state) => state.matches({ run: 'finished' }));
  assert.equal(part(chart)?.status, 'failed');
  assert.equal(part(chart)?.answeredAt, 7, 'a failed widget keeps the time of its previous result');
  assert.equal(resultsOf(part(chart)?.shown, chart.id).length, 1);
  assert.deepEqual(
    errorsOf(part(table)?.shown, table.id).map(({ description }) => description),
    ['too slow'],
  );
  assert.deepEqual(
    errorsOf(actor.getSnapshot().context.shown, chart.id),
    [],
    'the errors also stay separate in the combined result',
  );
});

test('a widget whose answer to a changed filter fails shows a result of the request before, which has no further pages', async () => {
  const { actor, asks, part, pending, requests } = start();
  const [messagesId = ''] = stateOf(document, queryId).widget_mapping[table.id] ?? [];
  const earlier = () => {
    const { parts, request } = actor.getSnapshot().context;
    return earlierParts(parts, request);
  };
  actor.send({ type: 'widgets.near', widgetIds: [chart.id, table.id] });
  actor.send({ type: 'execute', request: requestOf(document, { bindings: {} }) });
  await asks(2);
  for (const widget of [chart, table]) pending(widget).answer(answerOf(document, pending(widget).input));
  await waitFor(actor, (state) => state.matches({ run: 'finished' }));
  actor.send({ type: 'execute', request: requestOf(document, { background: true }) });
  await asks(4);
  for (const widget of [chart, table]) pending(widget).fail(new Error('away'));
  await waitFor(actor, (state) => state.matches({ run: 'finished' }));
  assert.deepEqual(earlier(), [], 'a failed refresh leaves the result of the same request');
  const query = { type: 'elasticsearch', query_string: 'level:<=3' } as const;
  actor.send({ type: 'execute', request: requestOf(document, { override: { query } }) });
  await asks(6);
  pending(chart).answer(answerOf(document, pending(chart).input));
  pending(table).fail(new Error('away'));
  await waitFor(actor, (state) => state.matches({ run: 'finished' }));
  assert.deepEqual(earlier(), [part(table)]);
  actor.send({ type: 'page.requested', searchTypeId: messagesId, offset: 150, limit: 150, mode: 'append' });
  await nextTurn();
  assert.equal(requests.length, 6, 'a page of the new filter would not continue the messages of the old one');
  actor.send({ type: 'widgets.again', widgetIds: [table.id] });
  await asks(7);
  pending(table).answer(answerOf(document, pending(table).input));
  await waitFor(actor, () => part(table)?.status === 'shown');
  assert.deepEqual(earlier(), []);
});

test('a result of an earlier request is marked as earlier only when the latest request failed or was cancelled', () => {
  const query = { type: 'elasticsearch', query_string: 'level:<=3' } as const;
  const before = requestOf(document);
  const answered = shownResult(undefined, before, untyped({ results: { [queryId]: { search_types: {} } } }));
  const latest = requestOf(document, { override: { query } });
  const refresh = { ...latest, background: true };
  const shown = (status: Part['status']): Part => ({
    ...{ queryId, status, shown: answered, answeredAt: 0, failure: undefined },
  });
  const table: [name: string, status: Part['status'], request: ExecutionRequest, stopped: boolean, expected: string][] =
    [
      ['the latest answer', 'shown', before, false, ''],
      ['its automatic refresh', 'running', { ...before, background: true }, false, ''],
      ['its refresh by the user', 'running', before, false, 'executing'],
      ['another filter', 'waiting', latest, false, 'executing'],
      ['an automatic refresh with another filter, off screen', 'waiting', refresh, false, 'executing'],
      ['an automatic refresh with another filter, on screen', 'followed', refresh, false, 'executing'],
      ['a failed widget', 'failed', refresh, false, 'isEarlier'],
      ['a cancelled widget', 'cancelled', latest, false, 'isEarlier'],
      ['a failed page', 'waiting', latest, true, 'isEarlier'],
    ];
  for (const [name, status, request, stopped, expected] of table) {
    const found = Object.entries(partDisplay(shown(status), request, stopped));
    assert.equal(found.flatMap(([key, isSo]) => (isSo ? [key] : [])).join(), expected, name);
  }
  assert.deepEqual(partDisplay(undefined, latest, false), { executing: false, isEarlier: false });
});

test('a slow widget keeps running during refreshes, and the execution of the page ends without waiting for the widget', async () => {
  const { actor, asks, requests, aborted, part, pending, clock } = start();
  actor.send({ type: 'widgets.near', widgetIds: [chart.id, table.id] });
  actor.send({ type: 'execute', request: requestOf(document) });
  await asks(2);
  pending(table).answer(answerOf(document, pending(table).input));
  await waitFor(actor, () => part(table)?.status === 'shown');
  clock.increment(patienceMs - 1);
  assert.ok(actor.getSnapshot().matches({ run: 'running' }));
  clock.increment(1);
  assert.ok(actor.getSnapshot().matches({ run: 'finished' }));
  actor.send({ type: 'execute', request: requestOf(document, { background: true }) });
  await asks(3);
  assert.deepEqual(
    requests.map(({ widget }) => widget),
    [chart.id, table.id, table.id],
  );
  assert.deepEqual(aborted, []);
  actor.send({
    type: 'execute',
    request: requestOf(document, { override: { timerange: { type: 'relative', from: 60 } } }),
  });
  await asks(5);
  assert.deepEqual(aborted.sort(), [chart.id, table.id].sort(), 'a changed query aborts the running widgets');
});

test('an edit executes only the affected widgets; the results of the others are kept under the ids of the new search', async () => {
  const { actor, asks, requests, part, pending, show } = start();
  actor.send({ type: 'widgets.near', widgetIds: widgets.map(({ id }) => id) });
  actor.send({ type: 'execute', request: requestOf(document) });
  await asks(3);
  for (const widget of widgets) pending(widget).answer(answerOf(document, pending(widget).input));
  await waitFor(actor, (state) => state.matches({ run: 'finished' }));
  const edited = withFreshSearch(
    updateWidget(document, queryId, { ...number, timerange: { type: 'relative', from: 7200 } }),
    ids,
  );
  show(edited);
  actor.send({ type: 'execute', request: requestOf(edited, { reuse: true }) });
  await asks(4);
  await nextTurn();
  assert.deepEqual(
    requests.slice(3).map(({ widget }) => widget),
    [number.id],
  );
  const [newId = ''] = stateOf(edited, queryId).widget_mapping[table.id] ?? [];
  const [messages] = resultsOf(part(table)?.shown, table.id);
  assert.deepEqual([messages?.id, part(table)?.status], [newId, 'shown']);
  // The table of the widget can load further pages of the new search.
  actor.send({ type: 'page.requested', searchTypeId: newId, offset: 150, limit: 150, mode: 'append' });
  await asks(5);
  assert.equal(requests[4]?.input.searchId, edited.search.id);
  requests[4]?.answer(answerOf(edited, requests[4].input));
  await waitFor(actor, ({ context }) => context.pages[newId]?.status === 'shown');
  const [turned] = resultsOf(part(table)?.shown, table.id);
  assert.equal(turned?.type === 'messages' && turned.messages.length, 2);
});

test('a search that the server has lost is stored again once for all widgets', async () => {
  const { actor, asks, requests, storing, pending } = start();
  actor.send({ type: 'widgets.near', widgetIds: [chart.id, table.id] });
  actor.send({ type: 'execute', request: requestOf(document) });
  await asks(2);
  pending(chart).fail(Object.assign(new Error('unknown search'), { status: 404 }));
  await asks(4);
  assert.deepEqual(storing, ['store', 'store again']);
  for (const one of requests.slice(2)) one.answer(answerOf(document, one.input));
  await waitFor(actor, (state) => state.matches({ run: 'finished' }));
  assert.ok(Object.values(actor.getSnapshot().context.parts).filter(({ status }) => status === 'shown').length === 2);
});

test('only a few widgets run concurrently, those with the oldest results first; slow widgets free some slots', async () => {
  const { actor, clock, requests, asks, show } = start();
  const many = Array.from({ length: 9 }, () => newWidget('aggregation', histogramConfig(), ids));
  const crowded = withFreshSearch(
    many.reduce((before, widget) => addWidget(before, queryId, { widget }), blank),
    ids,
  );
  show(crowded);
  const order = () => requests.map(({ widget }) => many.findIndex(({ id }) => id === widget));
  const answer = async (index: number) => {
    const one = requests.findLast(({ widget }) => widget === many[index]?.id) ?? assert.fail();
    one.answer(answerOf(crowded, one.input));
    await nextTurn();
  };
  actor.send({ type: 'widgets.near', widgetIds: many.map(({ id }) => id) });
  actor.send({ type: 'execute', request: requestOf(crowded) });
  await asks(4);
  await nextTurn();
  assert.deepEqual(order(), [0, 1, 2, 3]);
  await answer(1);
  assert.deepEqual(order(), [0, 1, 2, 3, 4], 'a result frees a slot for the next widget');
  clock.increment(slowMs);
  await nextTurn();
  assert.deepEqual(order(), [0, 1, 2, 3, 4, 5], 'only one more widget starts while the running ones are slow');
  clock.increment(patienceMs);
  assert.ok(actor.getSnapshot().matches({ run: 'finished' }));
  await answer(5);
  await answer(6);
  assert.deepEqual(order(), [0, 1, 2, 3, 4, 5, 6, 7], 'waiting widgets start even after the run has ended');
  actor.send({ type: 'execute', request: requestOf(crowded, { background: true }) });
  await nextTurn();
  await answer(7);
  await answer(8);
  assert.deepEqual(order().slice(8), [8, 1], 'widgets without a result start first, then those with the oldest result');
});

test('cancelling stops all running and waiting widgets; a widget that is requested again starts', async () => {
  const { actor, asks, requests, part } = start();
  actor.send({ type: 'widgets.near', widgetIds: [chart.id] });
  actor.send({ type: 'execute', request: requestOf(document) });
  await asks(1);
  assert.equal(part(number)?.status, 'waiting');
  actor.send({ type: 'cancel' });
  assert.equal(part(number)?.status, 'cancelled', 'a waiting widget does not look as if it were searched');
  actor.send({ type: 'widgets.near', widgetIds: [chart.id, number.id] });
  actor.send({ type: 'widgets.again', widgetIds: [chart.id] });
  await asks(2);
  assert.deepEqual([part(chart)?.status, part(number)?.status], ['running', 'cancelled']);
  const again = requests.at(-1) ?? assert.fail();
  assert.equal(again.widget, chart.id);
  again.answer(answerOf(document, again.input));
  await waitFor(actor, () => part(chart)?.status === 'shown');
  actor.send({ type: 'widgets.near', widgetIds: [chart.id] });
  actor.send({ type: 'widgets.again', widgetIds: [number.id] });
  assert.equal(part(number)?.status, 'waiting', 'a widget far from the viewport waits');
  actor.send({ type: 'widgets.near', widgetIds: [number.id] });
  assert.equal(part(number)?.status, 'running', 'the widget starts when the user scrolls to it');
});

test('cancelling stops all running widgets; a focused widget runs alone, wherever it is', async () => {
  const { actor, asks, requests, aborted, part } = start();
  actor.send({ type: 'widgets.near', widgetIds: [chart.id] });
  actor.send({ type: 'execute', request: requestOf(document) });
  await asks(1);
  actor.send({ type: 'cancel' });
  assert.deepEqual([part(chart)?.status, aborted], ['cancelled', [chart.id]]);
  assert.ok(actor.getSnapshot().matches({ run: 'cancelled' }));
  actor.send({ type: 'execute', request: requestOf(document, { widgets: [number.id] }) });
  await asks(2);
  await nextTurn();
  assert.deepEqual(
    requests.slice(1).map(({ widget }) => widget),
    [number.id],
  );
});

test('results of other pages are kept, and those of removed pages discarded', () => {
  const shown: Part = { queryId: 'other', status: 'shown', shown: undefined, answeredAt: 1, failure: undefined };
  const gone: Part = { ...shown, queryId: 'gone' };
  const search = { ...document.search, queries: [...document.search.queries, { id: 'other' }] };
  const parts = plannedParts({ a: shown, b: gone, c: { ...shown, status: 'running' } }, undefined, {
    ...requestOf(document),
    search,
  });
  assert.equal(parts['a'], shown);
  assert.equal(parts['b'], undefined);
  assert.equal(parts['c']?.status, 'waiting');
});

test('slow widgets are polled and do not delay other widgets', async () => {
  const { actor, clock, requests, aborted, asks, part, show } = start();
  const many = Array.from({ length: 9 }, () => newWidget('aggregation', histogramConfig(), ids));
  const crowded = withFreshSearch(
    many.reduce((before, widget) => addWidget(before, queryId, { widget }), blank),
    ids,
  );
  show(crowded);
  const order = () => requests.map(({ widget }) => many.findIndex(({ id }) => id === widget));
  const pending = (index: number) => requests.findLast(({ widget }) => widget === many[index]?.id) ?? assert.fail();
  const later = async (index: number) => {
    const { input, answer } = pending(index);
    const execution = { done: false, cancelled: false, completed_exceptionally: false };
    answer({ id: `job ${index}`, search_id: input.searchId, owner: 'admin', results: {}, execution });
    await nextTurn();
  };
  actor.send({ type: 'widgets.near', widgetIds: many.map(({ id }) => id) });
  actor.send({ type: 'execute', request: requestOf(crowded) });
  await asks(4);
  for (const index of [0, 1, 2, 3, 4]) await later(index);
  assert.deepEqual(order(), [0, 1, 2, 3, 4, 5, 6, 7, 8], 'polled widgets free their slots for the others');
  pending(8).answer(answerOf(crowded, pending(8).input));
  await waitFor(actor, () => part(many[8] ?? assert.fail())?.status === 'shown');
  assert.ok(actor.getSnapshot().matches({ run: 'running' }), 'the run still waits for the polled widgets');
  clock.increment(patienceMs);
  actor.send({ type: 'execute', request: requestOf(crowded, { background: true }) });
  await asks(10);
  await nextTurn();
  assert.deepEqual(order().slice(9), [8], 'a refresh does not restart polled widgets');
  actor.send({ type: 'cancel' });
  assert.deepEqual(
    many.map((widget) => part(widget)?.status),
    many.map(() => 'cancelled'),
  );
  assert.ok(aborted.length > 0);
});

test('a polled widget is shown once its search is done', async () => {
  const { actor, clock, asks, pending, part, polls } = start();
  actor.send({ type: 'widgets.near', widgetIds: [chart.id] });
  actor.send({ type: 'execute', request: requestOf(document) });
  await asks(1);
  const { input, answer } = pending(chart);
  const execution = { done: false, cancelled: false, completed_exceptionally: false, queued_ms: 4_900 };
  answer({ id: 'job', search_id: input.searchId, owner: 'admin', results: {}, execution });
  await waitFor(actor, () => part(chart)?.status === 'followed');
  const queuedFor = ({ id }: Widget) => {
    const job = jobOfWidget(actor.getSnapshot(), id);
    return job && queuedSeconds(job.getSnapshot());
  };
  assert.deepEqual([queuedFor(chart), queuedFor(table)], [4, undefined], 'the waiting time is reported per widget');
  clock.increment(250);
  await waitFor(actor, () => polls.length === 1);
  assert.equal(polls[0]?.jobId, 'job');
  polls[0].answer(answerOf(document, input));
  await waitFor(actor, (state) => state.matches({ run: 'finished' }));
  assert.equal(part(chart)?.status, 'shown');
  assert.equal(resultsOf(part(chart)?.shown, chart.id).length, 1);
});
