/** Tests the composed search page against a server that answers in memory, with a simulated clock. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor, SimulatedClock, waitFor } from 'xstate';
import type { PageEmitted, PageInput, QueryVerdict } from '../../machines/page-parts.js';
import { isDraftChanged, searchPageMachine } from '../../machines/search-page.js';
import { pageLogic } from '../../machines/page-actors.js';
import { errorsOf, resultsOf } from '../../machines/search-execution/results.js';
import type { QueryDraft } from '../../machines/view/document.js';
import { countingIds, searchServer } from './fixtures.js';

function fakeServer(answers?: Parameters<typeof searchServer>[0]) {
  const server = searchServer(answers);
  return { ...server, names: () => server.calls.map(({ name }) => name.replace('/views/search', '~')) };
}

function startPage(server: ReturnType<typeof fakeServer>, input: Partial<PageInput> = {}) {
  const clock = new SimulatedClock();
  const page = createActor(pageLogic(searchPageMachine, { client: server.client }), {
    clock,
    input: {
      source: { kind: 'new' },
      ids: countingIds(),
      clock: () => Date.UTC(2024, 2, 1, 10) + clock.now(),
      ...input,
    },
  });
  const emitted: PageEmitted[] = [];
  page.on('*', (event) => emitted.push(event));
  page.start();
  const { execution, view, refresh, validation } = page.getSnapshot().context;
  const settled = (count = 1) =>
    waitFor(page, () => emitted.filter(({ type }) => type === 'searchFinished').length >= count).then(() =>
      execution.getSnapshot(),
    );
  return { page, clock, emitted, execution, view, refresh, validation, settled };
}

/** Waits until all pending events have been processed. Each answer of the server takes one turn of the event loop. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('a new search that may use parameters requests decorators and metadata, is stored and executed', async () => {
  const server = fakeServer();
  const { settled } = startPage(server, { address: { queryString: 'source:$host$' } });
  await settled();
  assert.deepEqual(
    server.names(),
    ['GET /search/decorators', 'POST ~/metadata', 'POST ~', 'POST ~/{searchId}/execute'].sort(
      (a, b) => server.names().indexOf(a) - server.names().indexOf(b),
    ),
  );
  assert.equal(server.names().length, 4);
});

test('a new search without parameters requests decorators, stores and executes, and sends no other request', async () => {
  const server = fakeServer();
  const { settled, emitted, page, view } = startPage(server, {
    address: { queryString: 'source:web', streams: ['s1'] },
  });
  const state = await settled();
  assert.deepEqual(server.names(), ['GET /search/decorators', 'POST ~', 'POST ~/{searchId}/execute']);
  assert.ok(state.matches({ run: 'finished' }));
  const { document, activeQuery } = view.getSnapshot().context;
  assert.ok(document);
  assert.deepEqual(document.search.queries[0]?.filter, { type: 'or', filters: [{ type: 'stream', id: 's1' }] });
  for (const widget of document.view.state[activeQuery]?.widgets ?? []) {
    assert.equal(resultsOf(state.context.shown, widget.id).length, 1);
    assert.deepEqual(errorsOf(state.context.shown, widget.id), []);
  }
  const draft: QueryDraft = { queryString: 'source:web', timeRange: { type: 'relative', from: 300 }, streams: ['s1'] };
  assert.deepEqual(
    emitted.find(({ type }) => type === 'addressChanged'),
    { type: 'addressChanged', draft, history: 'replace' },
  );
  assert.equal(isDraftChanged(page.getSnapshot().context.draft, document, activeQuery), false);
});

test('a changed query is submitted at once if it can be validated locally, and the address is pushed', async () => {
  const server = fakeServer({ 'POST /search/validate': undefined });
  const { page, settled, emitted, view } = startPage(server, {
    judgeQuery: (text): QueryVerdict => (text.includes('(') ? 'broken' : 'fine'),
  });
  await settled();
  const first = view.getSnapshot().context.document?.search.id;
  page.send({ type: 'draft.changed', draft: { queryString: 'level:3' } });
  const { document, activeQuery } = view.getSnapshot().context;
  assert.equal(isDraftChanged(page.getSnapshot().context.draft, document, activeQuery), true);
  page.send({ type: 'submitted' });
  await settled(2);
  assert.notEqual(view.getSnapshot().context.document?.search.id, first);
  assert.ok(view.getSnapshot().matches({ open: { changes: 'changed' } }));
  const pushed = emitted.filter((event) => event.type === 'addressChanged').at(-1);
  assert.deepEqual([pushed?.history, pushed?.draft.queryString], ['push', 'level:3']);
  page.send({ type: 'draft.changed', draft: { queryString: 'level:(' } });
  page.send({ type: 'submitted' });
  assert.equal(emitted.at(-1)?.type, 'submitRejected');
});

test('submitting without a local validator waits for the validation of the server without its delay', async () => {
  const server = fakeServer();
  const { page, settled, emitted, clock } = startPage(server);
  await settled();
  page.send({ type: 'draft.submitted', draft: { queryString: 'a OR b' } });
  assert.equal(page.getSnapshot().value, 'submitting');
  await settled(2);
  assert.equal(clock.now(), 0);
  page.send({ type: 'draft.submitted', draft: { queryString: 'a OR (' } });
  await waitFor(page, (state) => state.value === 'ready');
  assert.equal(emitted.at(-1)?.type, 'submitRejected');
  assert.equal(server.calls.filter(({ name }) => name === 'POST /search/validate').length, 2);
});

test('submitting without a change only executes again', async () => {
  const server = fakeServer();
  const { page, settled, view, emitted } = startPage(server);
  await settled();
  const before = server.calls.length;
  page.send({ type: 'submitted' });
  await settled(2);
  assert.deepEqual(server.names().slice(before), ['POST ~/{searchId}/execute']);
  assert.ok(view.getSnapshot().matches({ open: { changes: 'unchanged' } }));
  assert.equal(emitted.filter(({ type }) => type === 'addressChanged').length, 1);
});

test('each search that the user runs is reported with its query; an opened address, a refresh and a refused query are not', async () => {
  const server = fakeServer();
  const { page, settled, emitted } = startPage(server, {
    address: { queryString: 'linked' },
    judgeQuery: (text): QueryVerdict => (text.includes('(') ? 'broken' : 'fine'),
  });
  await settled();
  page.send({ type: 'address.changed', address: { queryString: 'earlier' } });
  await settled(2);
  page.send({ type: 'searchAgain' });
  await settled(3);
  page.send({ type: 'refresh.due' });
  await settled(4);
  page.send({ type: 'draft.submitted', draft: { queryString: 'level:(' } });
  const ran = () =>
    emitted.flatMap((event) =>
      event.type === 'queryRun' ? [`${event.draft.queryString} ${JSON.stringify(event.draft.timeRange)}`] : [],
    );
  assert.deepEqual(ran(), []);
  page.send({ type: 'draft.submitted', draft: { queryString: 'level:3' } });
  await settled(5);
  page.send({ type: 'submitted' });
  await settled(6);
  page.send({ type: 'draft.submitted', draft: { timeRange: { type: 'relative', from: 900 } } });
  await settled(7);
  const [short, long] = ['{"type":"relative","from":300}', '{"type":"relative","from":900}'];
  assert.deepEqual(ran(), [`level:3 ${short}`, `level:3 ${short}`, `level:3 ${long}`]);
});

test('moving, renaming, colouring and stretching a widget execute no search; changing its sorting does', async () => {
  const server = fakeServer();
  const { settled, view } = startPage(server);
  await settled();
  const { document, activeQuery } = view.getSnapshot().context;
  const [histogram, table] = document?.view.state[activeQuery]?.widgets ?? [];
  assert.ok(histogram && table);
  const before = server.calls.length;
  view.send({ type: 'widget.stretched', widgetId: table.id });
  view.send({ type: 'widget.titled', widgetId: table.id, title: 'Mine' });
  view.send({ type: 'chartColor.chosen', widgetId: histogram.id, name: 'count()', color: '#123456' });
  view.send({ type: 'positions.changed', positions: { [table.id]: { col: 1, row: 9, width: 12, height: 3 } } });
  view.send({ type: 'widget.updated', widget: { ...table, config: { ...table.config, fields: ['timestamp'] } } });
  view.send({ type: 'highlighting.changed', rules: [{ field: 'level', value: 3, color: '#ff0000' }] });
  await Promise.resolve();
  assert.equal(server.calls.length, before);
  assert.ok(view.getSnapshot().matches({ open: { changes: 'changed' } }));
  view.send({
    type: 'widget.updated',
    widget: {
      ...table,
      config: { ...table.config, sort: [{ type: 'pivot', field: 'source', direction: 'Ascending' }] },
    },
  });
  await settled(2);
  assert.deepEqual(server.names().slice(before).sort(), ['POST ~', 'POST ~/{searchId}/execute'].sort());
});

test('a range beyond the limit of the administrator is not searched, whether the limit is known before or after', async () => {
  const day: QueryDraft['timeRange'] = { type: 'relative', from: 86_400 };
  for (const early of [true, false]) {
    const server = fakeServer();
    const { page, settled, emitted } = startPage(server, { judgeQuery: () => 'fine', ...(early && { limit: 'PT1H' }) });
    await settled();
    if (!early) page.send({ type: 'settings.known', limit: 'PT1H', defaultIntervalMs: 5000 });
    const before = server.calls.length;
    page.send({ type: 'draft.submitted', draft: { timeRange: day } });
    await quiet();
    assert.equal(emitted.filter(({ type }) => type === 'submitRejected').length, 1);
    assert.deepEqual(
      server.calls.slice(before).filter(({ name }) => name.endsWith('/execute')),
      [],
    );
    page.send({ type: 'draft.submitted', draft: { timeRange: { type: 'relative', from: 3600 } } });
    await settled(2);
    assert.equal(
      emitted.filter(({ type }) => type === 'submitRejected').length,
      1,
      'a range within the limit is searched',
    );
    page.stop();
  }
});

test('going back in the browser searches again and leaves the address unchanged', async () => {
  const server = fakeServer();
  const { page, settled, emitted, view } = startPage(server);
  await settled();
  page.send({
    type: 'address.changed',
    address: { queryString: 'earlier', timeRange: { type: 'relative', from: 900 } },
  });
  await settled(2);
  const { document, activeQuery } = view.getSnapshot().context;
  assert.equal(document?.search.queries.find(({ id }) => id === activeQuery)?.query?.query_string, 'earlier');
  assert.equal(emitted.filter(({ type }) => type === 'addressChanged').length, 1);
  assert.equal(page.getSnapshot().context.draft.queryString, 'earlier');
});

test('while live tail receives messages the search is repeated in the background, one execution at a time', async () => {
  const server = fakeServer();
  const { page, settled } = startPage(server);
  await settled();
  page.send({ type: 'tail.moved' });
  page.send({ type: 'tail.moved' });
  await settled(2);
  await quiet();
  const executions = server.calls.filter(({ name }) => name.endsWith('execute'));
  assert.deepEqual(
    executions.map(({ background = false }) => background),
    [false, true],
  );
});

test('auto-refresh executes in the background, one at a time, and pauses while a message is open or another page is shown', async () => {
  const server = fakeServer();
  const { page, settled, refresh, clock, execution } = startPage(server, {
    refresh: { intervalMs: 5000, enabled: true },
  });
  await settled();
  clock.increment(5000);
  await settled(2);
  const executions = () => server.calls.filter(({ name }) => name.endsWith('execute'));
  assert.deepEqual(
    executions().map(({ background = false }) => background),
    [false, true],
  );
  page.send({ type: 'message.opened' });
  clock.increment(60_000);
  await quiet();
  assert.equal(executions().length, 2, 'auto-refresh pauses while a message is open');
  assert.ok(refresh.getSnapshot().matches({ enabled: 'paused' }));
  page.send({ type: 'message.closed' });
  clock.increment(5000);
  await settled(3);
  const { shown } = execution.getSnapshot().context;
  const messages = Object.values(shown?.result?.search_types ?? {}).find(({ type }) => type === 'messages');
  page.send({ type: 'page.requested', searchTypeId: messages?.id ?? '', offset: 150, limit: 150, mode: 'replace' });
  await waitFor(execution, (state) => state.context.pages[messages?.id ?? '']?.status === 'shown');
  clock.increment(60_000);
  await quiet();
  assert.equal(executions().length, 4, 'auto-refresh pauses while another page is shown');
  assert.deepEqual(executions().at(-1)?.body?.['global_override'], {
    timerange: { type: 'absolute', from: '2024-03-01T09:55:00.000Z', to: '2024-03-01T10:00:00.000Z' },
    keep_queries: [shown?.queryId],
    keep_search_types: [messages?.id],
    search_types: { [messages?.id ?? '']: { limit: 150, offset: 150 } },
  });
  page.send({ type: 'searchAgain' });
  await settled(4);
  assert.ok(refresh.getSnapshot().matches({ enabled: 'waiting' }));
});

test('leaving the page cancels the running job on the server', async () => {
  const server = fakeServer({
    'POST /views/search/{searchId}/execute': () => ({
      id: 'job-1',
      search_id: 's',
      owner: 'o',
      results: {},
      execution: { done: false, cancelled: false, completed_exceptionally: false },
    }),
  });
  const { page } = startPage(server);
  while (!server.names().some((name) => name.endsWith('execute')))
    await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  page.stop();
  assert.ok(server.names().includes('DELETE ~/cancel/{jobId}'));
});

test('undoing a zoom restores the range that was shown before', async () => {
  const server = fakeServer();
  const { page, settled, emitted } = startPage(server);
  await settled();
  const part = { type: 'absolute', from: '2024-03-01T09:56:00.000Z', to: '2024-03-01T09:57:00.000Z' } as const;
  page.send({ type: 'range.zoomed', timeRange: part });
  await settled(2);
  assert.deepEqual(page.getSnapshot().context.draft.timeRange, part);
  page.send({ type: 'zoom.undone' });
  await settled(3);
  assert.deepEqual(page.getSnapshot().context.draft.timeRange, { type: 'relative', from: 300 });
  const histories = emitted.flatMap((event) => (event.type === 'addressChanged' ? [event.history] : []));
  assert.deepEqual(histories, ['replace', 'push', 'push']);
  // No zoom is left to undo.
  page.send({ type: 'zoom.undone' });
  assert.ok(page.getSnapshot().matches('ready'));
});

test('values of parameters are validated with the query and sent with the next execution', async () => {
  const server = fakeServer();
  const { page, settled, clock } = startPage(server, { address: { queryString: 'source:$host$' } });
  await settled();
  const bindings = { host: { type: 'value', value: 'web-01' } };
  page.send({ type: 'bindings.changed', bindings });
  assert.equal(server.calls.filter(({ name }) => name.endsWith('/execute')).length, 1);
  clock.increment(350);
  await waitFor(page.getSnapshot().context.validation, (state) => state.matches('settled'));
  const validation = server.calls.findLast(({ name }) => name === 'POST /search/validate');
  assert.deepEqual(validation?.body?.['parameter_bindings'], bindings);
  page.send({ type: 'submitted' });
  await settled(2);
  const executed = server.calls.findLast(({ name }) => name.endsWith('/execute'));
  assert.deepEqual(executed?.body?.['parameter_bindings'], bindings);
});

test('focusing or editing a widget executes nothing; leaving executes only if the other widgets were not refreshed', async () => {
  const server = fakeServer();
  const { page, settled, view } = startPage(server);
  await settled();
  const executions = () =>
    server.calls
      .filter(({ name }) => name.endsWith('/execute'))
      .map(({ body }) => (body?.['global_override'] as { keep_search_types?: string[] }).keep_search_types?.length);
  const { document, activeQuery } = view.getSnapshot().context;
  const [widget] = document?.view.state[activeQuery]?.widgets ?? [];
  assert.ok(widget);
  page.send({ type: 'widgets.limited', widgetIds: [widget.id] });
  page.send({ type: 'widgets.limited', widgetIds: undefined });
  assert.deepEqual(executions(), [undefined], 'focusing and leaving a widget executes nothing');
  page.send({ type: 'widgets.limited', widgetIds: [widget.id] });
  page.send({ type: 'searchAgain' });
  await settled(2);
  assert.deepEqual(executions(), [undefined, 1], 'a refresh executes only the focused widget');
  page.send({ type: 'widgets.limited', widgetIds: undefined });
  await settled(3);
  assert.deepEqual(executions(), [undefined, 1, undefined], 'leaving the focus executes all widgets');
});

test('a page that is opened for one widget executes only this widget; for a missing widget it executes all', async () => {
  const ids = countingIds();
  const { page: first, settled } = startPage(fakeServer(), { ids });
  await settled();
  const { document, activeQuery } = first.getSnapshot().context.view.getSnapshot().context;
  const [widget] = document?.view.state[activeQuery]?.widgets ?? [];
  assert.ok(widget);
  // A new search generates the same ids again.
  for (const [widgets, executed] of [
    [[widget.id], 1],
    [['gone'], undefined],
  ] as const) {
    const server = fakeServer();
    const { page, settled: opened } = startPage(server, { widgets });
    await opened();
    page.send({ type: 'widgets.limited', widgetIds: executed === undefined ? undefined : widgets });
    const executions = server.calls
      .filter(({ name }) => name.endsWith('/execute'))
      .map(({ body }) => (body?.['global_override'] as { keep_search_types?: string[] }).keep_search_types?.length);
    assert.deepEqual(executions, [executed]);
    page.stop();
  }
  first.stop();
});
