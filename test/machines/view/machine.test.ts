import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { getShortestPaths, getSimplePaths } from 'xstate/graph';
import type { View } from '../../../api/contract/views.schema.js';
import { keptChangeOrder } from '../../../machines/comparison/kept-change-order.js';
import { chartLookOf } from '../../../machines/view/chart-look.js';
import { defaultSearch, histogramConfig, messageTableConfig, newWidget } from '../../../machines/view/default-view.js';
import type { ViewDocument } from '../../../machines/view/document.js';
import {
  addWidget,
  draftOf,
  queryIds,
  stateOf,
  widgetOf,
  withdrawWidget,
  withState,
} from '../../../machines/view/document.js';
import type { ViewEmitted, ViewEvent, ViewSource } from '../../../machines/view/machine.js';
import type { ViewReply } from '../../../machines/view/machine-types.js';
import { viewMachine } from '../../../machines/view/machine.js';
import { randomIds } from '../../../machines/view/ids.js';
import { createPage } from '../../../machines/view/pages.js';
import type { Positions } from '../../../machines/view/positions.js';
import { emptyDashboard } from '../../../machines/view/transfer.js';
import type { StoredView } from '../../../machines/view/stored.js';
import { viewDifferences } from '../../../machines/view/stored.js';
import { countingIds } from '../fixtures.js';
import { done, failed } from '../internal-events.js';
import { walk } from '../transitions.js';

const createdAt = '2024-03-01T10:00:00.000Z';
const fresh = (): ViewDocument => defaultSearch({ createdAt }, countingIds());
const metadata = { title: ' Web errors ', summary: '', description: '' };

function start(
  options: {
    source?: ViewSource;
    document?: ViewDocument;
    update?: () => Promise<View>;
    create?: () => Promise<View>;
    open?: () => Promise<ViewDocument>;
    reread?: () => Promise<StoredView>;
    address?: object;
  } = {},
) {
  const document = options.document ?? fresh();
  const sent: ViewDocument[] = [];
  const replies: ViewReply[] = [];
  const owner = createActor(fromCallback<ViewReply>(({ receive }) => receive((reply) => replies.push(reply)))).start();
  const actor = createActor(
    viewMachine.provide({
      actors: {
        open: fromPromise(options.open ?? (() => Promise.resolve(document))),
        reread: fromPromise(options.reread ?? (() => Promise.resolve({ view: document.view, search: undefined }))),
        update: fromPromise(
          ({ input }) => (sent.push(input.document), options.update?.() ?? Promise.resolve(input.document.view)),
        ),
        create: fromPromise(
          ({ input }) => (sent.push(input.document), options.create?.() ?? Promise.resolve(input.document.view)),
        ),
      },
    }),
    {
      input: {
        source: options.source ?? { kind: 'stored', viewId: document.view.id },
        ids: countingIds(),
        address: options.address ?? {},
        replyTo: owner,
      },
    },
  );
  const emitted: ViewEmitted[] = [];
  actor.on('*', (event) => emitted.push(event));
  actor.start();
  return { actor, emitted, replies, sent, document, opened: () => waitFor(actor, (state) => state.matches('open')) };
}

test('on every path edits make a view changed, a complete save makes it unchanged, and a new view is saved only by "save as"', () => {
  const document = fresh();
  const [first] = stateOf(document, queryIds(document)[0] ?? '').widgets;
  assert.ok(first);
  const saving = 'view.open.saving';
  const events: ViewEvent[] = [
    done('view.loading', document),
    { type: 'widget.titled', widgetId: first.id, title: 'Mine' },
    { type: 'save.requested' },
    { type: 'saveAs.requested', metadata },
    done(`${saving}.checking`, { view: document.view, search: undefined }),
    done(`${saving}.checking`, { view: { ...document.view, title: 'of somebody else' }, search: undefined }),
    { type: 'save.overwritten' },
    { type: 'save.abandoned' },
    done(`${saving}.updating`, document.view),
    done(`${saving}.creating`, { ...document.view, id: 'new' }),
    failed(`${saving}.updating`, new Error('refused')),
  ];
  const { paths, transitions } = walk(getSimplePaths, viewMachine, {
    input: { source: { kind: 'stored', viewId: document.view.id }, ids: countingIds(), clock: () => 0 },
    events,
    serializeState: ({ value, context }) => JSON.stringify([value, context.document === context.sentFrom]),
  });
  assert.deepEqual(transitions, {
    loading: { 'done loading': 'open.(changes.unchanged, identity.saved, saving.idle)' },
    'open.(changes.changed, identity.saved, saving.checking)': {
      'done open.saving.checking':
        'open.(changes.changed, identity.saved, saving.conflicted) | open.(changes.changed, identity.saved, saving.updating)',
    },
    'open.(changes.changed, identity.saved, saving.conflicted)': {
      'save.abandoned': 'open.(changes.changed, identity.saved, saving.idle)',
      'save.overwritten': 'open.(changes.changed, identity.saved, saving.updating)',
    },
    'open.(changes.changed, identity.saved, saving.creating)': {
      'done open.saving.creating':
        'open.(changes.changed, identity.saved, saving.idle) | open.(changes.unchanged, identity.saved, saving.idle)',
    },
    'open.(changes.changed, identity.saved, saving.idle)': {
      'save.requested': 'open.(changes.changed, identity.saved, saving.checking)',
      'saveAs.requested': 'open.(changes.changed, identity.saved, saving.creating)',
    },
    'open.(changes.changed, identity.saved, saving.updating)': {
      'done open.saving.updating':
        'open.(changes.changed, identity.saved, saving.idle) | open.(changes.unchanged, identity.saved, saving.idle)',
      'error open.saving.updating': 'open.(changes.changed, identity.saved, saving.idle)',
    },
    'open.(changes.unchanged, identity.saved, saving.checking)': {
      'done open.saving.checking':
        'open.(changes.unchanged, identity.saved, saving.conflicted) | open.(changes.unchanged, identity.saved, saving.updating)',
      'widget.titled': 'open.(changes.changed, identity.saved, saving.checking)',
    },
    'open.(changes.unchanged, identity.saved, saving.conflicted)': {
      'save.abandoned': 'open.(changes.unchanged, identity.saved, saving.idle)',
      'save.overwritten': 'open.(changes.unchanged, identity.saved, saving.updating)',
      'widget.titled': 'open.(changes.changed, identity.saved, saving.conflicted)',
    },
    'open.(changes.unchanged, identity.saved, saving.creating)': {
      'done open.saving.creating': 'open.(changes.unchanged, identity.saved, saving.idle)',
      'widget.titled': 'open.(changes.changed, identity.saved, saving.creating)',
    },
    'open.(changes.unchanged, identity.saved, saving.idle)': {
      'save.requested': 'open.(changes.unchanged, identity.saved, saving.checking)',
      'saveAs.requested': 'open.(changes.unchanged, identity.saved, saving.creating)',
      'widget.titled': 'open.(changes.changed, identity.saved, saving.idle)',
    },
    'open.(changes.unchanged, identity.saved, saving.updating)': {
      'done open.saving.updating': 'open.(changes.unchanged, identity.saved, saving.idle)',
      'error open.saving.updating': 'open.(changes.unchanged, identity.saved, saving.idle)',
      'widget.titled': 'open.(changes.changed, identity.saved, saving.updating)',
    },
  });
  assert.ok(paths.length > 20);
  for (const { state, steps } of paths) {
    const happened = steps.map(({ event }) => event.type as string);
    const edited = happened.lastIndexOf('widget.titled');
    const stored = happened.findLastIndex((type) => /saving\.(updating|creating)$/.test(type) && type.includes('done'));
    const requestedAt = happened.findLastIndex(
      (type, index) => index < stored && /^save(As)?\.(requested|overwritten)$/.test(type),
    );
    if (!state.matches('open')) continue;
    if (edited === -1) assert.ok(state.matches({ open: { changes: 'unchanged' } }));
    if (edited > stored) assert.ok(state.matches({ open: { changes: 'changed' } }));
    if (
      stored > -1 &&
      edited > requestedAt &&
      edited < stored &&
      happened.filter((type) => type === 'widget.titled').length === 1
    ) {
      assert.ok(state.matches({ open: { changes: 'changed' } }), 'an edit during the save leaves the view changed');
    }
    if (happened.includes('xstate.done.actor.0.view.open.saving.creating'))
      assert.ok(state.matches({ open: { identity: 'saved' } }));
  }
});

test('a missing or unsupported view is reported as such, and only an interrupted loading can be repeated', () => {
  const unsupported = fresh();
  unsupported.view.requires = { 'some.Plugin': { name: 'Some plugin' } };
  const { paths, transitions } = walk(getShortestPaths, viewMachine, {
    input: { source: { kind: 'stored', viewId: 'v' }, ids: countingIds() },
    events: [
      failed('view.loading', { status: 404 }),
      failed('view.loading', { status: 500 }),
      done('view.loading', unsupported),
      { type: 'retry' },
    ],
    serializeState: ({ value }) => JSON.stringify(value),
  });
  assert.deepEqual(transitions, {
    interrupted: { retry: 'loading' },
    loading: { 'done loading': 'unsupported', 'error loading': 'interrupted | missing' },
    missing: {},
    unsupported: {},
  });
  assert.deepEqual(
    new Set(paths.map(({ state }) => state.value)),
    new Set(['loading', 'missing', 'interrupted', 'unsupported']),
  );
});

test('unknown members of view, search and widgets survive loading, editing and saving', async () => {
  const document = fresh();
  const queryId = queryIds(document)[0] ?? '';
  const state = stateOf(document, queryId);
  const odd = { deep: [1, { two: null }], big: 9007199254740993n };
  Object.assign(document.view, { x_view: odd });
  Object.assign(document.search, { x_search: odd });
  Object.assign(state, { x_state: odd });
  Object.assign(state.widgets[0] ?? {}, { x_widget: odd });
  Object.assign(state.widgets[0]?.config ?? {}, { x_config: odd });
  Object.assign(document.search.queries[0] ?? {}, { x_query: odd });
  const { actor, sent, opened, emitted } = start({ document });
  await opened();
  const [first, second] = state.widgets;
  assert.ok(first && second);
  actor.send({ type: 'draft.submitted', draft: { ...draftOf(document, queryId), queryString: 'new' } });
  actor.send({ type: 'widget.stretched', widgetId: second.id });
  actor.send({ type: 'widget.removed', widgetId: second.id });
  actor.send({ type: 'save.requested' });
  await waitFor(actor, (snapshot) => snapshot.matches({ open: { saving: 'idle', changes: 'unchanged' } }));
  assert.deepEqual(emitted, [{ type: 'viewSaved', title: '' }]);
  const [saved] = sent;
  const kept = saved && stateOf(saved, queryId);
  for (const holder of [
    saved?.view,
    saved?.search,
    kept,
    kept?.widgets[0],
    kept?.widgets[0]?.config,
    saved?.search.queries[0],
  ]) {
    assert.ok(Object.values(holder ?? {}).includes(odd));
  }
  assert.equal(kept?.widgets.length, 1);
  assert.equal(saved?.view.search_id, saved?.search.id);
});

test('the address overrides a stored search but not a dashboard, and does not mark the view as changed', async () => {
  const address = { queryString: 'from the address', streams: ['s9'] };
  const { actor, document, opened } = start({ address });
  await opened();
  const { context } = actor.getSnapshot();
  assert.ok(context.document);
  assert.deepEqual(draftOf(context.document, context.activeQuery), {
    ...draftOf(document, context.activeQuery),
    ...address,
  });
  assert.notEqual(context.document.search.id, document.search.id);
  assert.ok(actor.getSnapshot().matches({ open: { changes: 'unchanged' } }));
  const dashboard = fresh();
  dashboard.view.type = 'DASHBOARD';
  const other = start({ address, document: dashboard });
  await other.opened();
  assert.equal(other.actor.getSnapshot().context.document, dashboard);
});

test('duplicating, adding, renaming and positioning widgets change the view as expected', async () => {
  const { actor, opened } = start();
  await opened();
  const read = () => {
    const { document, activeQuery } = actor.getSnapshot().context;
    assert.ok(document);
    return stateOf(document, activeQuery);
  };
  const [first] = read().widgets;
  assert.ok(first);
  actor.send({ type: 'positions.synced', positions: { [first.id]: { col: 2, row: 2, height: 2, width: 3 } } });
  assert.ok(actor.getSnapshot().matches({ open: { changes: 'unchanged' } }));
  const searchBefore = actor.getSnapshot().context.document?.search.id;
  actor.send({ type: 'widget.duplicated', widgetId: first.id });
  actor.send({ type: 'widget.duplicated', widgetId: 'nowhere' });
  const copy = read().widgets.at(-1);
  assert.ok(copy && read().widgets.length === 3);
  assert.equal(read().titles?.['widget']?.[copy.id], 'Message Count (copy)');
  assert.deepEqual([read().positions[copy.id]?.row, read().positions[first.id]?.row], [1, 3]);
  assert.notEqual(actor.getSnapshot().context.document?.search.id, searchBefore);
  assert.equal(read().widget_mapping[copy.id]?.length, 1);
  actor.send({ type: 'widget.titled', widgetId: copy.id, title: '  ' });
  assert.equal(read().titles?.['widget']?.[copy.id], undefined);
});

test('"save as" uses the new id and title; a failed save is reported and keeps the changes', async () => {
  const failing = start({ update: () => Promise.reject(new Error('disk full')) });
  await failing.opened();
  const { activeQuery } = failing.actor.getSnapshot().context;
  failing.actor.send({ type: 'highlighting.changed', rules: [{ field: 'level', value: 3, color: '#ffffff' }] });
  failing.actor.send({ type: 'save.requested' });
  await waitFor(failing.actor, (state) => state.matches({ open: { saving: 'idle' } }));
  assert.deepEqual(failing.emitted, [{ type: 'viewSaveFailed', failure: new Error('disk full') }]);
  assert.ok(failing.actor.getSnapshot().matches({ open: { changes: 'changed' } }));
  const { document } = failing.actor.getSnapshot().context;
  assert.equal(document && stateOf(document, activeQuery).formatting?.highlighting?.length, 1);

  const { actor, emitted, opened, sent } = start({ source: { kind: 'new' } });
  await opened();
  actor.send({ type: 'saveAs.requested', metadata: { ...metadata, title: '   ' } });
  assert.ok(actor.getSnapshot().matches({ open: { saving: 'idle' } }), 'saving needs a title');
  actor.send({ type: 'saveAs.requested', metadata });
  await waitFor(actor, (state) => state.matches({ open: { identity: 'saved' } }));
  const { context } = actor.getSnapshot();
  assert.deepEqual(emitted, [{ type: 'viewCreated', id: sent[0]?.view.id, title: 'Web errors' }]);
  assert.deepEqual([context.document?.view.id, context.document?.view.title], [sent[0]?.view.id, 'Web errors']);
});

const stamped = (document: ViewDocument, at: string, more: object = {}): View => ({
  ...document.view,
  last_updated_at: at,
  ...more,
});

test('changed positions are described per widget', () => {
  const mine = fresh();
  const [queryId = ''] = queryIds(mine);
  const [first, second] = stateOf(mine, queryId).widgets;
  assert.ok(first && second);
  const at = (col: number, row: number, width: number | 'Infinity') => ({ col, row, width, height: 2 });
  const placed = (place: ReturnType<typeof at>): ViewDocument => {
    const state = { ...stateOf(mine, queryId), positions: { [first.id]: place, [second.id]: at(1, 5, 6) } };
    return { ...mine, view: { ...mine.view, state: { [queryId]: state } } };
  };
  const [difference, ...more] = viewDifferences(placed(at(1, 1, 'Infinity')), placed(at(7, 3, 4)));
  assert.deepEqual(more, []);
  assert.equal(difference?.kind, 'positions');
  assert.equal(difference.subject, 'Message Count');
  assert.equal(difference.mine, 'column 1, row 1, full width, 2 high');
  assert.equal(difference.theirs, 'column 7, row 3, 4 wide, 2 high');
});

test('a save reports a change that another user has made, keeps the own changes, and overwrites only on request', async () => {
  const document = fresh();
  let theirs = stamped(document, 'T2', { title: 'Theirs', x_theirs: 1 });
  const { actor, emitted, sent, opened } = start({
    document,
    reread: () => Promise.resolve({ view: theirs, search: undefined }),
  });
  await opened();
  actor.send({ type: 'metadata.changed', metadata: { title: 'Mine', summary: '', description: '' } });
  actor.send({ type: 'save.requested' });
  await waitFor(actor, (state) => state.matches({ open: { saving: 'conflicted' } }));
  assert.deepEqual([emitted, sent], [[{ type: 'viewSaveConflicted' }], []]);
  const { context } = actor.getSnapshot();
  assert.ok(context.document && context.theirs);
  assert.deepEqual(viewDifferences(context.document, { ...context.document, view: context.theirs.view }), [
    { kind: 'title', mine: 'Mine', theirs: 'Theirs' },
  ]);
  actor.send({ type: 'save.abandoned' });
  assert.ok(actor.getSnapshot().matches({ open: { saving: 'idle', changes: 'changed' } }));

  actor.send({ type: 'save.requested' });
  await waitFor(actor, (state) => state.matches({ open: { saving: 'conflicted' } }));
  actor.send({ type: 'save.overwritten' });
  await waitFor(actor, (state) => state.matches({ open: { saving: 'idle', changes: 'unchanged' } }));
  assert.deepEqual(
    [sent[0]?.view.title, sent[0]?.view.last_updated_at],
    ['Mine', 'T2'],
    'overwriting is based on the version that the user has seen',
  );

  // The server stores the overwriting version. The next save is based on the response to that version, so nothing
  // conflicts.
  theirs = stamped(document, 'T2', { title: 'Mine' });
  actor.send({ type: 'metadata.changed', metadata: { title: 'Mine again', summary: '', description: '' } });
  actor.send({ type: 'save.requested' });
  await waitFor(actor, () => sent.length === 2);
  assert.equal(emitted.filter(({ type }) => type === 'viewSaveConflicted').length, 2);
});

test('an update refused between reading and writing is repeated; a refusal without a newer version is a failure', async () => {
  const document = fresh();
  let read = 0;
  const refusal = Object.assign(new Error('changed in the meantime'), { status: 409 });
  const raced = start({
    document,
    update: () => Promise.reject(refusal),
    reread: () =>
      Promise.resolve({
        view: stamped(document, `T${(read += 1)}`, read > 1 ? { title: 'x' } : {}),
        search: undefined,
      }),
  });
  await raced.opened();
  raced.actor.send({ type: 'save.requested' });
  await waitFor(raced.actor, (state) => state.matches({ open: { saving: 'conflicted' } }));
  assert.equal(raced.sent[0]?.view.last_updated_at, 'T1');

  const refused = start({ document, update: () => Promise.reject(refusal) });
  await refused.opened();
  refused.actor.send({ type: 'save.requested' });
  await waitFor(refused.actor, (state) => state.matches({ open: { saving: 'idle' } }) && refused.emitted.length > 0);
  assert.deepEqual(refused.emitted, [{ type: 'viewSaveFailed', failure: refusal }]);
});

test('discarding changes restores the stored state of a view and searches again; marking the view as a favorite is not a change', async () => {
  const { actor, document, opened, replies } = start();
  await opened();
  const queryId = actor.getSnapshot().context.activeQuery;
  actor.send({ type: 'favorite.changed', favorite: true });
  assert.ok(actor.getSnapshot().matches({ open: { changes: 'unchanged' } }));
  actor.send({ type: 'draft.submitted', draft: { ...draftOf(document, queryId), queryString: 'other' } });
  assert.ok(actor.getSnapshot().matches({ open: { changes: 'changed' } }));
  actor.send({ type: 'changes.discarded' });
  const { context } = actor.getSnapshot();
  assert.deepEqual(replies.at(-1), {
    type: 'view.executionWanted',
    cause: 'edited',
    document: context.document,
    activeQuery: queryId,
  });
  assert.ok(actor.getSnapshot().matches({ open: { changes: 'unchanged' } }));
  assert.deepEqual(context.document, { ...document, view: { ...document.view, favorite: true } });
});

test('a favorite that is marked during a save is not a change either', async () => {
  const { actor, sent, opened } = start();
  await opened();
  actor.send({ type: 'metadata.changed', metadata: { title: 'Mine', summary: '', description: '' } });
  actor.send({ type: 'save.requested' });
  actor.send({ type: 'favorite.changed', favorite: true });
  await waitFor(actor, (state) => sent.length === 1 && state.matches({ open: { saving: 'idle' } }));
  assert.ok(actor.getSnapshot().matches({ open: { changes: 'unchanged' } }));
  assert.equal(actor.getSnapshot().context.document?.view.favorite, true);
});

test('an edit that is made and undone during a save is not a change', async () => {
  for (const undo of [
    { type: 'history.undone' },
    { type: 'metadata.changed', metadata: { title: 'Mine', summary: '', description: '' } },
  ] as const) {
    const { actor, sent, opened } = start();
    await opened();
    actor.send({ type: 'metadata.changed', metadata: { title: 'Mine', summary: '', description: '' } });
    actor.send({ type: 'save.requested' });
    actor.send({ type: 'metadata.changed', metadata: { title: 'Yours', summary: '', description: '' } });
    actor.send(undo);
    await waitFor(actor, (state) => sent.length === 1 && state.matches({ open: { saving: 'idle' } }));
    assert.equal(actor.getSnapshot().context.document?.view.title, 'Mine');
    assert.ok(actor.getSnapshot().matches({ open: { changes: 'unchanged' } }), undo.type);
  }
});

test('discarding on a page that was never stored switches to a stored page', async () => {
  const document = createPage(emptyDashboard({ createdAt }, randomIds), randomIds);
  const pages = queryIds(document);
  const { actor, opened } = start({ document });
  await opened();
  actor.send({ type: 'page.selected', queryId: pages[1] ?? '' });
  actor.send({ type: 'pages.created' });
  assert.ok(!pages.includes(actor.getSnapshot().context.activeQuery), 'a newly added page is shown');
  actor.send({ type: 'changes.discarded' });
  assert.equal(actor.getSnapshot().context.activeQuery, pages[0]);

  // Discarding unsaved changes keeps the active page when that page is stored.
  actor.send({ type: 'page.selected', queryId: pages[1] ?? '' });
  actor.send({ type: 'metadata.changed', metadata });
  actor.send({ type: 'changes.discarded' });
  assert.equal(actor.getSnapshot().context.activeQuery, pages[1]);
});

test('a view that is edited back to the stored state counts as unchanged although its search has another id', async () => {
  const { actor, document, opened } = start();
  await opened();
  const queryId = actor.getSnapshot().context.activeQuery;
  const stored = draftOf(document, queryId);
  actor.send({ type: 'draft.submitted', draft: { ...stored, queryString: 'other' } });
  assert.ok(actor.getSnapshot().matches({ open: { changes: 'changed' } }));
  actor.send({ type: 'draft.submitted', draft: stored });
  assert.notEqual(actor.getSnapshot().context.document?.search.id, document.search.id);
  assert.ok(actor.getSnapshot().matches({ open: { changes: 'unchanged' } }));

  const [widget] = stateOf(document, queryId).widgets;
  assert.ok(widget);
  actor.send({ type: 'widget.updated', widget: { ...widget, config: { ...widget.config, visualization: 'line' } } });
  assert.ok(actor.getSnapshot().matches({ open: { changes: 'changed' } }));
  actor.send({ type: 'widget.updated', widget });
  assert.ok(actor.getSnapshot().matches({ open: { changes: 'unchanged' } }));
});

test('search types of widgets with unknown types stay with their widget when the query changes', async () => {
  const document = fresh();
  const queryId = queryIds(document)[0] ?? '';
  const state = stateOf(document, queryId);
  const foreign = { id: 'st-foreign', type: 'sparkles', odd: [1] };
  state.widgets.push({ id: 'w-foreign', type: 'sparkles', config: { x: 1 } });
  state.widget_mapping['w-foreign'] = ['st-foreign'];
  document.search.queries[0]?.search_types?.push(foreign);
  const { actor, opened } = start({ document });
  await opened();
  actor.send({ type: 'draft.submitted', draft: { ...draftOf(document, queryId), queryString: 'other' } });
  const { document: after } = actor.getSnapshot().context;
  assert.ok(after && after.search.id !== document.search.id);
  assert.deepEqual(stateOf(after, queryId).widget_mapping['w-foreign'], ['st-foreign']);
  assert.deepEqual(after.search.queries[0]?.search_types?.at(-1), foreign);
});

test('withdrawing a widget that was just added restores the view', async () => {
  const { actor, opened } = start({ source: { kind: 'new' } });
  await opened();
  const before = actor.getSnapshot().context.document ?? fresh();
  const [queryId = ''] = queryIds(before);
  const reported: Positions[] = [];
  actor.on('widgetEditWanted', ({ positions }) => reported.push(positions));
  const widget = { ...newWidget('aggregation', histogramConfig(), countingIds()), id: 'added' };
  actor.send({ type: 'widget.added', widget, title: 'Mine', edit: true });
  const [positions] = reported;
  assert.ok(positions);
  actor.send({ type: 'widget.updated', widget: { ...widget, config: { ...widget.config, visualization: 'line' } } });
  actor.send({ type: 'widget.withdrawn', widgetId: 'added', positions });
  const { document: after } = actor.getSnapshot().context;
  assert.ok(after);
  const { widgets, positions: left, titles } = stateOf(after, queryId);
  const was = stateOf(before, queryId);
  assert.deepEqual(
    [widgets, left, titles?.['widget'] ?? {}],
    [was.widgets, was.positions, was.titles?.['widget'] ?? {}],
  );
});

test('withdrawing a widget removes no positions of other widgets', () => {
  const placed = fresh();
  const [queryId = ''] = queryIds(placed);
  const state = { ...stateOf(placed, queryId), positions: {} };
  const before = withState(placed, queryId, state);
  const widget = (id: string) => ({ ...newWidget('aggregation', histogramConfig(), countingIds()), id });
  const added = addWidget(before, queryId, { widget: widget('added') });
  assert.deepEqual(stateOf(withdrawWidget(added, queryId, 'added', {}), queryId).positions, {});
  const both = addWidget(added, queryId, { widget: widget('later') });
  const { later } = stateOf(both, queryId).positions;
  assert.ok(later);
  assert.deepEqual(stateOf(withdrawWidget(both, queryId, 'added', {}), queryId).positions, { later });
});

test('a second added widget is placed beside the first one, and a removed widget leaves its place free', async () => {
  const { actor, opened } = start({ source: { kind: 'new' } });
  await opened();
  const [queryId = ''] = queryIds(actor.getSnapshot().context.document ?? fresh());
  const widget = (id: string) => ({ ...newWidget('aggregation', histogramConfig(), countingIds()), id });
  const placeOf = (id: string) => {
    const { document } = actor.getSnapshot().context;
    const { col, row } = (document && stateOf(document, queryId).positions[id]) ?? {};
    return [col, row];
  };
  for (const id of ['one', 'two', 'three']) actor.send({ type: 'widget.added', widget: widget(id) });
  assert.deepEqual(['one', 'two', 'three'].map(placeOf), [
    [1, 1],
    [5, 1],
    [9, 1],
  ]);
  actor.send({ type: 'widget.removed', widgetId: 'two' });
  actor.send({ type: 'widget.added', widget: widget('four') });
  assert.deepEqual(placeOf('four'), [5, 1]);
});

test('a widget that is added for editing is reported for editing, and other added widgets are not', async () => {
  const { actor, opened } = start({ source: { kind: 'new' } });
  await opened();
  const [queryId = ''] = queryIds(actor.getSnapshot().context.document ?? fresh());
  const wanted: string[] = [];
  actor.on('widgetEditWanted', ({ widget }) => wanted.push(widget.id));
  const widget = (id: string) => ({ ...newWidget('aggregation', histogramConfig(), countingIds()), id });
  actor.send({ type: 'widget.added', widget: widget('shown') });
  actor.send({ type: 'widget.added', widget: widget('edited'), edit: true });
  assert.deepEqual(wanted, ['edited']);
  const { document } = actor.getSnapshot().context;
  assert.ok(document);
  const { widgets, positions } = stateOf(document, queryId);
  assert.deepEqual(
    widgets.find(({ id }) => id === 'edited'),
    widget('edited'),
  );
  assert.equal(positions['edited']?.row, 1);
});

test('a step reverts only its own edit, and not the query, the display settings or the order chosen since', async () => {
  const document = defaultSearch({ createdAt }, countingIds());
  const { actor, opened } = start({ document });
  await opened();
  const queryId = queryIds(document)[0] ?? '';
  const now = () => actor.getSnapshot().context.document ?? document;
  const state = () => stateOf(now(), queryId);
  const sort = [{ type: 'series' as const, field: 'count()', direction: 'Descending' as const }];
  const widget = newWidget('aggregation', { ...histogramConfig(), sort: [] }, countingIds());
  actor.send({ type: 'widget.added', widget });
  actor.send({ type: 'widget.titled', widgetId: widget.id, title: 'Mine' });
  actor.send({ type: 'widget.updated', widget: { ...widget, config: { ...widget.config, sort } } });
  actor.send({ type: 'draft.submitted', draft: { ...draftOf(now(), queryId), queryString: 'level:3' } });
  const order = { id: 'count() change', direction: 'Descending', sort: JSON.stringify(sort) } as const;
  actor.send({ type: 'widget.arranged', widgetId: widget.id, look: { changes: order, figures: 2 } });
  const kept = () => keptChangeOrder(state(), widget.id);
  actor.send({ type: 'history.undone' });
  assert.deepEqual(widgetOf(now(), queryId, widget.id)?.config['sort'], []);
  assert.deepEqual(kept(), { ...order, sort: '[]' }, 'the order holds for the restored sort');
  assert.equal(chartLookOf(state(), widget.id).figures, 2);
  assert.equal(draftOf(now(), queryId).queryString, 'level:3');
  actor.send({ type: 'history.undone' });
  assert.equal(state().titles?.['widget']?.[widget.id], undefined);
  assert.deepEqual(kept(), { ...order, sort: '[]' });
  actor.send({ type: 'draft.submitted', draft: { ...draftOf(now(), queryId), queryString: 'level:4' } });
  actor.send({ type: 'history.redone' });
  assert.equal(state().titles?.['widget']?.[widget.id], 'Mine');
  assert.equal(draftOf(now(), queryId).queryString, 'level:4', 'redo keeps the query, too');
  actor.send({ type: 'history.redone' });
  assert.deepEqual(kept(), order, 'the order holds for the sort that redo restores');
  actor.send({ type: 'widget.arranged', widgetId: widget.id, look: { changes: undefined } });
  actor.send({ type: 'history.undone' });
  assert.deepEqual(kept(), { ...order, sort: '[]' }, 'the order stays in a step with another sort');
});

test('a step that would change nothing is dropped when the browser restores the columns that it changed', async () => {
  const document = defaultSearch({ createdAt }, countingIds());
  const { actor, opened } = start({ document });
  await opened();
  const queryId = queryIds(document)[0] ?? '';
  const context = () => actor.getSnapshot().context;
  const table = stateOf(document, queryId).widgets.find(({ type }) => type.toLowerCase() === 'messages');
  assert.ok(table);
  const now = () => context().document ?? document;
  const columnsOf = () => widgetOf(now(), queryId, table.id)?.config['fields'];
  const titleOf = () => stateOf(now(), queryId).titles?.['widget']?.[table.id];
  const titleBefore = titleOf();
  const columns = messageTableConfig().fields;
  actor.send({ type: 'widget.titled', widgetId: table.id, title: 'Mine' });
  actor.send({
    type: 'widget.updated',
    widget: { ...table, config: { ...table.config, fields: [...columns, 'took_ms'] } },
  });
  actor.send({ type: 'page.looked', look: { columns } });
  assert.deepEqual(columnsOf(), columns);
  assert.equal(context().history.past.length, 1, 'only the title can be undone');
  actor.send({ type: 'history.undone' });
  assert.equal(titleOf(), titleBefore);
  actor.send({ type: 'page.looked', look: { columns: ['source'] } });
  assert.deepEqual([context().history.past.length, context().history.future.length], [0, 1]);
  actor.send({ type: 'history.redone' });
  assert.deepEqual(columnsOf(), ['source']);
  assert.equal(titleOf(), 'Mine');
});

test('the view undoes and redoes changes, and a new change discards the undone changes', async () => {
  const document = emptyDashboard({ createdAt }, countingIds());
  const { actor, opened } = start({ document });
  await opened();
  const queryId = queryIds(document)[0] ?? '';
  const state = () => stateOf(actor.getSnapshot().context.document ?? document, queryId);
  const widget = newWidget('aggregation', { ...histogramConfig() }, countingIds());
  actor.send({ type: 'widget.added', widget });
  actor.send({ type: 'widget.titled', widgetId: widget.id, title: 'Mine' });
  const searched = actor.getSnapshot().context.document?.search.id;
  actor.send({ type: 'history.undone' });
  assert.equal(state().titles?.['widget']?.[widget.id], undefined);
  assert.equal(actor.getSnapshot().context.document?.search.id, searched, 'undoing a title creates no new search');
  actor.send({ type: 'history.undone' });
  assert.deepEqual(state().widgets, []);
  assert.ok(
    actor.getSnapshot().matches({ open: { changes: 'unchanged' } }),
    'undoing all changes leads to the stored state',
  );
  actor.send({ type: 'history.undone' });
  actor.send({ type: 'history.redone' });
  actor.send({ type: 'history.redone' });
  assert.equal(state().titles?.['widget']?.[widget.id], 'Mine');
  assert.ok(actor.getSnapshot().matches({ open: { changes: 'changed' } }));
  const mapped = state().widget_mapping[widget.id] ?? [];
  const types = actor.getSnapshot().context.document?.search.queries[0]?.search_types ?? [];
  assert.ok(
    mapped.length > 0 && mapped.every((id) => types.some((type) => type.id === id)),
    'redoing restores the search type of the widget',
  );
  actor.send({ type: 'history.undone' });
  actor.send({ type: 'widget.stretched', widgetId: widget.id });
  assert.deepEqual(actor.getSnapshot().context.history.future, [], 'a new change discards the undone changes');
});
