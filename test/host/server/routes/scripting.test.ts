/** Searches for scripts return messages and aggregations as one table. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { after, before, test } from 'node:test';
import type { TableAnswer } from '../../../../api/contract/scripting.js';
import type { Caller } from '../../../../host/server/auth/caller.js';
import type { ServerContext } from '../../../../host/server/context.js';
import { ApiError } from '../../../../host/server/foundation/errors.js';
import { Registry, type Served } from '../../../../host/server/http/registry.js';
import { registerScripting } from '../../../../host/server/routes/scripting.js';
import type { SearchEngine } from '../../../../host/server/search/index.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { untyped } from '../../../untyped.js';
import { putMessages } from '../messages-input.js';
import { addPerson } from '../people.js';

const defaultStream = '000000000000000000000001';
const all = { type: 'relative', range: 0 };
let server: TestServer;
let admin: string;
let reader: string;
let nobody: string;
let secretStream: string;

before(async () => {
  server = await startTestServer();
  admin = await server.login();
  const { index_set_id } = (await (await server.call(`/streams/${defaultStream}`, { session: admin })).json()) as {
    index_set_id: string;
  };
  const stream = {
    title: 'Secret',
    description: '',
    index_set_id,
    remove_matches_from_default_stream: true,
    rules: [{ field: 'source', type: 1, value: 'vault', inverted: false, description: '' }],
  };
  const made = await server.call('/streams', { method: 'POST', session: admin, json: stream });
  ({ stream_id: secretStream } = (await made.json()) as { stream_id: string });
  await server.call(`/streams/${secretStream}/resume`, { method: 'POST', session: admin });
  const now = Date.now() / 1000;
  await putMessages(server, admin, [
    { host: 'web-1', short_message: 'served fast', timestamp: now - 60, _took: 10, _code: 200, _n: 1 },
    { host: 'web-1', short_message: '=1+1', timestamp: now - 120, _took: 30, _code: 500, _n: 2 },
    {
      host: 'web-2',
      short_message: 'two\nlines \u001b[31mred',
      timestamp: now - 180,
      _took: 80,
      _n: 9007199254740993n,
    },
    { host: 'vault', short_message: 'the secret', timestamp: now - 240, _took: 1000, _n: 4 },
    { host: 'web-3', short_message: 'long ago', timestamp: now - 3 * 86_400, _took: 5, _n: 5 },
  ]);
  reader = (await addPerson(server, admin, 'reader', [`streams:read:${defaultStream}`], ['Reader'])).session;
  nobody = (await addPerson(server, admin, 'nobody', [], ['Reader'])).session;
});
after(() => server.stop());

const ask = (path: string, json: unknown, session: string | undefined = admin, headers: Record<string, string> = {}) =>
  server.call(`/search/${path}`, { method: 'POST', json, headers, ...(session !== '' && { session }) });
const get = (query: string, session = admin, headers: Record<string, string> = {}) =>
  server.call(`/search/messages?${query}`, { session, headers });
async function table(answered: Promise<Response>): Promise<TableAnswer> {
  const response = await answered;
  assert.equal(response.status, 200, await response.clone().text());
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
  return (await response.json()) as TableAnswer;
}
const rows = async (path: string, json: unknown, session?: string) => (await table(ask(path, json, session))).datarows;
/** Returns the error message of an answer after checking its status. */
async function refused(answered: Promise<Response>, status: number): Promise<string> {
  const response = await answered;
  const text = await response.text();
  assert.equal(response.status, status, text);
  return (JSON.parse(text) as { message: string }).message;
}

test('a message table names the index and the id of each message, with which the message is read', async () => {
  const { schema, datarows } = await table(get('query=%22served%20fast%22&fields=_index,_id,message'));
  assert.deepEqual(
    schema.map(({ field, type }) => [field, type]),
    [
      ['_index', 'string'],
      ['_id', 'string'],
      ['message', 'string'],
    ],
  );
  const [index, id] = datarows[0] ?? [];
  const response = await server.call(`/messages/${String(index)}/${String(id)}`, { session: admin });
  assert.equal(response.status, 200);
  // Cast: the answer has the shape that the contract describes.
  assert.equal(((await response.json()) as { message: { message: string } }).message.message, 'served fast');
});

test('the message table contains by default time, source and text of the newest messages of the last day', async () => {
  const { schema, datarows, metadata } = await table(ask('messages', {}));
  assert.deepEqual(schema, [
    { column_type: 'field', type: 'date', field: 'timestamp', name: 'field: timestamp' },
    { column_type: 'field', type: 'string', field: 'source', name: 'field: source' },
    { column_type: 'field', type: 'string', field: 'message', name: 'field: message' },
  ]);
  assert.deepEqual(
    datarows.map(([, source]) => source),
    ['web-1', 'web-1', 'web-2', 'vault'],
  );
  assert.match(String(datarows[0]?.[0]), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const { type, from, to } = metadata.effective_timerange;
  assert.deepEqual([type, Date.parse(to) - Date.parse(from)], ['absolute', 86_400_000]);
});

test('the message table takes query, streams, range, fields, sorting and page; missing fields are null', async () => {
  const query = { query: 'took:>=30', timerange: all, fields: ['n', 'code', '__proto__', 'none'], sort: 'took' };
  const exact = await (await ask('messages', query)).text();
  assert.match(exact, /"datarows":\[\[4,null,null,null\],\[9007199254740993,null,null,null\],\[2,500,null,null\]\]/);
  assert.deepEqual(
    (JSON.parse(exact) as TableAnswer).schema.map(({ type }) => type),
    ['numeric', 'numeric', 'unknown', 'unknown'],
  );
  const up = { timerange: all, fields: ['took'], sort: 'took', sort_order: 'asc' };
  assert.deepEqual(await rows('messages', { ...up, from: 1, size: 2 }), [[10], [30]]);
  assert.deepEqual(await rows('messages', { ...up, sort_order: 'Descending', size: 1 }), [[1000]]);
  assert.deepEqual(await rows('messages', { ...up, size: 0 }), []);
  assert.deepEqual(await rows('messages', { ...up, streams: [secretStream] }), [[1000]]);
  assert.deepEqual(await rows('messages', { ...up, query: null, streams: null, from: null, size: null }), [
    [5],
    [10],
    [30],
    [80],
    [1000],
  ]);
});

test('a GET request returns the message table for the range, fields, streams and sorting in its parameters', async () => {
  const named = await table(
    get(`fields=took,source&timerange=90s&sort=timestamp&sort_order=asc&streams=${defaultStream}`),
  );
  assert.deepEqual(named.datarows, [[10, 'web-1']]);
  assert.deepEqual((await table(get('fields=n&timerange=last+hour&query=took:10'))).datarows, [[1]]);
  assert.deepEqual((await table(get('fields=n&timerange=4d&from=4'))).datarows, [[5]]);
  assert.equal((await table(get(''))).datarows.length, 4);
  for (const [query, problem] of [
    ['timerange=qwertz', /qwertz/],
    ['timerange=99999999999s', /99999999999s/],
    ['size=-1', /size/],
    ['size=many', /size/],
    ['sort_order=up', /sort_order/],
  ] as const)
    assert.match(await refused(get(query), 400), problem, query);
});

test('the aggregation table supports groups with limit and sorting, and every metric', async () => {
  const bySource = { group_by: [{ field: 'source' }], timerange: all };
  const answer = await table(
    ask('aggregate', {
      ...bySource,
      metrics: [
        { function: 'count' },
        { function: 'avg', field: 'took', sort: 'desc' },
        { function: 'percentile', field: 'took', configuration: { percentile: 50 } },
        { function: 'latest', field: 'code' },
      ],
    }),
  );
  assert.deepEqual(answer.schema, [
    { column_type: 'grouping', type: 'string', field: 'source', name: 'grouping: source' },
    { column_type: 'metric', type: 'numeric', function: 'count', name: 'metric: count()' },
    { column_type: 'metric', type: 'numeric', function: 'avg', field: 'took', name: 'metric: avg(took)' },
    {
      column_type: 'metric',
      type: 'numeric',
      function: 'percentile',
      field: 'took',
      name: 'metric: percentile(took,50)',
    },
    { column_type: 'metric', type: 'numeric', function: 'latest', field: 'code', name: 'metric: latest(code)' },
  ]);
  assert.deepEqual(answer.datarows, [
    ['vault', 1, 1000, 1000, null],
    ['web-2', 1, 80, 80, null],
    ['web-1', 2, 20, 20, 200],
    ['web-3', 1, 5, 5, null],
  ]);
  const lowest = { metrics: [{ function: 'max', field: 'took', sort: 'Ascending' }] };
  assert.deepEqual(await rows('aggregate', { ...lowest, timerange: all, group_by: [{ field: 'source', limit: 2 }] }), [
    ['web-3', 5],
    ['web-1', 30],
  ]);
  const both = { timerange: all, query: 'source:web-*', group_by: [{ field: 'code' }, { field: 'source' }] };
  assert.deepEqual(await rows('aggregate', { ...both, metrics: [{ function: 'count' }] }), [
    ['200', 'web-1', 1],
    ['500', 'web-1', 1],
    ['(Empty Value)', '(Empty Value)', 2],
  ]);
  const whole = { group_by: [], metrics: [{ function: 'sum', field: 'took' }, { function: 'count' }] };
  assert.deepEqual(await rows('aggregate', whole), [[1120, 4]]);
});

test('CSV contains no formulas for spreadsheets, and a text table no control characters for terminals', async () => {
  const request = { timerange: all, query: 'took:30 OR took:80', fields: ['message', 'took', 'code'] };
  const csv = await ask('messages', request, admin, { Accept: 'text/csv' });
  assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/);
  const cells = `"field: message","field: took","field: code"\n"'=1+1","30","500"\n"two\nlines \u001b[31mred","80",\n`;
  assert.equal(await csv.text(), cells);
  const plain = await ask('messages', request, admin, { Accept: 'text/plain' });
  assert.match(plain.headers.get('content-type') ?? '', /^text\/plain/);
  assert.equal(
    await plain.text(),
    [
      '+--------------------------+-------------+-------------+',
      '| field: message           | field: took | field: code |',
      '+--------------------------+-------------+-------------+',
      '| =1+1                     | 30          | 500         |',
      '| two\\nlines \\u001b[31mred | 80          |             |',
      '+--------------------------+-------------+-------------+',
      '',
    ].join('\n'),
  );
  const counted = { timerange: all, group_by: [{ field: 'source', limit: 1 }], metrics: [{ function: 'count' }] };
  const figures = await ask('aggregate', counted, admin, { Accept: 'text/csv' });
  assert.equal(await figures.text(), '"grouping: source","metric: count()"\n"web-1","2"\n');
  const address = await get('fields=took&timerange=90s', admin, { Accept: 'text/csv' });
  assert.equal(await address.text(), '"field: took"\n"10"\n');
});

test('the response has the media type that the Accept header prefers', async () => {
  const type = async (accept: string) =>
    ((await get('fields=took', admin, { Accept: accept })).headers.get('content-type') ?? '').replace(/;.*/, '');
  assert.equal(await type('application/json, text/plain, */*'), 'application/json');
  assert.equal(await type('*/*'), 'application/json');
  assert.equal(await type('text/csv, application/json'), 'text/csv');
  assert.equal(await type('text/plain;q=0.5, text/csv'), 'text/csv');
  assert.equal(await type('text/csv;q=0, text/*'), 'text/plain');
  assert.match(await refused(get('', admin, { Accept: 'image/png' }), 406), /text\/csv/);
});

test('a user gets only messages of readable streams', async () => {
  const counted = { group_by: [], metrics: [{ function: 'count' }], timerange: all };
  const requests = [
    ['messages', { timerange: all, fields: ['n'] }],
    ['aggregate', counted],
  ] as const;
  for (const [path, body] of requests) {
    await refused(ask(path, body, ''), 401);
    await refused(ask(path, body, nobody), 403);
    await refused(ask(path, { ...body, streams: [defaultStream] }, nobody), 403);
    const other = await ask(path, { ...body, streams: [defaultStream, secretStream] }, reader);
    assert.deepEqual(
      [other.status, await other.json()],
      [403, { type: 'MissingStreamPermission', message: 'Not authorized to access streams.', streams: [secretStream] }],
    );
  }
  await refused(get(`streams=${secretStream}`, reader), 403);
  assert.deepEqual(await rows('aggregate', counted), [[5]]);
  assert.deepEqual(await rows('aggregate', counted, reader), [[4]]);
  assert.deepEqual(await rows('messages', { timerange: all, query: 'n:4', fields: ['n'] }, reader), []);
  assert.deepEqual(await rows('messages', { timerange: all, query: 'n:4 OR n:5', fields: ['n'] }, reader), [[5]]);
});

test('the server answers meaningless or oversized requests with 400 and the reason', async () => {
  const count = [{ function: 'count' }];
  const bad: readonly (readonly [path: string, body: unknown, said: RegExp])[] = [
    ['messages', { query: 'a AND' }, /Cannot parse query/],
    ['messages', { timerange: { type: 'absolute', from: '2024-01-02T00:00:00Z', to: '2024-01-01T00:00:00Z' } }, /ends/],
    ['messages', { timerange: { type: 'keyword', keyword: 'qwertz' } }, /qwertz/],
    ['messages', { timerange: { type: 'since', from: 1 } }, /timerange/],
    ['messages', { size: 10_001 }, /Result window/],
    ['messages', { from: 9_995 }, /Result window/],
    ['messages', { from: -1 }, /from/],
    ['messages', { size: 1.5 }, /size/],
    ['messages', { sort_order: 'up' }, /sort_order/],
    ['messages', { fields: Array.from({ length: 1_001 }, (_unused, n) => `f${n}`) }, /at most 1000, got 1001/],
    ['messages', { size: 10_000, fields: Array.from({ length: 101 }, (_unused, n) => `f${n}`) }, /at most 1000000/],
    ['messages', { streams: defaultStream }, /streams/],
    ['messages', { streams: Array.from({ length: 10_001 }, () => 's') }, /10000 streams/],
    ['aggregate', {}, /group_by/],
    ['aggregate', { group_by: [], metrics: [] }, /metrics/],
    ['aggregate', { group_by: [{ field: '' }], metrics: count }, /field/],
    ['aggregate', { group_by: [{ field: 'source', limit: 0 }], metrics: count }, /limit/],
    ['aggregate', { group_by: [], metrics: [{ function: 'constructor' }] }, /constructor/],
    ['aggregate', { group_by: [], metrics: [{ function: 'avg' }] }, /needs a field/],
    ['aggregate', { group_by: [], metrics: [{ function: 'avg', field: 'source' }] }, /Expected numeric/],
    ['aggregate', { group_by: [], metrics: [{ function: 'percentile', field: 'took' }] }, /0 to 100/],
    ['aggregate', { group_by: Array.from({ length: 33 }, () => ({ field: 'source' })), metrics: count }, /32 groups/],
    ['aggregate', { group_by: [], metrics: Array.from({ length: 501 }, () => count[0]) }, /500 series/],
  ];
  for (const [path, body, problem] of bad)
    assert.match(await refused(ask(path, body), 400), problem, JSON.stringify(body).slice(0, 200));
});

test('hostile field names are treated as field names', async () => {
  for (const name of [`x' OR 1=1 --`, '"; DROP TABLE messages', '__proto__', '\u202e', 'a'.repeat(40_000), '']) {
    const found = await table(
      ask('messages', { fields: [name, 'took'], sort: name, timerange: all, query: 'took:10' }),
    );
    assert.deepEqual(found.datarows, [[null, 10]], name.slice(0, 40));
    if (name === '') continue;
    const grouped = { timerange: all, group_by: [{ field: name }], metrics: [{ function: 'card', field: name }] };
    assert.deepEqual(await rows('aggregate', grouped), [['(Empty Value)', 0]], name.slice(0, 40));
  }
});

test('the configured limit of the time range applies to the scripting API', async () => {
  const path = '/system/cluster_config/org.graylog2.indexer.searches.SearchesClusterConfig';
  const config = (await (await server.call(path, { session: admin })).json()) as object;
  const limited = { ...config, query_time_range_limit: 'P1D' };
  assert.ok((await server.call(path, { method: 'PUT', session: admin, json: limited })).ok);
  assert.match(await refused(ask('messages', { timerange: all }), 400), /out of allowed time range limit/);
  assert.equal((await rows('messages', {})).length, 4);
  assert.ok((await server.call(path, { method: 'PUT', session: admin, json: config })).ok);
});

test('the map data endpoint is answered with 404, as the contract specifies', async () => {
  assert.match(await refused(ask('mapdata', {}), 404), /mapdata|not found/i);
});

test('a scripting search ends with an error after the time limit and when its caller disconnects; its result is kept while it is sent', async () => {
  const calls: unknown[] = [];
  const search = untyped<SearchEngine>({
    execute: (_search: unknown, _state: unknown, caller: { username: string }, options: { signal: AbortSignal }) => {
      calls.push(['execute', caller.username, options.signal]);
      return Promise.resolve({ id: 'job', results: {}, execution: { done: false } });
    },
    keep: () => () => calls.push('let go'),
    cancel: (...of: unknown[]) => calls.push(['cancel', ...of]) > 0,
  });
  const documents = { collection: () => ({ all: () => [] }) };
  const registry = new Registry();
  registerScripting(registry, untyped<ServerContext>({ documents, search }));
  const [served] = registry.all();
  assert.ok(served);
  const caller: Caller = { id: 'id', username: 'slow', permissions: ['*'], timezone: null };
  const { signal } = new AbortController();
  const connection = new EventEmitter();
  type Arguments = Parameters<Served['answer']>;
  const answered = served.answer(
    untyped<Arguments[0]>({ headers: {}, body: {} }),
    untyped<Arguments[1]>({ raw: connection }),
    caller,
    signal,
  );
  await assert.rejects(
    answered,
    (error) => error instanceof ApiError && error.status === 503 && /narrow/.test(error.message),
  );
  assert.deepEqual(calls, [
    ['execute', 'slow', signal],
    ['cancel', 'job', 'slow'],
  ]);
  connection.emit('close');
  assert.equal(calls.at(-1), 'let go');
});
