/** The universal search API returns results in one request, for scripts and the reference console. */
import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import type { UniversalAnswer } from '../../../../api/contract/universal.js';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { startInput } from '../../../started-input.js';
import { putMessages } from '../messages-input.js';
import { addPerson } from '../people.js';

const defaultStream = '000000000000000000000001';
const dayMs = 86_400_000;
let server: TestServer;
let admin: string;
let reader: string;

before(async () => {
  server = await startTestServer();
  admin = await server.login();
  const now = Date.now() / 1000;
  await putMessages(
    server,
    admin,
    [10, 20, 3 * 86_400].map((age, n) => ({
      host: `web-${n}`,
      short_message: n === 1 ? '=1+1' : `served ${n}`,
      timestamp: now - age,
      level: n,
      _n: n,
    })),
  );
  reader = (await addPerson(server, admin, 'reader', [`streams:read:${defaultStream}`], ['Reader'])).session;
});
after(() => server.stop());

const get = (path: string, session = admin, headers: Record<string, string> = {}) =>
  server.call(`/search/universal/${path}`, { session, headers });
async function found(path: string, session = admin): Promise<UniversalAnswer> {
  const response = await get(path, session);
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as UniversalAnswer;
}
const numbers = ({ messages }: UniversalAnswer): unknown[] => messages.map(({ message }) => message['n']);

test('searches with relative, absolute and keyword ranges return sorted and limited messages with the requested fields', async () => {
  const all = await found('relative?query=*&range=0');
  assert.deepEqual([all.total_results, numbers(all)], [3, [0, 1, 2]]);
  assert.deepEqual(all.fields, ['level', 'message', 'n', 'source', 'timestamp']);
  assert.deepEqual(numbers(await found('relative?query=*&range=3600')), [0, 1]);
  assert.deepEqual(numbers(await found('relative?query=served&range=0&sort=timestamp:asc&limit=1')), [2]);
  assert.deepEqual(numbers(await found('relative?query=*&range=0&offset=1&limit=1')), [1]);
  const from = new Date(Date.now() - 4 * dayMs).toISOString();
  const to = new Date(Date.now() - dayMs).toISOString();
  const old = await found(`absolute?query=n:2&from=${from}&to=${to}&fields=message,n&filter=streams:${defaultStream}`);
  assert.deepEqual([numbers(old), old.from, old.to], [[2], from, to]);
  assert.deepEqual(Object.keys(old.messages[0]?.message ?? {}).sort(), ['_id', 'message', 'n', 'streams', 'timestamp']);
  assert.deepEqual(numbers(await found('keyword?query=*&keyword=last%20hour&timezone=UTC')), [0, 1]);
});

test('decorators of searches without stream are applied unless the request disables them', async () => {
  const decorator = {
    type: 'org.graylog2.decorators.SyslogSeverityMapperDecorator',
    config: { source_field: 'level', target_field: 'severity' },
    order: 0,
    stream: null,
  };
  const made = await server.call('/search/decorators', { method: 'POST', session: admin, json: decorator });
  const { id } = (await made.json()) as { id: string };
  const decorated = await found('relative?query=n:1&range=0');
  assert.equal(decorated.messages[0]?.message['severity'], 'Alert (1)');
  assert.deepEqual(decorated.decoration_stats, { added_fields: ['severity'], changed_fields: [], removed_fields: [] });
  const plain = await found('relative?query=n:1&range=0&decorate=false');
  assert.deepEqual([plain.messages[0]?.message['severity'], plain.decoration_stats], [undefined, null]);
  const ofStream = await found(`relative?query=n:1&range=0&filter=streams:${defaultStream}`);
  assert.equal(ofStream.messages[0]?.message['severity'], undefined);
  await server.call(`/search/decorators/${id}`, { method: 'DELETE', session: admin });
});

test('CSV is returned by media type or path: oldest first, without formulas, and compressed if accepted', async () => {
  const path = 'relative/export?query=*&range=0&fields=message,n';
  const exported = await get(path);
  assert.match(
    exported.headers.get('content-disposition') ?? '',
    /^attachment; filename=.*search-result-relative.*\.csv$/,
  );
  const csv = await exported.text();
  assert.deepEqual(
    csv.split('\n').map((line) => line.replace(/^"[^"]*",/, '')),
    ['"message","n"', '"served 2","2"', `"'=1+1","1"`, '"served 0","0"', ''],
  );
  const sameText = await (await get('relative?query=*&range=0&fields=message,n', admin, { Accept: 'text/csv' })).text();
  assert.equal(sameText, csv);
  assert.equal((await (await get(`${path}&offset=1&limit=1`)).text()).split('\n')[1]?.includes('=1+1'), true);
  assert.equal((await get('relative/export?query=*&range=0')).status, 400);
  const raw = await compressed(`/api/search/universal/${path}`);
  assert.equal(gunzipSync(raw).toString(), csv);
});

/** Returns the body of a response without decompressing it. */
function compressed(path: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Basic ${Buffer.from(`${admin}:session`).toString('base64')}`,
      'accept-encoding': 'br, gzip',
    };
    request(new URL(path, server.url), { headers }, (response) => {
      assert.equal(response.headers['content-encoding'], 'gzip');
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => resolve(Buffer.concat(pieces)));
    })
      .on('error', reject)
      .end();
  });
}

test('a user searches only readable streams and not all messages, and meaningless requests are refused', async () => {
  assert.equal((await get('relative?query=*&range=0', reader)).status, 403);
  assert.equal((await get('relative?query=*&range=0&filter=streams:ffffffffffffffffffffffff', reader)).status, 403);
  assert.equal((await get(`relative?query=*&range=0&filter=streams:${defaultStream}:x`, reader)).status, 403);
  assert.equal((await get('relative?query=*&range=0&filter=level:3', reader)).status, 403);
  assert.equal((await found(`relative?query=*&range=0&filter=streams:${defaultStream}`, reader)).total_results, 3);
  for (const path of [
    'relative?query=*',
    'relative?query=*&range=-1',
    'relative?query=a%20AND&range=0',
    'relative?query=*&range=0&sort=timestamp',
    'relative?query=*&range=0&limit=20000',
    'absolute?query=*&from=yesterday&to=today',
    'keyword?query=*&keyword=qwertz&timezone=UTC',
  ])
    assert.equal((await get(path)).status, 400, path);
});

test('the time range is reduced to the configured limit', async () => {
  const path = '/system/cluster_config/org.graylog2.indexer.searches.SearchesClusterConfig';
  const config = (await (await server.call(path, { session: admin })).json()) as object;
  const limited = { ...config, query_time_range_limit: 'P1D' };
  assert.ok((await server.call(path, { method: 'PUT', session: admin, json: limited })).ok);
  assert.deepEqual(numbers(await found('relative?query=*&range=0')), [0, 1]);
  assert.ok((await server.call(path, { method: 'PUT', session: admin, json: config })).ok);
});

test('a search finds the messages that were acknowledged before it, without waiting for the next batch', async () => {
  const { id, port } = await startInput(server, admin, inputTypeIds.gelfHttp, { title: 'Sent and looked for at once' });
  for (let sent = 1; sent <= 10; sent += 1) {
    const body = JSON.stringify({ version: '1.1', host: 'h', short_message: `sent ${sent}` });
    assert.equal((await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body })).status, 202);
    assert.equal((await found(`relative?query=gl2_source_input:${id}&range=0`)).total_results, sent);
  }
});
