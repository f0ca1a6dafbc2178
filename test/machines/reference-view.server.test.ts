/**
 * Tests views saved by another console, which omits unset members: storing, answering, opening and saving by the
 * console's state machines.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createActor, waitFor } from 'xstate';
import type { Client } from '../../api/client.js';
import { createClient } from '../../api/client.js';
import { createSearch, getSearch, type Search } from '../../api/contract/searches.js';
import { createView, getView, updateView, type View, type ViewInput } from '../../api/contract/views.js';
import { SearchStorage, viewLogic } from '../../machines/page-actors.js';
import type { ViewEmitted } from '../../machines/view/machine.js';
import type { TestServer } from '../server.js';
import { startTestServer } from '../server.js';
import { untyped } from '../untyped.js';

let server: TestServer;
let client: Client;
const queryId = 'b7d1c1de-7d3e-4a4e-9f4e-1d6f4f6a0001';
const searchId = '65e1a0c2d4b5f60718293a4c';
const offset = { type: 'offset', source: 'search_type', id: 'st-chart', offset: '3600' };
const chart = { type: 'pivot', filter: null, rollup: true, row_groups: [], column_groups: [], sort: [], filters: [] };

before(async () => {
  server = await startTestServer();
  const session = await server.login();
  client = createClient({
    baseUrl: `${server.url}/api`,
    getToken: () => Promise.resolve({ token: session, kind: 'session' }),
  });
  const search = untyped<Search>({
    id: searchId,
    queries: [
      {
        id: queryId,
        query: { type: 'elasticsearch', query_string: '' },
        timerange: { type: 'relative', from: 300 },
        filters: [],
        search_types: [
          { ...chart, id: 'st-chart', name: 'chart', series: [{ id: 'count()', type: 'count' }], streams: [] },
          {
            ...chart,
            id: 'st-trend',
            name: 'trend',
            timerange: offset,
            series: [{ id: 'count()', type: 'count' }],
            streams: [],
          },
          { id: 'st-msg', type: 'messages', name: null, filter: null, streams: [], filters: [] },
        ],
      },
    ],
    parameters: [],
  });
  await client.call(createSearch, { body: search });
});
after(async () => void (await server.stop()));

const odd = { kept: [null, { deep: true }] };
const number = {
  id: 'w1',
  type: 'aggregation',
  filters: [],
  streams: [],
  of_widget: odd,
  config: {
    row_pivots: [],
    column_pivots: [],
    series: [{ config: { name: null }, function: 'count()' }],
    sort: [],
    visualization: 'numeric',
    visualization_config: { trend: true, trend_preference: 'NEUTRAL' },
    rollup: true,
    event_annotation: false,
    of_config: odd,
  },
};
const histogram = {
  id: 'w3',
  type: 'AGGREGATION',
  config: { row_pivots: [], series: [], visualization: 'bar', sort: null, rollup: null },
};
const table = {
  id: 'w2',
  type: 'messages',
  config: { fields: ['timestamp'], show_message_row: true, decorators: [], sort: [] },
};
const opaque = { id: 'w4', type: 'of-a-plugin', config: { anything: odd } };
const place = (row: number) => ({ col: 1, row, height: 2, width: 4 });
const sparse = {
  type: 'SEARCH',
  title: 'Of another console',
  search_id: searchId,
  of_view: odd,
  state: {
    [queryId]: {
      titles: { widget: { w1: 'Count' } },
      widgets: [number, table, histogram, opaque],
      widget_mapping: { w1: ['st-chart', 'st-trend'], w2: ['st-msg'] },
      positions: { w1: place(1), w2: place(3), w3: place(5), w4: place(7) },
      of_state: odd,
    },
  },
};
const unset = { filter: null, filters: [], timerange: null, query: null, streams: [] };
/** View in which every declared key has a value. */
const whole = {
  selected_fields: null,
  static_message_list_id: null,
  formatting: null,
  display_mode_settings: { positions: {} },
  ...sparse.state[queryId],
  widgets: [
    { ...number, ...unset, config: { ...number.config, formatting_settings: null } },
    { ...table, ...unset, config: { ...table.config, show_summary: null } },
    {
      ...histogram,
      ...unset,
      config: {
        ...histogram.config,
        column_pivots: [],
        sort: [],
        rollup: true,
        visualization_config: null,
        formatting_settings: null,
        event_annotation: false,
      },
    },
    { ...opaque, ...unset },
  ],
};

const create = (input: object) => client.call(createView, { body: untyped<ViewInput>(input) });
const read = (viewId: string) => client.call(getView, { params: { viewId } });
const fieldsOf = (value: object): Record<string, unknown> => ({ ...value });

test('every declared key of a view is read, unknown keys are kept, and saving an opened view changes nothing', async () => {
  const created = await create(sparse);
  assert.deepEqual(created.state, { [queryId]: whole });
  assert.deepEqual(fieldsOf(created)['of_view'], odd);
  const { last_updated_at: _at, ...stored } = await read(created.id);
  const updated = await client.call(updateView, { params: { viewId: created.id }, body: stored });
  for (const again of [updated, await read(created.id)]) {
    const { last_updated_at: _later, ...rest } = again;
    assert.deepEqual(rest, stored);
  }
});

test('omitted highlighting rules count as none', async () => {
  const state = { ...sparse.state[queryId], formatting: { of_formatting: odd } };
  const { state: states } = await create({ ...sparse, state: { [queryId]: state } });
  assert.deepEqual(states[queryId]?.formatting, { of_formatting: odd, highlighting: [] });
});

async function opened(viewId: string) {
  const view = createActor(viewLogic({ client, username: () => 'admin' }, new SearchStorage(client)), {
    input: { source: { kind: 'stored', viewId }, address: {} },
  });
  const emitted: ViewEmitted[] = [];
  view.on('*', (event) => emitted.push(event));
  view.start();
  await waitFor(view, (state) => state.matches({ open: { saving: 'idle' } }));
  return { view, emitted };
}

/** Representations of unset members: null, as a reference server returns them, or missing, as in older consoles. */
const forms: Record<string, object> = {
  'without its unset members': sparse.state[queryId] ?? {},
  'with nulls for its unset members': {
    ...whole,
    titles: null,
    display_mode_settings: null,
    widgets: whole.widgets.map((widget) => ({ ...widget, filters: null, streams: null })),
  },
};
for (const [name, state] of Object.entries(forms)) {
  test(`a view ${name} is opened unchanged, and can be saved repeatedly`, async () => {
    const { id } = await create({ ...sparse, state: { [queryId]: state } });
    const { view, emitted } = await opened(id);
    assert.ok(view.getSnapshot().matches({ open: { changes: 'unchanged' } }));
    for (const title of ['First', 'Second', 'Third']) {
      view.send({ type: 'widget.titled', widgetId: 'w1', title });
      view.send({ type: 'save.requested' });
      await waitFor(view, (snapshot) => !snapshot.matches({ open: { saving: 'checking' } }));
      await waitFor(
        view,
        (snapshot) =>
          snapshot.matches({ open: { saving: 'idle' } }) || snapshot.matches({ open: { saving: 'conflicted' } }),
      );
      assert.ok(view.getSnapshot().matches({ open: { saving: 'idle', changes: 'unchanged' } }), title);
    }
    assert.deepEqual(
      emitted.map(({ type }) => type),
      ['viewSaved', 'viewSaved', 'viewSaved'],
    );
    // A changed query creates a new search, which keeps the search types that belong to no widget.
    view.send({
      type: 'draft.submitted',
      draft: { queryString: 'level:3', timeRange: { type: 'relative', from: 300 }, streams: [] },
    });
    view.send({ type: 'save.requested' });
    await waitFor(view, () => emitted.length === 4);
    view.stop();
    const stored: View = await read(id);
    assert.notEqual(stored.search_id, searchId);
    const kept = stored.state[queryId];
    assert.deepEqual({ ...kept, widget_mapping: {}, titles: {} }, { ...whole, widget_mapping: {}, titles: {} });
    assert.deepEqual(kept?.titles, { widget: { w1: 'Third' } });
    assert.deepEqual(fieldsOf(stored)['of_view'], odd);

    const search = await client.call(getSearch, { params: { searchId: stored.search_id } });
    const types = search.queries[0]?.search_types ?? [];
    const trend = types.find((one) => one.name === 'trend');
    const [first] = kept?.widget_mapping['w1'] ?? [];
    assert.deepEqual(trend?.timerange, { ...offset, id: first });
    for (const one of types) assert.ok(one.filter === null && 'name' in one, JSON.stringify(one));
    assert.equal(types.find(({ type }) => type === 'messages')?.name, null);
  });
}
