/** The bench beside an OpenSearch speaks its protocol: index, `_bulk`, `_refresh`, `_search`. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { openSearchAt } from './opensearch.js';
import { lines } from './search-lines.js';
import { wordMessages } from './word-messages.js';

test('messages go to an OpenSearch, questions are asked, what was loaded is removed', async (context) => {
  const calls: string[] = [];
  const stored: Record<string, unknown>[] = [];
  let searched: unknown;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      calls.push(`${request.method ?? ''} ${request.url ?? ''}`);
      assert.equal(request.headers.authorization, `Basic ${Buffer.from('me:p w').toString('base64')}`);
      let answer: unknown = {};
      if (request.url?.endsWith('/_bulk')) {
        assert.equal(request.headers['content-type'], 'application/x-ndjson');
        assert.ok(body.endsWith('\n'));
        const rows = body.trimEnd().split('\n');
        const parsed = rows.map((row) => JSON.parse(row) as Record<string, unknown>);
        stored.push(...parsed.filter((_, at) => at % 2 === 1));
        assert.ok(parsed.every((row, at) => at % 2 === 1 || 'create' in row));
        const isFull = stored.length > 2500;
        answer = { errors: isFull, items: isFull ? [{ create: { error: { reason: 'full' } } }] : [] };
      } else if (request.url?.includes('/_search')) {
        searched = JSON.parse(body);
        answer = { timed_out: false, hits: { total: { value: 7, relation: 'eq' }, hits: [] } };
      }
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(answer));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => server.close());
  const peer = openSearchAt(`http://me:p%20w@127.0.0.1:${(server.address() as AddressInfo).port}`, 'bench');
  const messages = { from: 0, to: 1000 };
  await peer.load(wordMessages({ count: 2500, ...messages }));
  assert.deepEqual(calls, ['PUT /bench', 'POST /bench/_bulk', 'POST /bench/_bulk', 'POST /bench/_refresh']);
  assert.equal(stored.length, 2500);
  assert.deepEqual(
    ['timestamp', 'message', 'status', 'user'].filter((name) => !(name in (stored[0] ?? {}))),
    [],
  );
  const line = lines.find(({ name }) => name === 'phrase');
  assert.ok(line);
  const { total, ms } = await peer.ask(line, 0, 2000);
  assert.equal(total, 7);
  assert.ok(ms > 0);
  const { size, query } = searched as { size: number; query: { bool: { filter: unknown[] } } };
  assert.equal(size, 150);
  assert.deepEqual(query.bool.filter[1], {
    query_string: { query: '"session timeout"', default_field: 'message' },
  });
  await peer.remove();
  assert.equal(calls.at(-1), 'DELETE /bench');
  await assert.rejects(peer.load(wordMessages({ count: 10, ...messages })), /refused .*full/);
});
