import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { MessagesResult, PivotResult, SearchJob } from '../../../../api/contract/searches.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { putMessages } from '../messages-input.js';
import { addPerson } from '../people.js';

let server: TestServer;
let session: string;
const searchId = '65e1a0c2d4b5f60718293a4b';
const queryId = 'b7d1c1de-7d3e-4a4e-9f4e-1d6f4f6a0001';

const post = (path: string, json: unknown, headers: Record<string, string> = {}) =>
  server.call(path, { method: 'POST', session, json, headers });
const get = (path: string) => server.call(path, { session });
async function answer<T>(response: Response | Promise<Response>, status = 200): Promise<T> {
  const received = await response;
  const text = await received.text();
  assert.equal(received.status, status, text);
  return JSON.parse(text) as T;
}

/** Returns a search request in the form that the reference console posts. */
const search = (query: string, parameters: unknown[] = []) => ({
  id: searchId,
  queries: [
    {
      id: queryId,
      query: { type: 'elasticsearch', query_string: query },
      timerange: { type: 'relative', range: 3600 },
      filter: null,
      filters: [],
      search_types: [
        {
          id: 'st-chart',
          name: 'chart',
          type: 'pivot',
          rollup: true,
          row_groups: [{ type: 'time', fields: ['timestamp'], interval: { type: 'auto', scaling: 1 } }],
          column_groups: [],
          series: [{ id: 'count()', type: 'count' }],
          sort: [],
          streams: [],
          filters: [],
        },
        {
          id: 'st-msg',
          type: 'messages',
          limit: 150,
          offset: 0,
          decorators: [],
          sort: [{ field: 'timestamp', order: 'DESC' }],
          streams: [],
          filters: [],
        },
      ],
    },
  ],
  parameters,
});

before(async () => {
  server = await startTestServer();
  session = await server.login();
  await putMessages(server, session, [{ host: 'web-1', short_message: 'Server started', _n: 7 }]);
});
after(() => server.stop());

test('a console stores, describes, executes and polls a search', async () => {
  const stored = await answer<{ id: string; queries: unknown[]; parameters: unknown[] }>(
    post('/views/search', search('message:"server started"')),
    201,
  );
  assert.deepEqual(Object.keys(stored).sort(), ['id', 'parameters', 'queries']);
  assert.deepEqual(await answer(get(`/views/search/${searchId}`)), stored);
  assert.deepEqual(await answer(post('/views/search/metadata', search('a:$x$'))), {
    query_metadata: { [queryId]: { used_parameters_names: ['x'] } },
    declared_parameters: {},
  });
  const job = await answer<SearchJob>(
    post(`/views/search/${searchId}/execute`, {
      global_override: { keep_queries: [queryId], keep_search_types: [], search_types: {} },
      parameter_bindings: {},
    }),
    201,
  );
  assert.deepEqual(job.execution, { done: true, cancelled: false, completed_exceptionally: false });
  const results = job.results[queryId]?.search_types;
  const messages = results?.['st-msg'] as MessagesResult;
  const chart = results?.['st-chart'] as PivotResult;
  assert.ok(messages.total_results >= 1);
  assert.equal(chart.total, messages.total_results);
  assert.equal(chart.rows.at(-1)?.source, 'non-leaf');
  assert.deepEqual(await answer(get(`/views/search/status/${job.id}`)), job);
  await answer(get('/views/search/status/65e1a0c9d4b5f60718293a4c'), 404);
  await answer(get('/views/search/65e1a0c9d4b5f60718293a4c'), 404);
  await answer(post('/views/search/65e1a0c9d4b5f60718293a4c/execute', {}), 404);
  assert.equal((await server.call(`/views/search/cancel/${job.id}`, { method: 'DELETE', session })).status, 204);
});

test('the server returns one message by index and id', async () => {
  const job = await answer<SearchJob>(post('/views/search/sync', search('message:"server started"')));
  const [first] = (job.results[queryId]?.search_types['st-msg'] as MessagesResult).messages;
  assert.ok(first);
  const path = `/messages/${first.index}/${String(first.message['_id'])}`;
  const found = await answer<{ index: string; message: { id: string; fields: object; stream_ids: string[] } }>(
    get(path),
  );
  assert.equal(found.message.id, first.message['_id']);
  assert.deepEqual(found.message.fields, first.message);
  assert.deepEqual(found.message.stream_ids, first.message['streams']);
  await answer(get(`/messages/${first.index}/nothing`), 404);
  assert.deepEqual(await answer(get(`/messages/${first.index}/analyze?string=Foo-Bar%20b.z`)), {
    tokens: ['foo', 'bar', 'b.z'],
  });
});

test('fields, functions, validation, suggestions and natural dates are available over HTTP', async () => {
  const fields = await answer<{ name: string }[]>(
    post('/views/fields', { streams: [], timerange: { type: 'relative', range: 300 } }),
  );
  assert.ok(fields.some(({ name }) => name === 'source'));
  assert.deepEqual(await answer(get('/views/fields')), fields);
  assert.equal(
    (await answer<Record<string, { description: string }>>(get('/views/functions')))['stddev']?.description,
    'Standard Deviation',
  );
  const validation = await answer<{ status: string }>(
    post('/search/validate', { query: 'foo:bar and', timerange: { type: 'relative', range: 300 } }),
  );
  assert.equal(validation.status, 'WARNING');
  const suggestions = await answer<{ suggestions: unknown[] }>(
    post('/search/suggest', { field: 'source', input: '', size: 50, timerange: { type: 'relative', range: 3600 } }),
  );
  assert.ok(suggestions.suggestions.length > 0);
  const date = await answer<{ from: string; timezone: string }>(
    get('/tools/natural_date_tester?string=last%20hour&timezone=Europe%2FBerlin'),
  );
  assert.match(date.from, /T\d\d:\d\d:\d\d\.\d{3}\+0[12]:00$/);
  await answer(get('/tools/natural_date_tester?string=qwertz&timezone=UTC'), 422);
  await answer(get('/tools/natural_date_tester?string=today&timezone=Nowhere'), 400);
});

test('a stored search and its messages can be exported as CSV', async () => {
  await answer(post('/views/search', search('message:"server started"')), 201);
  const body = { fields_in_order: ['source', 'message'], limit: 1, time_zone: 'UTC' };
  const id = await (await post(`/views/export/${searchId}`, body, { Accept: 'text/csv' })).text();
  assert.match(id, /^[0-9a-f]{24}$/);
  const job = `/views/search/messages/job/${id}/export.csv`;
  const { session: other } = await addPerson(server, session, 'export-reader', ['streams:read', 'messages:read']);
  assert.equal((await server.call(job, { session: other })).status, 404, 'an export belongs to the user who made it');
  const download = await get(job);
  assert.match(download.headers.get('content-type') ?? '', /^text\/csv/);
  const csv = await download.text();
  assert.match(csv, /^"source","message"\n"[^"]+","[^\n]+"\n$/);
  const direct = await post(`/views/search/messages/${searchId}/st-msg`, body, { Accept: 'text/csv' });
  assert.equal(await direct.text(), csv);
  const lines = await post(
    '/views/search/messages',
    { query_string: { type: 'elasticsearch', query_string: '*' }, fields_in_order: ['source'] },
    { Accept: 'application/x-ndjson' },
  );
  assert.ok((JSON.parse((await lines.text()).split('\n')[0] ?? '') as { source: string }).source.length > 0);
  assert.equal((await post('/views/search/messages', { query_string: 'a AND' }, { Accept: 'text/csv' })).status, 400);
  assert.equal((await get('/views/search/messages/job/65e1a0c9d4b5f60718293a4c/x.csv')).status, 404);
});

test('invalid search requests are answered with the status of their error', async () => {
  await answer(post('/views/search', { queries: 'x' }), 400);
  const bad = search('');
  await answer(
    post('/views/search/sync', {
      ...bad,
      queries: [{ ...bad.queries[0], timerange: { type: 'keyword', keyword: 'qwertz' } }],
    }),
    400,
  );
  const broken = await answer<SearchJob>(post('/views/search/sync', search('a AND (')));
  assert.equal(broken.errors?.length, 2);
  const gone = new AbortController();
  const request = server.call('/views/search/sync', { method: 'POST', session, json: search(''), signal: gone.signal });
  gone.abort();
  await assert.rejects(request);
});

test('hostile search bodies are refused without a server error', async () => {
  const nested = (depth: number) => `{"queries":[{"x":${'['.repeat(depth)}${']'.repeat(depth)}}]}`;
  const send = (path: string, body: string) =>
    server.call(path, { method: 'POST', session, body, headers: { 'Content-Type': 'application/json' } });
  for (const path of ['/views/search', '/views/search/sync', '/views/search/metadata']) {
    const answered = await send(path, nested(20_000));
    assert.equal(answered.status, 400, path);
    assert.match(await answered.text(), /nested deeper/);
  }
  assert.equal((await send('/views/search/metadata', nested(200))).status, 200);
  const text = JSON.stringify({
    queries: [{ query: { type: 'elasticsearch', query_string: `"${'[{\\"'.repeat(600)}` } }],
  });
  assert.equal((await send('/views/search/metadata', text)).status, 200);
  assert.equal((await post('/search/validate', { query: 'a', parameters: [null] })).status, 400);
});
