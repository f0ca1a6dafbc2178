/** The HTTP polling input requests allowed URLs with configured headers and extracts values by a JSON path. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { InputStateSummary } from '../../../../api/contract/inputs.schema.js';
import { jsonPathDecoder } from '../../../../host/server/intake/decode/json-path-value.js';
import { DecodeFailure } from '../../../../host/server/intake/decode/decoded.js';
import type { EgressGuard } from '../../../../host/server/outgoing/egress-guard.js';
import { textReader } from '../../../../host/server/intake/decode/text.js';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import type { Receiver } from '../../../../host/server/intake/transport/receiver.js';
import { headersOf, HttpPollTransport } from '../../../../host/server/intake/transport/http-poll.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { until } from '../../../until.js';

const shop = {
  book: [
    { n: 1, 'a b': 'x' },
    { n: 2, tags: ['p', 'q'], price: { net: 1.5 } },
  ],
  open: true,
};
const decode = (path: string, flatten = false, document: unknown = { store: shop }) => {
  const decoder = jsonPathDecoder({ textOf: textReader('UTF-8'), path, source: 'api', flatten });
  const { fields, ...rest } = decoder(Buffer.from(JSON.stringify(document)), 0);
  return { ...rest, fields: { ...fields } };
};

const found: [path: string, flatten: boolean, fields: Record<string, unknown>][] = [
  ['$.store.book[1].n', false, { result: 2 }],
  ["$['store']['book'][0]['a b']", false, { result: 'x' }],
  ['$.store.book[-1].n', false, { result: 2 }],
  ['$.store.open', true, { result: true }],
  ['$.store.book[*].n', false, { result: '[1,2]' }],
  ['$.store.book[1].price', false, { result: '{"net":1.5}' }],
  ['$.store.book[1]', true, { n: 2, tags: 'p, q', price_net: 1.5 }],
  ['$.store.*[0].n', false, { result: '[1]' }],
];
for (const [path, flatten, fields] of found) {
  test(`the JSON path ${path} finds its values${flatten ? ' as fields' : ''}`, () => {
    const decoded = decode(path, flatten);
    assert.deepEqual(decoded.fields, fields);
    assert.equal(decoded.source, 'api');
    assert.ok(decoded.message.startsWith(`${path}: `));
  });
}
for (const path of ['$.store.none', '$.store.book[7]', '$.store.book.n', '$.constructor', '$.store.book[*].none'])
  test(`the JSON path ${path} finds nothing`, () => assert.throws(() => decode(path), DecodeFailure));
for (const path of ['', 'store', '$..', '$.a[?(@.b ==)]', '$.a[::0]', '$.a[', `$${'.a'.repeat(600)}`])
  test(`the invalid JSON path ${path.slice(0, 20)} is refused`, () => assert.throws(() => decode(path), RangeError));

test('configured headers are parsed; invalid headers and Host are refused', () => {
  assert.deepEqual(headersOf(' Accept: a, b;q=1, X-Key : k:1 '), { Accept: 'a, b;q=1', 'X-Key': 'k:1' });
  for (const text of ['Host: x', 'no colon', 'a b: c', 'A: \u0000']) assert.throws(() => headersOf(text), RangeError);
});

test('an HTTP poll input polls nothing while it waits for the server to be ready', async () => {
  let isReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (isReady = resolve));
  const waits: boolean[] = [];
  let asks = 0;
  const egress = { open: async () => ((asks += 1), Promise.reject(new Error('closed'))) };
  const receiver = { whenReady: (throttled: boolean) => (waits.push(throttled), ready) };
  const settings = {
    url: 'http://127.0.0.1:1/',
    headers: '',
    secretHeaders: async () => '',
    intervalMs: 60_000,
    throttled: true,
    // The test double has only the method of the guard that the transport uses.
    egress: egress as unknown as EgressGuard,
    onTrouble: () => undefined,
  };
  // The test double has only the methods of a receiver that the transport uses.
  const transport = new HttpPollTransport(settings, receiver as unknown as Receiver);
  await transport.start();
  await until('the transport waits', async () => waits.length > 0);
  assert.deepEqual([waits, asks], [[true], 0]);
  isReady();
  await until('the input sends a request', async () => asks > 0);
  await transport.stop();
});

let server: TestServer;
let session: string;
const requests: IncomingHttpHeaders[] = [];
let status = 200;
const api = createServer((request, response) => {
  requests.push(request.headers);
  response.writeHead(status, { Location: '/elsewhere' }).end(JSON.stringify({ store: shop }));
});
let address = '';
before(async () => {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(api.address() as AddressInfo).port}/figures?key=a-secret-key`;
  server = await startTestServer();
  session = await server.login();
});
after(async () => {
  await server.stop();
  api.close();
});

test('an HTTP poll input polls an address only as long as it is allowed; secrets are stored encrypted and sent nowhere else', async () => {
  const call = async <T>(method: string, path: string, json?: unknown): Promise<T> => {
    const response = await server.call(path, { method, session, ...(json === undefined ? {} : { json }) });
    const text = await response.text();
    assert.ok(response.ok, `the response of ${path} has the expected status: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  const configuration = {
    target_url: address,
    encrypted_headers: { set_value: 'X-Key: a very secret key' },
    headers: 'X-Plain: p',
    interval: 1,
    timeunit: 'SECONDS',
    path: '$.store.book[1].n',
    source: 'api',
  };
  const input = { title: 'figures', type: inputTypeIds.jsonPath, global: true, configuration };
  const { id } = await call<{ id: string }>('POST', '/system/inputs', input);
  const state = () => call<InputStateSummary>('GET', `/system/inputstates/${id}`);
  const problem = await until(
    'the input reports that the address is not allowed',
    async () => (await state()).detailed_message ?? undefined,
  );
  assert.equal(
    problem,
    `${address.split('?')[0]} is not on the URL whitelist.`,
    'the message omits the query string, which may contain keys',
  );
  assert.equal(requests.length, 0);
  const entries = [{ id: 'e', type: 'literal', value: address, title: 't' }];
  await call('PUT', '/system/urlwhitelist', { disabled: false, entries });
  await until('the input sends a request', async () => requests.length > 0 && (await state()).state === 'RUNNING');
  assert.deepEqual([requests[0]?.['x-key'], requests[0]?.['x-plain']], ['a very secret key', 'p']);
  const query = `query=gl2_source_input:${id}&range=0&fields=message,source,result&limit=1`;
  const stored = await until('the message is found', async () => {
    const { messages } = await call<{ messages: { message: Record<string, unknown> }[] }>(
      'GET',
      `/search/universal/relative?${query}`,
    );
    return messages[0]?.message;
  });
  assert.deepEqual([stored['message'], stored['source'], stored['result']], ['$.store.book[1].n: 2', 'api', 2]);

  const shown = await call<{ attributes: Record<string, unknown> }>('GET', `/system/inputs/${id}`);
  assert.deepEqual(shown.attributes['encrypted_headers'], { is_set: true });
  for (const entry of await readdir(server.data, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.parentPath.includes('indices')) continue;
    assert.ok(!(await readFile(join(entry.parentPath, entry.name))).includes('a very secret key'), entry.name);
  }
  const kept = { ...configuration, encrypted_headers: { keep_value: true } };
  const moved = { ...input, configuration: { ...kept, target_url: 'http://127.0.0.1:1/figures' } };
  assert.equal((await server.call(`/system/inputs/${id}`, { method: 'PUT', session, json: moved })).status, 400);
  const wrong = { ...input, configuration: { ...kept, target_url: 'file:///etc/passwd' } };
  assert.equal((await server.call(`/system/inputs/${id}`, { method: 'PUT', session, json: wrong })).status, 400);

  status = 302;
  await until('the input reports the redirect as an error', async () =>
    /answers with status 302/.test((await state()).detailed_message ?? ''),
  );
  status = 200;
  await until('the input runs again', async () => (await state()).state === 'RUNNING');
  await call('PUT', '/system/urlwhitelist', { disabled: false, entries: [] });
  await until(
    'the input reports that the address is no longer allowed',
    async () => (await state()).state === 'FAILING',
  );
  await call('DELETE', `/system/inputs/${id}`);
});
