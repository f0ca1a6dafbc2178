import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storeCopyOnDashboard } from '../../machines/copy-to-dashboard.js';
import { defaultSearch } from '../../machines/view/default-view.js';
import { queryIds, stateOf } from '../../machines/view/document.js';
import { emptyDashboard } from '../../machines/view/transfer.js';
import { countingIds } from './fixtures.js';
import { fakeClient } from '../fake-client.js';

const ids = countingIds();
const createdAt = '2024-03-01T10:00:00.000Z';

const clientOf = (answers: Readonly<Record<string, () => unknown>>) => fakeClient(({ name }) => answers[name]?.());

test('copying a widget loads the dashboard, stores its new search, and then stores the view with this search', async () => {
  const source = defaultSearch({ createdAt, queryString: 'level:3' }, ids);
  const target = emptyDashboard({ createdAt }, ids);
  const [queryId = ''] = queryIds(source);
  const [widget] = stateOf(source, queryId).widgets;
  const { client, calls } = clientOf({
    'GET /views/{viewId}': () => target.view,
    'GET /views/search/{searchId}': () => target.search,
  });
  const copy = { source, queryId, widgetId: widget?.id ?? '', dashboardId: target.view.id };
  await storeCopyOnDashboard(client, copy, ids);
  assert.deepEqual(
    calls.map(({ name }) => name),
    ['GET /views/{viewId}', 'GET /views/search/{searchId}', 'POST /views/search', 'PUT /views/{viewId}'],
  );
  const sent: unknown[] = calls.map(({ body }) => body);
  const search = sent[2] as { id: string };
  const view = sent[3] as typeof target.view;
  assert.equal(view.search_id, search.id);
  assert.notEqual(search.id, target.search.id);
  const added = Object.values(view.state)[0]?.widgets.at(-1);
  assert.deepEqual([added?.query?.query_string, added?.type], ['level:3', 'aggregation']);
});

test('copying a widget reports a rejected request, and sends no further request', async () => {
  const source = defaultSearch({ createdAt }, ids);
  const [queryId = ''] = queryIds(source);
  const { client, calls } = clientOf({
    'GET /views/{viewId}': () => {
      throw new Error('403');
    },
  });
  const copy = { source, queryId, widgetId: 'w', dashboardId: 'd' };
  await assert.rejects(storeCopyOnDashboard(client, copy, ids), /403/);
  assert.equal(calls.length, 1);
});
