/**
 * Tests that the bench uses the OpenSearch API (index, `_bulk`, `_forcemerge`, `_search`) and can restart the process.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { openSearchAt } from './opensearch.js';
import { lines } from './search-lines.js';
import { wordMessages } from './word-messages.js';

const messages = { from: 0, to: 1000 };

/** Starts a fake OpenSearch with the endpoints that the bench uses; it accepts at most 2,500 messages. */
async function fakeOpenSearch(context: TestContext) {
  const calls: string[] = [];
  const stored: Record<string, unknown>[] = [];
  const state = {
    searched: undefined as unknown,
    mergeError: undefined as unknown,
    process: 1,
    readyIn: 0,
    asksOfMerge: 0,
  };
  function answerTo(url: string, body: string): unknown {
    if (url.includes('/_count')) return { count: stored.length };
    if (url.includes('/_forcemerge')) return { task: 'node:7' };
    if (url === '/_tasks/node:7') {
      state.asksOfMerge += 1;
      return { completed: state.asksOfMerge > 1, ...(state.mergeError !== undefined && { error: state.mergeError }) };
    }
    if (url.startsWith('/_nodes/jvm')) return { nodes: { a: { jvm: { start_time_in_millis: state.process } } } };
    if (url.startsWith('/_cluster/health/')) return { status: state.readyIn-- > 0 ? 'red' : 'green' };
    if (url.endsWith('/_stats/store')) return { _all: { primaries: { store: { size_in_bytes: 4711 } } } };
    if (url.endsWith('/_bulk')) {
      assert.ok(body.endsWith('\n'));
      const parsed = body
        .trimEnd()
        .split('\n')
        .map((row) => JSON.parse(row) as Record<string, unknown>);
      stored.push(...parsed.filter((_, at) => at % 2 === 1));
      assert.ok(parsed.every((row, at) => at % 2 === 1 || 'create' in row));
      const isFull = stored.length > 2500;
      return { errors: isFull, items: isFull ? [{ create: { error: { reason: 'full' } } }] : [] };
    }
    if (url.includes('/_search')) {
      state.searched = JSON.parse(body);
      return { timed_out: false, hits: { total: { value: 7, relation: 'eq' }, hits: [] } };
    }
    return {};
  }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request;
      // The restart command of the test requests this path.
      if (url === '/restart') state.process += 1;
      else {
        calls.push(`${method} ${url}`);
        assert.equal(headers.authorization, `Basic ${Buffer.from('me:p w').toString('base64')}`);
        if (url.endsWith('/_bulk')) assert.equal(headers['content-type'], 'application/x-ndjson');
      }
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(answerTo(url, body)));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const address = `http://me:p%20w@127.0.0.1:${port}`;
  return { address, port, calls, stored, state };
}

const healthy = 'GET /_cluster/health?wait_for_status=yellow&timeout=60s';
const merged = [
  'POST /bench/_forcemerge?max_num_segments=1&wait_for_completion=false',
  'GET /_tasks/node:7',
  'GET /_tasks/node:7',
  'POST /bench/_refresh',
];

test('the bench loads messages into OpenSearch, merges segments, runs the queries, and removes the messages', async (context) => {
  const { address, calls, stored, state } = await fakeOpenSearch(context);
  const peer = openSearchAt(address, 'bench');
  await peer.load(wordMessages({ count: 2500, ...messages }), 2500);
  assert.deepEqual(calls, [
    healthy,
    'GET /bench/_count?ignore_unavailable=true',
    'DELETE /bench?ignore_unavailable=true',
    'PUT /bench',
    'POST /bench/_bulk',
    'POST /bench/_bulk',
    'POST /bench/_refresh',
    ...merged,
  ]);
  assert.equal(stored.length, 2500);
  assert.deepEqual(
    ['timestamp', 'message', 'status', 'user'].filter((name) => !(name in (stored[0] ?? {}))),
    [],
  );
  assert.equal(await peer.bytes(), 4711);
  const line = lines.find(({ name }) => name === 'phrase');
  assert.ok(line);
  const { answer, ms } = await peer.ask(line, 0, 2000);
  assert.equal(answer.total, 7);
  assert.ok(ms > 0);
  const { size, query } = state.searched as { size: number; query: { bool: { filter: unknown[] } } };
  assert.equal(size, 150);
  assert.deepEqual(query.bool.filter[1], {
    query_string: { query: '"session timeout"', default_field: 'message' },
  });
  await peer.remove();
  assert.equal(calls.at(-1), 'DELETE /bench?ignore_unavailable=true');
  await assert.rejects(peer.load(wordMessages({ count: 10, ...messages }), 10), /refused .*full/);
});

test('messages that an earlier run has loaded are not loaded again', async (context) => {
  const { address, calls } = await fakeOpenSearch(context);
  await openSearchAt(address, 'bench').load(wordMessages({ count: 10, ...messages }), 10);
  calls.length = 0;
  await openSearchAt(address, 'bench').load(wordMessages({ count: 10, ...messages }), 10);
  assert.deepEqual(calls, [healthy, 'GET /bench/_count?ignore_unavailable=true', merged[0], merged[1], merged[3]]);
});

test('the bench reports segments that could not be merged', async (context) => {
  const { address, state } = await fakeOpenSearch(context);
  state.mergeError = { reason: 'no space left' };
  await assert.rejects(
    openSearchAt(address, 'bench').load(wordMessages({ count: 10, ...messages }), 10),
    /_forcemerge .*no space left/,
  );
});

test('the restart of OpenSearch waits until the new process responds', async (context) => {
  const { address, port, calls, state } = await fakeOpenSearch(context);
  assert.equal(openSearchAt(address, 'bench').restart, undefined);
  // The command runs in the background, so the old process still answers when the command has ended.
  const asks = `"${process.execPath}" -e "fetch('http://127.0.0.1:${port}/restart')" &`;
  state.readyIn = 2;
  await openSearchAt(address, 'bench', asks).restart?.();
  assert.equal(state.process, 2);
  assert.equal(calls.filter((call) => call === 'GET /_cluster/health/bench').length, 3);
  await assert.rejects(async () => openSearchAt(address, 'bench', 'exit 3').restart?.(), /exit 3 ended with code 3/);
});
