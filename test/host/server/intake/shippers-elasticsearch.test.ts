/** Tests the Elasticsearch-compatible input: bulk requests, and the requests that clients send first. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openIntake, countersOf } from './open-intake.js';
import { send, json, ndjson, jsonOf, plain } from './shipper-calls.js';

describe('Elasticsearch bulk', () => {
  const lines = (...all: unknown[]) =>
    all.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');

  it('answers the requests with which Elasticsearch clients check the server before they send', async (context) => {
    const { port } = await openIntake(context, 'elasticsearchHttp');
    const root = await send(port, '/', undefined, {}, 'GET');
    assert.equal(root.headers.get('x-elastic-product'), 'Elasticsearch');
    assert.match((jsonOf(root) as { version: { number: string } }).version.number, /^8\.\d+\.\d+$/);
    const requests: [method: string, path: string, status: number][] = [
      ['HEAD', '/', 200],
      ['GET', '/_license', 200],
      ['GET', '/_cluster/health', 200],
      ['HEAD', '/_index_template/filebeat', 200],
      ['PUT', '/_ilm/policy/filebeat', 200],
      ['GET', '/_search', 404],
      ['DELETE', '/_index_template/filebeat', 404],
      ['GET', '/constructor', 404],
    ];
    for (const [method, path, status] of requests) {
      const answer = await send(port, path, method === 'PUT' ? '{}' : undefined, json, method);
      assert.equal(answer.status, status, path);
      assert.equal(answer.headers.get('x-elastic-product'), 'Elasticsearch');
    }
  });

  const documents: [document: string, expected: Record<string, unknown>][] = [
    [
      '{"@timestamp":"2026-01-02T03:04:05.678Z","message":"m","host":{"name":"h"},"log":{"level":"warn"},"trace":{"id":"t"},"n":9007199254740993}',
      {
        timestamp: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
        source: 'h',
        message: 'm',
        fields: {
          level: 4,
          level_name: 'warn',
          host_name: 'h',
          log_level: 'warn',
          trace_id: 't',
          n: 9007199254740993n,
        },
      },
    ],
    [
      '{"@timestamp":1790000000123,"log":"l","service.name":"s","tags":["a","b"],"timestamp":"late","__proto__":{"x":1}}',
      {
        timestamp: 1_790_000_000_123,
        source: '127.0.0.1',
        message: 'l',
        fields: { service_name: 's', tags: 'a, b', document_timestamp: 'late', __proto___x: 1 },
      },
    ],
  ];
  it('decodes documents of common Elasticsearch shippers', async (context) => {
    for (const [document, expected] of documents) {
      const open = await openIntake(context, 'elasticsearchHttp');
      const answer = await send(open.port, '/app%2Dlogs/_bulk', lines({ index: {} }, document), ndjson);
      assert.equal(answer.status, 200, answer.text);
      const [{ timestamp, source, message: text, fields } = assert.fail()] = open.sink.messages;
      const { index_name: index, ...rest } = plain(fields) as Record<string, unknown>;
      assert.equal(index, 'app-logs');
      assert.deepEqual(
        { timestamp, source, message: text, fields: rest },
        { ...expected, fields: { ...(expected['fields'] as object) } },
      );
    }
  });

  it('answers per bulk item, and stores the valid documents', async (context) => {
    const open = await openIntake(context, 'elasticsearchHttp');
    const body = lines(
      { create: { _index: 'a', _id: '1' } },
      { message: 'one' },
      { update: { _index: 'a', _id: '1' } },
      { doc: { message: 'changed' } },
      { delete: { _index: 'a', _id: '1' } },
      { index: { _index: 'b' } },
      'not JSON',
      { index: { _index: 'b' } },
      { message: 'two' },
      '{"index":{}}',
    );
    const answer = jsonOf(await send(open.port, '/_bulk?filter_path=errors', body, ndjson)) as {
      errors: boolean;
      items: Record<string, { status: number; _index: string; _id: string; error?: { reason: string } }>[];
    };
    assert.equal(answer.errors, true);
    const found = answer.items.map((item) => Object.entries(item).map(([name, { status }]) => `${name} ${status}`)[0]);
    assert.deepEqual(found, ['create 201', 'update 400', 'delete 400', 'index 400', 'index 201', 'index 400']);
    assert.deepEqual([answer.items[0]?.['create']?._index, answer.items[0]?.['create']?._id], ['a', '1']);
    assert.match(answer.items[3]?.['index']?.error?.reason ?? '', /Not valid JSON/);
    assert.deepEqual(open.sink.texts(), ['one', 'two']);
    assert.equal(countersOf(open).failures().length, 4);
  });

  it('gives each document of equal actions an id of its own, and takes ids from the action where it has one', async (context) => {
    const open = await openIntake(context, 'elasticsearchHttp');
    const own = Array.from({ length: 600 }, () => [{ create: {} }, { message: 'x' }]).flat();
    const named = ['1', '1', '2'].flatMap((id) => [{ create: { _id: id } }, { message: 'x' }]);
    const answer = jsonOf(await send(open.port, '/_bulk', lines(...own, ...named), ndjson)) as {
      items: { create: { _id: string } }[];
    };
    const ids = answer.items.map(({ create }) => create._id);
    assert.deepEqual(ids.slice(600), ['1', '1', '2']);
    assert.equal(new Set(ids.slice(0, 600)).size, 600);
    assert.ok(ids.slice(0, 600).every((id) => /^[\w-]{20}$/.test(id)));
  });

  it('refuses a bulk request whose lines do not fit together, and stores none of its documents', async (context) => {
    const open = await openIntake(context, 'elasticsearchHttp');
    const answer = await send(open.port, '/_bulk', lines({ index: {} }, { message: 'a' }, { message: 'b' }), ndjson);
    assert.equal(answer.status, 400);
    assert.match(answer.text, /Malformed action\/metadata line \[3\]/);
    assert.equal((await send(open.port, '/_bulk', '\n\n', ndjson)).status, 400);
    const many = lines(...Array.from({ length: 50_001 }, () => ({ delete: {} })));
    const items = (await send(open.port, '/_bulk', many, ndjson)).text;
    assert.match(items, /"status":429,"error":\{"type":"es_rejected_execution_exception"[^{}]+\}\}\}\]\}$/);
    assert.equal(items.split('"status":429').length, 2);
    assert.equal((await send(open.port, '/_bulk', many.repeat(2), ndjson)).status, 413);
    assert.equal((await send(open.port, `/${'i'.repeat(256)}/_bulk`, lines({ index: {} }, {}), ndjson)).status, 400);
    assert.equal(open.sink.messages.length, 0);
    assert.equal((await send(open.port, '/logs/_doc/7', '{"msg":"single"}', json)).status, 201);
    assert.equal((await send(open.port, '/logs/_doc', '[]', json)).status, 400);
    assert.equal((await send(open.port, '/%ff/_doc', '{}', json)).status, 400);
    assert.deepEqual(open.sink.texts(), ['single']);
  });
});
