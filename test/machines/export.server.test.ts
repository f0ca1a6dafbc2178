/**
 * Tests the state machine of the export with the real client and server: the file, cancellation, and truncated
 * downloads.
 */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { createActor, waitFor } from 'xstate';
import { createClient, type Client } from '../../api/client.js';
import { createSearch } from '../../api/contract/searches.js';
import { putMessages } from '../host/server/messages-input.js';
import type { ExportInput } from '../../machines/export.js';
import { exportLogic } from '../../machines/export-actors.js';
import { startTestServer, type TestServer } from '../server.js';

const searchId = '65e1a0c2d4b5f60718293a4c';
const count = 30;
let server: TestServer;
let client: Client;

before(async () => {
  server = await startTestServer();
  const session = await server.login();
  client = createClient({
    baseUrl: `${server.url}/api`,
    getToken: () => Promise.resolve({ token: session, kind: 'session' }),
  });
  const now = Date.now() / 1000;
  await putMessages(
    server,
    session,
    Array.from({ length: count }, (_unused, n) => ({
      host: 'web',
      short_message: `two "lines"\nof ${n}`,
      timestamp: now - count + n,
      _n: n,
    })),
  );
  await client.call(createSearch, {
    body: {
      id: searchId,
      queries: [
        {
          id: 'q',
          timerange: { type: 'relative', range: 0 },
          query: { type: 'elasticsearch', query_string: '_exists_:n' },
          search_types: [{ id: 'table', type: 'messages', limit: 10 }],
        },
      ],
    },
  });
});
after(async () => void (await server.stop()));

const input: ExportInput = {
  viewType: 'SEARCH',
  viewTitle: 'All of it',
  tables: [
    {
      widgetId: 'w',
      title: 'Messages',
      searchTypeId: 'table',
      fields: ['n'],
      showMessageRow: true,
      range: undefined,
      total: count,
    },
  ],
  whole: { range: undefined, total: undefined },
  searchId,
  state: { global_override: { keep_queries: ['q'] } },
  timezone: 'UTC',
};

test("the file equals the server's bytes, and the progress equals its number of messages", async () => {
  for (const format of ['csv', 'json'] as const) {
    const actor = createActor(exportLogic(client), { input }).start();
    actor.send({ type: 'format.chosen', format });
    actor.send({ type: 'limit.changed', limit: '12' });
    actor.send({ type: 'download.requested' });
    const { context } = await waitFor(actor, (state) => state.status === 'done', { timeout: 90_000 });
    assert.equal(context.progress.messages, 12);
    const text = await context.file?.blob.text();
    assert.equal(context.progress.bytes, Buffer.byteLength(text ?? ''));
    assert.ok(text?.startsWith(format === 'csv' ? '"n","message"\n"0","two ""lines""\nof 0"\n' : '{"n":0,"message":'));
  }
});

/** Starts a proxy in front of the server. It holds back the second half of every download, or cuts it off. */
async function between(held: { cut: boolean; gone: () => void }): Promise<{ proxy: Server; base: string }> {
  const proxy = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
      const body = pieces.length > 0 ? Buffer.concat(pieces) : null;
      void fetch(`${server.url}${request.url ?? ''}`, {
        method: request.method ?? 'GET',
        headers: { ...(headers as Record<string, string>), 'accept-encoding': 'identity' },
        body,
      }).then(async (answer) => {
        const bytes = Buffer.from(await answer.arrayBuffer());
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
        if (!request.url?.includes('/job/')) return void response.end(bytes);
        response.write(bytes.subarray(0, bytes.length / 2));
        response.once('close', held.gone);
        if (held.cut) setImmediate(() => response.destroy());
      });
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return { proxy, base: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api` };
}

test('a stopped download ends the response; a truncated one is a failure instead of a file', async (context) => {
  const session = await server.login();
  let gone: () => void = () => undefined;
  const held = { cut: false, gone: () => gone() };
  const { proxy, base } = await between(held);
  context.after(() => proxy.close());
  const slow = createClient({ baseUrl: base, getToken: () => Promise.resolve({ token: session, kind: 'session' }) });
  const actor = createActor(exportLogic(slow), { input }).start();
  actor.send({ type: 'download.requested' });
  const half = await waitFor(actor, ({ context: { progress } }) => progress.messages > 0, { timeout: 90_000 });
  assert.ok(half.context.progress.messages < count);
  const ended = new Promise<void>((resolve) => (gone = resolve));
  actor.send({ type: 'download.stopped' });
  await ended;
  assert.equal(actor.getSnapshot().value, 'setting');

  held.cut = true;
  actor.send({ type: 'download.requested' });
  const failed = await waitFor(actor, ({ context: { failure } }) => failure !== undefined, { timeout: 90_000 });
  assert.deepEqual([failed.value, failed.context.file], ['setting', undefined]);
});
