import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor, fromPromise, waitFor } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { defaultSearch, newWidget } from '../../../machines/view/default-view.js';
import type { ViewDocument } from '../../../machines/view/document.js';
import {
  addWidget,
  needsNewSearch,
  queryIds,
  queryOf,
  stateOf,
  withFreshSearch,
} from '../../../machines/view/document.js';
import { documentAfter } from '../../../machines/view/edits.js';
import type { ViewEvent } from '../../../machines/view/machine.js';
import { viewMachine } from '../../../machines/view/machine.js';
import {
  activeAfter,
  arrangePages,
  copyPage,
  createPage,
  duplicatePage,
  moveWidget,
  removePage,
  withPageTitle,
} from '../../../machines/view/pages.js';
import { pageTitle } from '../../../machines/view/titles.js';
import { copyWidgetToDashboard, emptyDashboard } from '../../../machines/view/transfer.js';
import { countingIds } from '../fixtures.js';
import { done } from '../internal-events.js';
import { walk } from '../transitions.js';

const createdAt = '2024-03-01T10:00:00.000Z';
const ids = countingIds();
const count = (series = 'count()') =>
  newWidget('aggregation', { series: [{ function: series, config: { name: null } }], visualization: 'numeric' }, ids);

/** Returns a dashboard with page A (two widgets), page B (one widget) and page C (no widget). */
function dashboard(): ViewDocument {
  let document = emptyDashboard({ createdAt }, ids);
  document = createPage(createPage(document, ids), ids);
  const [a = '', b = '', c = ''] = queryIds(document);
  document = addWidget(document, a, { widget: count(), title: 'Errors', size: { height: 2, width: 3 } });
  document = addWidget(document, a, { widget: count('avg(x)') });
  document = addWidget(document, b, { widget: count('max(x)'), title: 'Max' });
  document = withPageTitle(document, a, 'First');
  return withPageTitle(document, c, '  Third  ');
}
const titlesOf = (document: ViewDocument) =>
  queryIds(document).map((id, index) => pageTitle(stateOf(document, id), index));

test('a dashboard page has a title of at most 40 characters, or a number', () => {
  const document = dashboard();
  assert.deepEqual(titlesOf(document), ['First', 'Page#2', 'Third']);
  const [a = ''] = queryIds(document);
  assert.equal(titlesOf(withPageTitle(document, a, 'x'.repeat(60)))[0]?.length, 40);
  assert.equal(titlesOf(withPageTitle(document, a, '   '))[0], 'Page#1');
  assert.equal(withPageTitle(document, a, 'First'), document, 'the same title changes nothing');
  assert.equal(
    needsNewSearch(document, withPageTitle(document, a, 'Other')),
    false,
    'renaming a page creates no new search',
  );
});

test('a duplicated page has new ids and keeps positions and titles; only a page title gets "(Copy)"', () => {
  const document = dashboard();
  const [a = '', b = ''] = queryIds(document);
  const copied = duplicatePage(document, a, ids);
  assert.deepEqual(titlesOf(copied), ['First', 'Page#2', 'Third', 'First (Copy)']);
  const added = queryIds(copied)[3] ?? '';
  const before = stateOf(document, a);
  const after = stateOf(copied, added);
  assert.equal(after.widgets.length, 2);
  assert.ok(after.widgets.every(({ id }) => !before.widgets.some((one) => one.id === id)));
  assert.deepEqual(
    after.widgets.map(({ id }) => [after.positions[id], after.titles?.['widget']?.[id]]),
    before.widgets.map(({ id }) => [before.positions[id], before.titles?.['widget']?.[id]]),
  );
  assert.deepEqual(titlesOf(duplicatePage(document, b, ids)), ['First', 'Page#2', 'Third', 'Page#4']);
  const [other = ''] = queryIds(emptyDashboard({ createdAt }, ids));
  assert.equal(duplicatePage(document, other, ids), document, 'duplicating a missing page changes nothing');
});

test('a page copied to another dashboard is appended there', () => {
  const source = dashboard();
  const target = emptyDashboard({ createdAt }, ids);
  const copied = copyPage(source, queryIds(source)[1] ?? '', target, ids);
  assert.equal(queryIds(copied).length, 2);
  assert.equal(stateOf(copied, queryIds(copied)[1] ?? '').widgets.length, 1);
  assert.equal(copied.view.id, target.view.id);
});

test('copies of pages keep the search types of widgets of unknown types under new ids, and get a new search', () => {
  const document = dashboard();
  const [a = '', b = ''] = queryIds(document);
  const widget = { ...count(), type: 'forecast' };
  const placed = documentAfter(document, a, { type: 'widget.added', widget }, ids);
  const before = stateOf(placed, a);
  before.widget_mapping[widget.id] = ['f1'];
  const feed = { id: 'f1', type: 'forecast', odd: [1] };
  queryOf(placed, a).search_types?.push(feed);
  /** Returns the search types that supply the last widget of a page. */
  const fedBy = (changed: ViewDocument, queryId: string) => {
    const { widgets, widget_mapping } = stateOf(changed, queryId);
    const last = widgets.find((one) => one.type === 'forecast' && one.id !== widget.id) ?? widgets.at(-1);
    const mapped = widget_mapping[last?.id ?? ''] ?? [];
    return (queryOf(changed, queryId).search_types ?? []).filter(({ id }) => mapped.includes(id ?? ''));
  };
  const elsewhere = emptyDashboard({ createdAt }, ids);
  const edits: [name: string, changed: ViewDocument, page: (changed: ViewDocument) => string][] = [
    ['duplicated page', documentAfter(placed, a, { type: 'pages.duplicated', queryId: a }, ids), lastPage],
    ['page copied to another dashboard', withFreshSearch(copyPage(placed, a, elsewhere, ids), ids), lastPage],
    ['duplicated widget', documentAfter(placed, a, { type: 'widget.duplicated', widgetId: widget.id }, ids), () => a],
    ...[true, false].map((keepCopy): (typeof edits)[number] => [
      keepCopy ? 'widget copied to another page' : 'widget moved to another page',
      documentAfter(placed, a, { type: 'widget.moved', widgetId: widget.id, queryId: b, keepCopy }, ids),
      () => b,
    ]),
  ];
  for (const [name, changed, page] of edits) {
    const [fed, ...more] = fedBy(changed, page(changed));
    assert.ok(fed?.id, name);
    assert.deepEqual([{ ...fed, id: 'f1' }, more], [feed, []], name);
    assert.notEqual(fed.id, 'f1', name);
    assert.notEqual(changed.search.id, placed.search.id, name);
  }
  const titled = documentAfter(placed, a, { type: 'widget.titled', widgetId: widget.id, title: 'F' }, ids);
  assert.equal(titled.search.id, placed.search.id);
});
const lastPage = (document: ViewDocument): string => queryIds(document).at(-1) ?? '';

test('removing a page shows the nearest earlier page or the first; the last page cannot be removed', () => {
  const document = dashboard();
  const [a = '', b = '', c = ''] = queryIds(document);
  const cases: [removed: string, active: string, shown: string][] = [
    [b, b, a],
    [a, a, b],
    [c, c, b],
    [a, c, c],
  ];
  for (const [removed, active, shown] of cases) {
    const after = removePage(document, removed);
    assert.equal(activeAfter(document, after, active), shown);
    assert.equal(after.view.state[removed], undefined);
  }
  const single = removePage(removePage(document, a), b);
  assert.deepEqual(queryIds(single), [c]);
  assert.equal(removePage(single, c), single);
});

test('pages of a dashboard are reordered, renamed and removed at once; unknown pages are ignored, and an empty list changes nothing', () => {
  const document = dashboard();
  const [a = '', b = '', c = ''] = queryIds(document);
  const arranged = arrangePages(document, [{ id: c }, { id: 'none' }, { id: a, title: 'Renamed' }]);
  assert.deepEqual(queryIds(arranged), [c, a]);
  assert.deepEqual(titlesOf(arranged), ['Third', 'Renamed']);
  assert.equal(activeAfter(document, arranged, b), a, 'the nearest earlier page of the previous order is shown');
  assert.equal(arrangePages(document, []), document);
  assert.equal(arrangePages(document, [{ id: a }, { id: b }, { id: c }]), document);
});

test('a widget is moved to the top of another page with its size; a copy gets a new id', () => {
  const document = dashboard();
  const [a = '', b = ''] = queryIds(document);
  const widget = stateOf(document, a).widgets[0];
  assert.ok(widget);
  const moved = moveWidget(document, a, widget.id, b, false, ids);
  assert.deepEqual(
    stateOf(moved, a)
      .widgets.map(({ id }) => id)
      .includes(widget.id),
    false,
  );
  const target = stateOf(moved, b);
  assert.deepEqual(target.positions[widget.id], { col: 1, row: 1, height: 2, width: 3 });
  assert.equal(target.titles?.['widget']?.[widget.id], 'Errors');
  assert.equal(target.positions[target.widgets[0]?.id ?? '']?.row, 3 - 1, 'the existing widget moved down');
  const copied = moveWidget(document, a, widget.id, b, true, ids);
  assert.equal(stateOf(copied, a).widgets.length, 2);
  const copy = stateOf(copied, b).widgets.at(-1);
  assert.ok(copy && copy.id !== widget.id);
  assert.equal(stateOf(copied, b).titles?.['widget']?.[copy.id], 'Errors');
  for (const [from, id, to] of [
    [a, widget.id, a],
    [a, 'none', b],
    [a, widget.id, 'none'],
  ] as const) {
    assert.equal(moveWidget(document, from, id, to, false, ids), document);
  }
});

test('a widget of a search keeps range, query and streams of the search when it is copied to a dashboard', () => {
  const search = defaultSearch(
    { createdAt, queryString: 'level:3', streams: ['s1', 's2'], timeRange: { type: 'relative', from: 60 } },
    ids,
  );
  const [queryId = ''] = queryIds(search);
  const [widget] = stateOf(search, queryId).widgets;
  assert.ok(widget);
  const target = dashboard();
  const copied = copyWidgetToDashboard(search, queryId, widget.id, target, ids);
  const [a = ''] = queryIds(target);
  const added = stateOf(copied, a).widgets.at(-1);
  assert.ok(added && added.id !== widget.id);
  assert.deepEqual(
    [added.timerange, added.query?.query_string, added.streams],
    [{ type: 'relative', from: 60 }, 'level:3', ['s1', 's2']],
  );
  assert.equal(stateOf(copied, a).titles?.['widget']?.[added.id], 'Message Count');
  assert.notEqual(copied.search.id, target.search.id, 'the dashboard gets a new search');
  assert.equal(copied.view.search_id, copied.search.id);
  assert.equal(stateOf(copied, a).widget_mapping[added.id]?.length, 1);
  assert.throws(() => copyWidgetToDashboard(search, queryId, 'none', target, ids), /no widget with id none/);
});

test('on every path the dashboard has at least one page, and shows one of its pages', async () => {
  const document = dashboard();
  const [a = '', b = ''] = queryIds(document);
  const [widget] = stateOf(document, a).widgets;
  const events: ViewEvent[] = [
    done('view.loading', document),
    { type: 'pages.created' },
    { type: 'pages.duplicated', queryId: a },
    { type: 'pages.removed', queryId: a },
    { type: 'pages.removed', queryId: b },
    { type: 'page.selected', queryId: b },
    { type: 'pages.arranged', pages: [{ id: b }, { id: a, title: 'Mine' }] },
    { type: 'widget.moved', widgetId: widget?.id ?? '', queryId: b, keepCopy: true },
  ];
  const { paths, transitions } = walk(getShortestPaths, viewMachine, {
    input: { source: { kind: 'stored', viewId: document.view.id }, ids: countingIds() },
    events,
    limit: 20_000,
    stopWhen: ({ context }) => (context.document ? queryIds(context.document).length > 5 : false),
    serializeState: ({ value, context }) =>
      JSON.stringify([
        value,
        context.document && queryIds(context.document).length,
        context.document && queryIds(context.document).indexOf(context.activeQuery),
        context.document && queryIds(context.document).includes(a),
      ]),
  });
  assert.deepEqual(transitions, {
    loading: { 'done loading': 'open.(changes.unchanged, identity.saved, saving.idle)' },
    'open.(changes.changed, identity.saved, saving.idle)': {},
    'open.(changes.unchanged, identity.saved, saving.idle)': {
      'pages.arranged': 'open.(changes.changed, identity.saved, saving.idle)',
      'pages.created': 'open.(changes.changed, identity.saved, saving.idle)',
      'pages.duplicated': 'open.(changes.changed, identity.saved, saving.idle)',
      'pages.removed': 'open.(changes.changed, identity.saved, saving.idle)',
      'widget.moved':
        'open.(changes.changed, identity.saved, saving.idle) | open.(changes.unchanged, identity.saved, saving.idle)',
    },
  });
  assert.ok(paths.length > 10);
  for (const { state } of paths) {
    const { document: now, activeQuery } = state.context;
    if (!now) continue;
    assert.ok(queryIds(now).length > 0);
    assert.ok(queryIds(now).includes(activeQuery));
    for (const id of queryIds(now)) assert.ok(queryOf(now, id).id);
  }
});

test('a new page is shown and gets a new search; moving a widget shows its new page', async () => {
  const document = dashboard();
  const actor = createActor(viewMachine.provide({ actors: { open: fromPromise(() => Promise.resolve(document)) } }), {
    input: { source: { kind: 'stored', viewId: 'v' }, ids: countingIds() },
  }).start();
  await waitFor(actor, (state) => state.matches('open'));
  const [a = '', b = ''] = queryIds(document);
  assert.equal(actor.getSnapshot().context.activeQuery, a);
  actor.send({
    type: 'widget.moved',
    widgetId: stateOf(document, a).widgets[0]?.id ?? '',
    queryId: b,
    keepCopy: false,
  });
  assert.equal(actor.getSnapshot().context.activeQuery, b);
  actor.send({ type: 'pages.created' });
  const { document: now, activeQuery } = actor.getSnapshot().context;
  assert.ok(now && queryIds(now).at(-1) === activeQuery);
  assert.ok(actor.getSnapshot().matches({ open: { changes: 'changed' } }));
  assert.notEqual(now.search.id, document.search.id);
  const after = documentAfter(now, activeQuery, { type: 'pages.titled', queryId: activeQuery, title: 'New' }, ids);
  assert.equal(after.search.id, now.search.id);
});
