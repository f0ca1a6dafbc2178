/** Tests the machine of the search page with the real client and server. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createActor, waitFor } from 'xstate';
import type { Client } from '../../api/client.js';
import { createClient } from '../../api/client.js';
import { getView } from '../../api/contract/views.js';
import type { PageEmitted, PageInput } from '../../machines/page-parts.js';
import { pageLogic } from '../../machines/page-actors.js';
import { searchPageMachine } from '../../machines/search-page.js';
import { errorsOf, isMessages, resultsOf } from '../../machines/search-execution/results.js';
import { stateOf } from '../../machines/view/document.js';
import type { TestServer } from '../server.js';
import { startTestServer } from '../server.js';

let server: TestServer;
let client: Client;

before(async () => {
  server = await startTestServer();
  const session = await server.login();
  client = createClient({
    baseUrl: `${server.url}/api`,
    getToken: () => Promise.resolve({ token: session, kind: 'session' }),
  });
});
after(async () => void (await server.stop()));

function startPage(input: Partial<PageInput> = {}) {
  const page = createActor(pageLogic(searchPageMachine, { client, username: () => 'admin' }), {
    input: { source: { kind: 'new' }, address: { timeRange: { type: 'relative', range: 0 } }, ...input },
  });
  const emitted: PageEmitted[] = [];
  page.on('*', (event) => emitted.push(event));
  page.start();
  const { view, execution } = page.getSnapshot().context;
  const finished = async (count: number) => {
    await waitFor(page, () => emitted.filter(({ type }) => type === 'searchFinished').length >= count, {
      timeout: 90_000,
    });
    const { context, value } = execution.getSnapshot();
    assert.equal((value as { run: string }).run, 'finished', String(context.failure));
    const { document, activeQuery } = view.getSnapshot().context;
    assert.ok(document);
    const [histogram, table] = stateOf(document, activeQuery).widgets;
    assert.ok(histogram && table);
    const [messages] = resultsOf(context.shown, table.id);
    const [chart] = resultsOf(context.shown, histogram.id);
    return { shown: context.shown, document, activeQuery, histogram, table, messages, chart };
  };
  return { page, view, execution, finished, emitted };
}

test('a search can be created, changed, paged, saved and opened again', async () => {
  const { page, view, execution, finished } = startPage();
  const first = await finished(1);
  assert.ok(isMessages(first.messages) && first.chart?.type === 'pivot');
  assert.deepEqual(errorsOf(first.shown, first.table.id), []);
  assert.equal(first.chart.total, first.messages.total_results);

  page.send({ type: 'draft.submitted', draft: { queryString: 'no_such_field_here:"nothing at all"' } });
  const second = await finished(2);
  assert.ok(isMessages(second.messages) && second.messages.total_results === 0);

  page.send({ type: 'page.requested', searchTypeId: second.messages.id, offset: 150, limit: 150, mode: 'replace' });
  const id = second.messages.id;
  await waitFor(
    execution,
    (state) => state.context.pages[id] !== undefined && state.context.pages[id].status !== 'loading',
  );
  assert.equal(execution.getSnapshot().context.pages[id]?.status, 'shown');

  const created = new Promise<string>((resolve) => view.on('viewCreated', (event) => resolve(event.id)));
  view.send({ type: 'saveAs.requested', metadata: { title: 'Nothing', summary: '', description: '' } });
  const viewId = await created;
  page.stop();
  const stored = await client.call(getView, { params: { viewId } });
  assert.equal(stored.title, 'Nothing');

  const again = startPage({ source: { kind: 'stored', viewId }, address: {} });
  const third = await again.finished(1);
  assert.equal(third.document.search.queries[0]?.query?.query_string, 'no_such_field_here:"nothing at all"');
  assert.equal(third.document.search.id, second.document.search.id, 'the stored search is executed unchanged');
  again.view.send({ type: 'widget.titled', widgetId: third.table.id, title: 'Renamed' });
  again.view.send({ type: 'save.requested' });
  await waitFor(again.view, (state) => state.matches({ open: { saving: 'idle', changes: 'unchanged' } }));
  again.page.stop();
  const renamed = await client.call(getView, { params: { viewId } });
  assert.equal(renamed.state[third.activeQuery]?.titles?.['widget']?.[third.table.id], 'Renamed');
});

test('the validation rejects an invalid query, with an explanation', async () => {
  const { page, finished, emitted } = startPage();
  await finished(1);
  page.send({ type: 'draft.submitted', draft: { queryString: 'source:(' } });
  await waitFor(page, (state) => state.value === 'ready' && emitted.some(({ type }) => type === 'submitRejected'));
  const { validation } = page.getSnapshot().context;
  assert.ok(validation.getSnapshot().matches({ settled: 'rejected' }));
  assert.equal(validation.getSnapshot().context.explanations[0]?.error_type, 'QUERY_PARSING_ERROR');
  page.stop();
});

test('the search page reports a view that does not exist', async () => {
  const { page, view } = startPage({ source: { kind: 'stored', viewId: '0123456789abcdef01234567' } });
  await waitFor(view, (state) => state.matches('missing'));
  page.stop();
});
