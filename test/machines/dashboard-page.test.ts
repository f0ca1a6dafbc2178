/** Tests the dashboard page against a server that answers in memory, with a simulated clock. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor, SimulatedClock, waitFor } from 'xstate';
import { pageLogic } from '../../machines/page-actors.js';
import { dashboardPageMachine, isOverrideChanged, overrideOf } from '../../machines/dashboard-page.js';
import type { PageEmitted, PageInput } from '../../machines/page-parts.js';
import { validationDebounceMs } from '../../machines/query-validation.js';
import { histogramConfig, newWidget } from '../../machines/view/default-view.js';
import { addWidget, queryIds, withFreshSearch } from '../../machines/view/document.js';
import { createPage } from '../../machines/view/pages.js';
import { emptyDashboard } from '../../machines/view/transfer.js';
import { countingIds, searchServer } from './fixtures.js';
import type { FakeCall } from '../fake-client.js';

function dashboard() {
  const ids = countingIds();
  const two = createPage(emptyDashboard({ createdAt: '2024-03-01T10:00:00.000Z' }, ids), ids);
  const pages = queryIds(two);
  const widgets = [0, 1, 2].map(() => newWidget('aggregation', histogramConfig(), ids));
  const filled = widgets.reduce(
    (before, widget, index) => addWidget(before, pages[index > 1 ? 1 : 0] ?? '', { widget }),
    two,
  );
  return { document: withFreshSearch(filled, ids), pages, widgets: widgets.map(({ id }) => id), ids };
}

async function start(input: Partial<PageInput> = {}, answers?: Parameters<typeof searchServer>[0]) {
  const made = dashboard();
  const { client, calls } = searchServer(answers);
  const clock = new SimulatedClock();
  const page = createActor(pageLogic(dashboardPageMachine, { client }), {
    clock,
    input: { source: { kind: 'given', document: made.document }, ids: made.ids, clock: () => clock.now(), ...input },
  });
  const emitted: PageEmitted[] = [];
  page.on('*', (event) => emitted.push(event));
  page.start();
  const { execution, view, refresh } = page.getSnapshot().context;
  execution.send({ type: 'widgets.near', widgetIds: made.widgets });
  const settled = async () => {
    await waitFor(execution, (state) => state.matches({ run: 'finished' }));
    return executed();
  };
  const executed = () => calls.filter(({ name }) => name.endsWith('/execute'));
  const before = await settled();
  return {
    ...made,
    page,
    execution,
    view,
    refresh,
    clock,
    calls,
    emitted,
    settled,
    executed,
    first: before.length,
  };
}
const overrideAsked = (call: FakeCall | undefined) => {
  const {
    keep_queries: _q,
    keep_search_types: _t,
    ...override
  } = (call?.body?.['global_override'] ?? {}) as Record<string, unknown>;
  return override;
};
const near = <T>(list: readonly T[], from: number): readonly T[] => list.slice(from);

test('opening a dashboard executes each widget of the page with a separate request, and reports the page', async () => {
  const { first, emitted, pages, calls } = await start();
  assert.equal(first, 2);
  assert.deepEqual(emitted[0], { type: 'pageShown', queryId: pages[0] });
  assert.equal(calls.filter(({ name }) => name === 'POST /views/search').length, 1);
});

test('an override of a dashboard applies once it is submitted, for this session only; clearing it removes it', async () => {
  const { page, view, settled, first } = await start({ judgeQuery: () => 'fine' });
  page.send({ type: 'draft.changed', draft: { queryString: 'level:3' } });
  assert.ok(isOverrideChanged(page.getSnapshot().context));
  page.send({ type: 'draft.submitted', draft: { timeRange: { type: 'relative', from: 60 } } });
  const override = {
    timerange: { type: 'relative', from: 60 },
    query: { type: 'elasticsearch', query_string: 'level:3' },
  };
  let calls = near(await settled(), first);
  assert.deepEqual(calls.map(overrideAsked), [override, override]);
  assert.ok(view.getSnapshot().matches({ open: { changes: 'unchanged' } }), 'the override is not stored');
  assert.equal(isOverrideChanged(page.getSnapshot().context), false);
  page.send({ type: 'draft.submitted', draft: { queryString: ' ', timeRange: undefined } });
  calls = near(await settled(), first + 2);
  assert.deepEqual(calls.map(overrideAsked), [{}, {}]);
  assert.equal(page.getSnapshot().context.override, undefined);
});

test('a filter from the address is validated like a typed one', async () => {
  const { page, clock } = await start({ override: { query: { type: 'elasticsearch', query_string: '(' } } });
  clock.increment(validationDebounceMs);
  const { validation } = page.getSnapshot().context;
  assert.equal(validation.getSnapshot().context.input.queryString, '(');
  await waitFor(validation, (state) => state.matches({ settled: 'rejected' }));
});

test('a filter that the server rejects is not applied; without an override, it is validated without a range', async () => {
  const { page, emitted, calls, executed, first } = await start();
  page.send({ type: 'draft.submitted', draft: { queryString: '(' } });
  await waitFor(page, (state) => state.matches('ready') && emitted.some(({ type }) => type === 'submitRejected'));
  assert.equal(executed().length, first);
  const validation = calls.findLast(({ name }) => name === 'POST /search/validate');
  assert.deepEqual(validation?.body, { query: '(', streams: [] });
});

test('a range selected in a chart overrides the range of all widgets', async () => {
  const { page, settled, first } = await start();
  const timeRange = { type: 'absolute' as const, from: '1970-01-01T00:00:00.000Z', to: '1970-01-01T00:01:00.000Z' };
  page.send({ type: 'range.zoomed', timeRange });
  assert.deepEqual(near(await settled(), first).map(overrideAsked), [
    { timerange: timeRange },
    { timerange: timeRange },
  ]);
});

test('a change of the page is reported and executes its widgets; an edit executes only affected widgets; moving executes none', async () => {
  const { view, pages, widgets, emitted, settled, executed, first } = await start();
  view.send({ type: 'page.selected', queryId: pages[1] ?? '' });
  assert.equal((await settled()).length, first + 1);
  assert.deepEqual(emitted.at(-2), { type: 'pageShown', queryId: pages[1] });
  view.send({ type: 'page.selected', queryId: pages[0] ?? '' });
  await settled();
  const before = executed().length;
  view.send({ type: 'positions.changed', positions: { [widgets[0] ?? '']: { col: 5, row: 1, height: 2, width: 4 } } });
  view.send({ type: 'widget.titled', widgetId: widgets[0] ?? '', title: 'New' });
  assert.equal(executed().length, before);
  const document = view.getSnapshot().context.document;
  const widget = document?.view.state[pages[0] ?? '']?.widgets[0];
  assert.ok(widget);
  view.send({ type: 'widget.updated', widget: { ...widget, timerange: { type: 'relative', from: 7200 } } });
  assert.equal((await settled()).length, before + 1);
  assert.ok(view.getSnapshot().matches({ open: { changes: 'changed' } }));
});

test('a focused widget is the only one refreshed; afterwards the others are refreshed, too', async () => {
  const { page, widgets, clock, refresh, settled, executed, first } = await start();
  page.send({ type: 'widgets.limited', widgetIds: [widgets[1] ?? ''] });
  assert.equal((await settled()).length, first, 'focusing an executed widget sends no request');
  refresh.send({ type: 'interval.chosen', intervalMs: 10_000 });
  clock.increment(10_000);
  await settled();
  assert.deepEqual(
    near(executed(), first).map(({ background = false }) => background),
    [true],
  );
  refresh.send({ type: 'stopped' });
  page.send({ type: 'widgets.limited', widgetIds: undefined });
  assert.equal((await settled()).length, first + 2);
});

test('an empty override of a dashboard counts as no override', () => {
  assert.equal(overrideOf({ queryString: '  ', timeRange: undefined, streams: [] }), undefined);
  assert.deepEqual(overrideOf({ queryString: '', timeRange: { type: 'relative', range: 0 }, streams: [] }), {
    timerange: { type: 'relative', range: 0 },
  });
});

test("an override beyond the administrator's limit is rejected and starts no search", async () => {
  const { page, emitted, executed, settled, first } = await start({ judgeQuery: () => 'fine', limit: 'PT1H' });
  page.send({ type: 'draft.submitted', draft: { timeRange: { type: 'relative', from: 86_400 } } });
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(executed().length, first);
  assert.ok(emitted.some(({ type }) => type === 'submitRejected'));
  page.send({ type: 'draft.submitted', draft: { timeRange: { type: 'relative', from: 3600 } } });
  assert.ok((await settled()).length > first, 'an override within the limit is executed');
});

test('a query of the host page is part of every execution, and not shown in the search bar', async () => {
  const { page, settled, first, executed } = await start({ hostQuery: 'tenant:alpha', judgeQuery: () => 'fine' });
  const queryOverride = (text: string) => ({ query: { type: 'elasticsearch', query_string: text } });
  assert.deepEqual(executed().map(overrideAsked), [queryOverride('tenant:alpha'), queryOverride('tenant:alpha')]);
  page.send({ type: 'draft.submitted', draft: { queryString: 'level:3' } });
  assert.deepEqual(
    near(await settled(), first)
      .map(overrideAsked)
      .at(-1),
    queryOverride('(level:3) AND (tenant:alpha)'),
  );
  assert.equal(page.getSnapshot().context.draft.queryString, 'level:3');
  const count = executed().length;
  page.send({ type: 'hostQuery.changed', query: 'tenant:alpha' });
  page.send({ type: 'hostQuery.changed', query: '' });
  assert.deepEqual(near(await settled(), count).map(overrideAsked), [
    queryOverride('level:3'),
    queryOverride('level:3'),
  ]);
});
