/** What other systems' shippers send over HTTP, by real calls: what arrives of it, what is refused and how they are told. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { unsnapped } from '../../../../host/server/intake/decode/snappy.js';
import { labelsOf } from '../../../../host/server/intake/decode/loki-push.js';
import { numberField, partField } from '../../../../host/server/intake/decode/protobuf.js';
import { JournalExport } from '../../../../host/server/intake/decode/journal-export.js';
import { countersOf, openIntake, openTcp, type OpenIntake, type TypeName } from './open-intake.js';
import { eventually } from './recording-sink.js';

interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
  readonly text: string;
  readonly headers: Headers;
}

type Body = string | Buffer;

async function send(
  port: number,
  path: string,
  body: Body | undefined,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: body as BodyInit }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, bytes, text: bytes.toString(), headers: answer.headers };
}

const json = { 'Content-Type': 'application/json' };
const ndjson = { 'Content-Type': 'application/x-ndjson' };
const jsonOf = ({ text }: Answer): unknown => JSON.parse(text);
const plain = (fields: object) => ({ ...fields });

/** Stands for every type: one good call. */
interface Good {
  readonly type: TypeName;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: (message: string) => Body;
  readonly status: number;
  /** A call may be of any size, and waits while the store is full. */
  readonly endless?: true;
}

const otlpRecord = (record: object) => JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] });

const goods: Good[] = [
  {
    type: 'otlpHttp',
    path: '/v1/logs',
    headers: json,
    body: (message) => otlpRecord({ body: { stringValue: message } }),
    status: 200,
  },
  {
    type: 'elasticsearchHttp',
    path: '/_bulk',
    headers: ndjson,
    body: (text) => `{"create":{}}\n${JSON.stringify({ message: text })}\n`,
    status: 200,
  },
  {
    type: 'splunkHttp',
    path: '/services/collector/event',
    headers: json,
    body: (text) => JSON.stringify({ event: text }),
    status: 200,
  },
  {
    type: 'lokiHttp',
    path: '/loki/api/v1/push',
    headers: json,
    body: (text) => JSON.stringify({ streams: [{ stream: {}, values: [['1790000000000000000', text]] }] }),
    status: 204,
  },
  {
    type: 'journalHttp',
    path: '/upload',
    headers: { 'Content-Type': 'application/vnd.fdo.journal' },
    body: (text) => `MESSAGE=${text}\n\n`,
    status: 202,
    endless: true,
  },
];

const sendGood = ({ path, headers, body }: Good, port: number, message: string, more = {}) =>
  send(port, path, body(message), { ...headers, ...more });

for (const good of goods) {
  describe(`${good.type}, as all of them`, () => {
    it('answers only when the messages are durable, and 503 when they cannot be', async (context) => {
      const open = await openIntake(context, good.type);
      let release: () => void = () => undefined;
      open.sink.gate = new Promise((resolve) => (release = resolve));
      let answered = false;
      const answer = sendGood(good, open.port, 'one').finally(() => (answered = true));
      await eventually(() => countersOf(open).received.total === 1);
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(answered, false);
      release();
      assert.equal((await answer).status, good.status);
      open.sink.failure = new Error('disk');
      assert.equal((await sendGood(good, open.port, 'two')).status, 503);
      open.sink.failure = undefined;
      open.sink.setPressure('full');
      const late = sendGood(good, open.port, 'three');
      if (good.endless) {
        await eventually(() => countersOf(open).received.total === 3);
        open.sink.setPressure('open');
      }
      assert.equal((await late).status, good.endless ? good.status : 503);
      assert.deepEqual(open.sink.texts(), good.endless ? ['one', 'three'] : ['one']);
    });

    it('lets in whoever knows the token, or user and password', async (context) => {
      const secrets = { auth_token: 'id:tökən', auth_user: 'shipper', auth_password: 'pä:ss' };
      const open = await openIntake(context, good.type, secrets);
      const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
      const encoded = Buffer.from('id:tökən').toString('base64');
      const cases: [authorization: string | undefined, allowed: boolean][] = [
        [undefined, false],
        ['Bearer', false],
        ['Bearer id:other', false],
        [basic('shipper:wrong'), false],
        [basic('other:pä:ss'), false],
        [basic('shipper:pä:ss'), true],
        [basic('anybody:id:tökən'), true],
        [`ApiKey ${encoded}`, true],
        [`Bearer ${encoded}`, false],
        [`ApiKey ${Buffer.from('key:id:tökən').toString('base64')}`, true],
        [basic('shipper:'), false],
      ];
      for (const [Authorization, allowed] of cases) {
        const { status } = await sendGood(good, open.port, 'm', Authorization === undefined ? {} : { Authorization });
        if (allowed) assert.equal(status, good.status, Authorization);
        else assert.ok(status === 401 || status === 403, `${status} ${Authorization}`);
      }
      assert.equal(open.sink.messages.length, 4);
      assert.equal(countersOf(open).malformed, 7);
      const half = openIntake(context, good.type, { auth_user: 'shipper' });
      await assert.rejects(half, /"auth_user" and "auth_password" are needed both/);
      const stored = open.intake.inputs.get(open.id).attributes;
      assert.match(String(stored['auth_token']), /^v1\./, 'kept sealed');
      assert.match(String(stored['auth_password']), /^v1\./, 'kept sealed');
    });

    it('takes gzip, and neither bombs nor what is too large', async (context) => {
      const open = await openIntake(context, good.type, { max_chunk_size: 100_000, decompress_size_limit: 1_000_000 });
      const gzip = { 'Content-Encoding': 'gzip' };
      const { path, headers, body } = good;
      const call = (bytes: Body, more = {}) => send(open.port, path, bytes, { ...headers, ...more });
      assert.equal((await call(gzipSync(body('small')), gzip)).status, good.status);
      if (!good.endless) {
        assert.equal((await call(gzipSync(body('x'.repeat(50_000_000))), gzip)).status, 413);
        assert.equal((await call(body('x'.repeat(100_001)))).status, 413);
      }
      assert.equal((await call(gzipSync(body('cut')).subarray(0, 12), gzip)).status, 400);
      assert.equal((await call(body('b'), { 'Content-Encoding': 'br' })).status, 400);
      assert.deepEqual(open.sink.texts(), ['small']);
      const reasons = countersOf(open).failures();
      assert.equal(reasons.length, good.endless ? 2 : 4);
      assert.match(reasons.at(-1)?.reason ?? '', good.endless ? /Broken gzip/ : /1000000 bytes after decompression/);
    });

    it('survives what makes no sense', async (context) => {
      const open = await openIntake(context, good.type);
      for (const body of ['{', '[]', 'null', '\0\xff\xfe', '{"a":'.repeat(200_000), '['.repeat(200_000)]) {
        const { status } = await send(open.port, good.path, body, good.headers);
        assert.ok(status < 500, `${status} ${body.slice(0, 10)}`);
      }
      assert.equal((await send(open.port, '/nowhere/%ff/..', 'x', good.headers)).status, 404);
      assert.equal((await sendGood(good, open.port, 'after')).status, good.status);
      assert.equal(open.sink.texts().at(-1), 'after');
    });
  });
}

const fixed64 = (field: number, value: bigint) => {
  const bytes = Buffer.alloc(9);
  bytes[0] = field * 8 + 1;
  bytes.writeBigUInt64LE(value, 1);
  return bytes;
};
const message = (field: number, ...parts: Buffer[]) => partField(field, Buffer.concat(parts));
const pair = (key: string, value: Buffer) => [partField(1, key), partField(2, value)];
const protobuf = { 'Content-Type': 'application/x-protobuf' };

/** One call with one scope. */
const otlpCall = (...records: Buffer[]) =>
  message(
    1,
    message(1, message(1, ...pair('host.name', partField(1, 'web-1')))),
    message(2, message(1, partField(1, 'cart'), partField(2, '1.2')), ...records.map((record) => partField(2, record))),
  );

/** Literals only, as the simplest compressor writes them. */
function snapped(bytes: Buffer): Buffer {
  const length: number[] = [];
  for (let rest = bytes.length; ; rest >>>= 7) {
    if (rest < 128) {
      length.push(rest);
      break;
    }
    length.push((rest & 0x7f) | 0x80);
  }
  const literal = Buffer.alloc(4);
  literal[0] = 62 << 2;
  literal.writeUIntLE(bytes.length - 1, 1, 3);
  return Buffer.concat([Buffer.from(length), literal, bytes]);
}

describe('OTLP logs', () => {
  const nanoseconds = 1_790_000_000_123_999_999n;
  const trace = '0af7651916cd43dd8448eb211c80319c';
  const span = 'b7ad6b7169203331';
  const expected = {
    timestamp: 1_790_000_000_123,
    source: 'web-1',
    message: 'payment failed',
    fields: {
      level: 3,
      level_name: 'ERROR',
      trace_id: trace,
      span_id: span,
      trace_flags: 1,
      event_name: 'payment',
      http_status: 500,
      big: 9_007_199_254_740_993n,
      attribute_source: 'till',
      paid: true,
      list: 'a, b',
      cart_size: 2.5,
      raw: '/wD/',
      scope_name: 'cart',
      scope_version: '1.2',
      host_name: 'web-1',
    },
  };
  const arrived = ({ sink }: OpenIntake) =>
    sink.messages.map(({ timestamp, source, message: text, fields }) => ({
      timestamp,
      source,
      message: text,
      fields: plain(fields),
    }));

  it('as protobuf, every kind of value', async (context) => {
    const open = await openIntake(context, 'otlpHttp');
    const double = Buffer.alloc(9);
    double[0] = 4 * 8 + 1;
    double.writeDoubleLE(2.5, 1);
    const record = Buffer.concat([
      fixed64(1, nanoseconds),
      fixed64(11, 5n),
      numberField(2, 17),
      partField(3, 'ERROR'),
      partField(5, partField(1, 'payment failed')),
      message(6, ...pair('http.status', numberField(3, 500))),
      message(6, ...pair('big', Buffer.from('188180808080808010', 'hex'))),
      message(6, ...pair('source', partField(1, 'till'))),
      message(6, ...pair('paid', numberField(2, 1))),
      message(6, ...pair('list', message(5, partField(1, partField(1, 'a')), partField(1, partField(1, 'b'))))),
      message(6, ...pair('cart', message(6, message(1, ...pair('size', double))))),
      message(6, ...pair('raw', partField(7, Buffer.from([0xff, 0, 0xff])))),
      Buffer.from([8 * 8 + 5, 1, 0, 0, 0]),
      partField(9, Buffer.from(trace, 'hex')),
      partField(10, Buffer.from(span, 'hex')),
      partField(12, 'payment'),
    ]);
    const answer = await send(open.port, '/v1/logs', gzipSync(otlpCall(record)), {
      ...protobuf,
      'Content-Encoding': 'gzip',
    });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.bytes.length, 0);
    assert.equal(answer.headers.get('content-type'), 'application/x-protobuf');
    assert.deepEqual(arrived(open), [expected]);
  });

  it('as JSON, the same', async (context) => {
    const open = await openIntake(context, 'otlpHttp');
    const value = (key: string, one: object) => ({ key, value: one });
    const scope = { name: 'cart', version: '1.2' };
    const record = {
      timeUnixNano: String(nanoseconds),
      severityNumber: 17,
      severityText: 'ERROR',
      body: { stringValue: 'payment failed' },
      attributes: [
        value('http.status', { intValue: '500' }),
        value('big', { intValue: '9007199254740993' }),
        value('source', { stringValue: 'till' }),
        value('paid', { boolValue: true }),
        value('list', { arrayValue: { values: [{ stringValue: 'a' }, { stringValue: 'b' }] } }),
        value('cart', { kvlistValue: { values: [value('size', { doubleValue: 2.5 })] } }),
        value('raw', { bytesValue: '/wD/' }),
        value('trace_id', { stringValue: 'not the trace' }),
      ],
      traceId: trace.toUpperCase(),
      spanId: span,
      flags: 1,
      eventName: 'payment',
    };
    const resource = { attributes: [value('host.name', { stringValue: 'web-1' })] };
    const body = JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords: [record] }] }] });
    const answer = await send(open.port, '/v1/logs', body, json);
    assert.deepEqual(jsonOf(answer), { partialSuccess: {} });
    assert.deepEqual(arrived(open), [expected]);
  });

  const bodies: [record: object, message: string, level: number | undefined][] = [
    [{ body: { intValue: 7 }, severityNumber: 1 }, '7', 7],
    [{ body: { boolValue: false }, severityNumber: 10 }, 'false', 5],
    [{ body: { arrayValue: { values: [{ intValue: 1 }, {}] } }, severityNumber: 13 }, '[1,null]', 4],
    [{ body: { kvlistValue: { values: [{ key: 'msg', value: { stringValue: 'm' } }] } }, severityNumber: 18 }, 'm', 2],
    [{ body: { bytesValue: 'aGVsbG8=' }, severityNumber: 20 }, 'hello', 1],
    [{ eventName: 'started', severityNumber: 24 }, 'started', 0],
    [{ body: { stringValue: ' ' }, severityText: 'Warning' }, 'Log record without a body', 4],
    [{ observedTimeUnixNano: '1790000000000000000', severityNumber: 99 }, 'Log record without a body', undefined],
  ];
  it('takes bodies of any kind, and severities as levels', async (context) => {
    const open = await openIntake(context, 'otlpHttp');
    for (const [record] of bodies)
      assert.equal((await send(open.port, '/v1/logs', otlpRecord(record), json)).status, 200);
    const found = open.sink.messages.map(({ message: text, fields }) => [text, fields['level']]);
    assert.deepEqual(
      found,
      bodies.map(([, text, level]) => [text, level]),
    );
    assert.equal(open.sink.messages.at(-1)?.timestamp, 1_790_000_000_000);
    assert.equal(open.sink.messages.at(-1)?.source, '127.0.0.1');
  });

  it('keeps the good records of a batch and says how many it refused', async (context) => {
    const open = await openIntake(context, 'otlpHttp');
    const good = (text: string) => partField(5, partField(1, text));
    const deep = (levels: number): Buffer =>
      levels === 0 ? partField(1, 'x') : message(5, partField(1, deep(levels - 1)));
    const many = message(5, ...Array.from({ length: 20_001 }, () => Buffer.from([0x0a, 0])));
    const bad = [Buffer.from([0x0a, 0x7f]), partField(5, deep(40)), partField(5, many)];
    const answer = await send(open.port, '/v1/logs', otlpCall(good('a'), ...bad, good('b')), protobuf);
    assert.equal(answer.status, 200);
    assert.match(answer.text, /3 of 5 entries refused, the first of them \(1\): Broken protobuf/);
    assert.deepEqual(open.sink.texts(), ['a', 'b']);
    assert.equal(countersOf(open).failures().length, 3);
    const body = { resourceLogs: [{ scopeLogs: [{ logRecords: [null, { body: { stringValue: 'c' } }] }] }] };
    const { partialSuccess } = jsonOf(await send(open.port, '/v1/logs', JSON.stringify(body), json)) as {
      partialSuccess: { rejectedLogRecords: string };
    };
    assert.equal(partialSuccess.rejectedLogRecords, '1');
    assert.equal(open.sink.texts().at(-1), 'c');
  });

  it('refuses in kind what it does not know', async (context) => {
    const { port } = await openIntake(context, 'otlpHttp');
    const cut = await send(port, '/v1/logs', otlpCall(Buffer.alloc(4)).subarray(0, 20), protobuf);
    assert.equal(cut.status, 400);
    assert.match(cut.text, /Broken protobuf: it ends too early/);
    const wrong = await send(port, '/v1/logs', '{"resourceLogs": 7}', json);
    assert.deepEqual(jsonOf(wrong), { code: 3, message: '"resourceLogs" must be a list.' });
    assert.equal((await send(port, '/v1/logs', 'x', { 'Content-Type': 'text/plain' })).status, 415);
    assert.equal((await send(port, '/v1/traces', '{}', json)).status, 404);
    assert.equal((await send(port, '/v1/logs', undefined, {}, 'GET')).status, 405);
    const tooMany = otlpCall(...Array.from({ length: 50_001 }, () => Buffer.alloc(0)));
    assert.ok([400, 413].includes((await send(port, '/v1/logs', tooMany, protobuf)).status));
    const large = await send(port, '/v1/logs', `[${' '.repeat(4 * 1024 * 1024)}]`, json);
    assert.match(large.text, /send smaller batches, or protobuf/);
  });
});

describe('Elasticsearch bulk', () => {
  const lines = (...all: unknown[]) =>
    all.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');

  it('answers what clients ask before they send', async (context) => {
    const { port } = await openIntake(context, 'elasticsearchHttp');
    const root = await send(port, '/', undefined, {}, 'GET');
    assert.equal(root.headers.get('x-elastic-product'), 'Elasticsearch');
    assert.match((jsonOf(root) as { version: { number: string } }).version.number, /^8\.\d+\.\d+$/);
    const asked: [method: string, path: string, status: number][] = [
      ['HEAD', '/', 200],
      ['GET', '/_license', 200],
      ['GET', '/_cluster/health', 200],
      ['HEAD', '/_index_template/filebeat', 200],
      ['PUT', '/_ilm/policy/filebeat', 200],
      ['GET', '/_search', 404],
      ['DELETE', '/_index_template/filebeat', 404],
      ['GET', '/constructor', 404],
    ];
    for (const [method, path, status] of asked) {
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
  it('takes documents of shippers apart', async (context) => {
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

  it('answers item by item, and keeps the good ones', async (context) => {
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

  it('refuses a request whose lines do not fit together, and takes nothing of it', async (context) => {
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

describe('Splunk HEC', () => {
  const envelopes: [envelope: object, message: string, fields: object, source?: string, timestamp?: number][] = [
    [
      {
        time: 1790000000.123,
        host: 'web-1',
        source: '/var/log/a',
        sourcetype: 'nginx',
        index: 'main',
        event: 'text',
        fields: { trace_id: 't', severity: 'WARN' },
      },
      'text',
      {
        splunk_source: '/var/log/a',
        splunk_sourcetype: 'nginx',
        splunk_index: 'main',
        level: 4,
        level_name: 'WARN',
        trace_id: 't',
        severity: 'WARN',
      },
      'web-1',
      1_790_000_000_123,
    ],
    [
      { time: '1790000000.5', event: { line: 'from Docker', source: 'stdout', tag: 'c1', attrs: { a: 'b' } } },
      'from Docker',
      { event_source: 'stdout', tag: 'c1', attrs_a: 'b' },
      '127.0.0.1',
      1_790_000_000_500,
    ],
    [{ event: { a: 1 } }, '{"a":1}', { a: 1 }],
    [{ event: [1, 2] }, '[1,2]', {}],
    [
      { event: 7, time: 'soon' },
      '7',
      { gl2_processing_error: 'Replaced invalid timestamp <soon> with the time of receipt.' },
    ],
  ];
  it('takes several events of a call apart', async (context) => {
    const open = await openIntake(context, 'splunkHttp', { auth_token: 'secret' });
    const body = envelopes.map(([envelope]) => JSON.stringify(envelope)).join('');
    const answer = await send(open.port, '/services/collector', body, { Authorization: 'Splunk secret' });
    assert.deepEqual(jsonOf(answer), { text: 'Success', code: 0 });
    open.sink.messages.forEach(({ message: text, fields, source, timestamp }, index) => {
      const [, expected, expectedFields, from = '127.0.0.1', at = timestamp] = envelopes[index] ?? assert.fail();
      assert.deepEqual([text, plain(fields), source, timestamp], [expected, expectedFields, from, at]);
    });
    assert.equal(open.sink.messages.length, envelopes.length);
  });

  it('keeps the good events of a call and names the first bad one', async (context) => {
    const open = await openIntake(context, 'splunkHttp');
    const cases: [body: string, status: number, answer: object][] = [
      ['{"event":"a"} {"event":""}{"event":"b"}', 400, { text: 'Event field cannot be blank', code: 13, at: 1 }],
      ['{"time":1}', 400, { text: 'Event field is required', code: 12, at: 0 }],
      ['{"event":"c"}\n{broken}\n{"event":"}{\\"d"}', 400, { text: 'Invalid data format', code: 6, at: 1 }],
      ['words {"event":"e"}', 400, { text: 'Invalid data format', code: 6, at: 0 }],
      [' \n', 400, { text: 'No data', code: 5 }],
    ];
    for (const [body, status, { at, ...told }] of cases as [string, number, { at?: number }][]) {
      const answer = await send(open.port, '/services/collector/event/1.0', body);
      assert.equal(answer.status, status);
      assert.deepEqual(jsonOf(answer), { ...told, ...(at !== undefined && { 'invalid-event-number': at }) });
    }
    assert.deepEqual(open.sink.texts(), ['a', 'b', 'c', '}{"d', 'e']);
    assert.equal(countersOf(open).failures().length, 5);
  });

  it('takes raw lines, tells its health, asks for the token and acknowledges', async (context) => {
    const open = await openIntake(context, 'splunkHttp', { auth_token: 'secret' });
    const call = async (path: string, body: string | undefined, authorization?: string, method = 'POST') => {
      const headers = authorization === undefined ? {} : { Authorization: authorization };
      const answer = await send(open.port, `/services/collector${path}`, body, headers, method);
      return [answer.status, jsonOf(answer)];
    };
    assert.deepEqual(await call('/raw?host=h&sourcetype=s&channel=1', 'one\r\n\ntwo', 'Splunk secret'), [
      200,
      { text: 'Success', code: 0, ackId: 1 },
    ]);
    assert.deepEqual(
      open.sink.messages.map(({ message: text, source, fields }) => [text, source, fields['splunk_sourcetype']]),
      [
        ['one', 'h', 's'],
        ['two', 'h', 's'],
      ],
    );
    assert.deepEqual(await call('/ack?channel=1', '{"acks":[1,2,-1,"x"]}', 'Splunk secret'), [
      200,
      { acks: { 1: true, 2: true, '-1': false } },
    ]);
    assert.deepEqual(await call('/health', undefined, undefined, 'GET'), [200, { text: 'HEC is healthy', code: 17 }]);
    assert.deepEqual(await call('', '{}'), [401, { text: 'Token is required', code: 2 }]);
    assert.deepEqual(await call('', '{}', 'Splunk other'), [403, { text: 'Invalid token', code: 4 }]);
    assert.equal((await call('/event?token=secret', '{"event":"q"}'))[0], 401);
    const lax = await openIntake(context, 'splunkHttp', { auth_token: 'secret', allow_query_token: true });
    for (const [token, status] of [
      ['secret', 200],
      ['other', 403],
    ])
      assert.equal((await send(lax.port, `/services/collector?token=${token}`, '{"event":"q"}', json)).status, status);
    assert.equal((await call('/ack', '{', 'Splunk secret'))[0], 400);
    open.sink.setPressure('full');
    assert.deepEqual(await call('', '{}', 'Splunk secret'), [503, { text: 'Server is busy', code: 9 }]);
    assert.equal((await call('/health/1.0', undefined, undefined, 'GET'))[0], 503);
    assert.equal((await send(open.port, '/services/collector/event/1.0', undefined, {}, 'OPTIONS')).status, 200);
  });
});

describe('Loki push', () => {
  const nanoseconds = '1790000000123456789';
  const expected = {
    timestamp: 1_790_000_000_123,
    source: 'web-1',
    message: 'line',
    fields: { level: 3, level_name: 'error', job: 'nginx', host: 'web-1', label_source: 's', trace_id: 't' },
  };
  const labels = '{job="nginx", host="web-1", level="error", source="s"}';
  const timestamp = Buffer.concat([numberField(1, 1_790_000_000), numberField(2, 123_456_789)]);
  const entry = (line: string, ...more: Buffer[]) => message(2, partField(1, timestamp), partField(2, line), ...more);
  const push = (port: number, body: Body, headers: Record<string, string> = {}) =>
    send(port, '/loki/api/v1/push', body, { 'Content-Type': 'application/x-protobuf', ...headers });

  it('takes JSON and compressed protobuf, which say the same', async (context) => {
    const open = await openIntake(context, 'lokiHttp');
    const metadata = message(3, partField(1, 'trace_id'), partField(2, 't'));
    const protobufBody = snapped(message(1, partField(1, labels), entry('line', metadata)));
    assert.equal((await push(open.port, protobufBody)).status, 204);
    const stream = { job: 'nginx', host: 'web-1', level: 'error', source: 's' };
    const body = JSON.stringify({ streams: [{ stream, values: [[nanoseconds, 'line', { trace_id: 't' }]] }] });
    assert.equal((await push(open.port, body, json)).status, 204);
    for (const { timestamp: at, source, message: text, fields } of open.sink.messages)
      assert.deepEqual({ timestamp: at, source, message: text, fields: plain(fields) }, expected);
    assert.equal(open.sink.messages.length, 2);
    assert.equal((await send(open.port, '/ready', undefined, {}, 'GET')).status, 200);
  });

  it('keeps the good entries and says what it refused', async (context) => {
    const open = await openIntake(context, 'lokiHttp');
    const values = [[nanoseconds, 'a'], ['yesterday', 'b'], 'c', [nanoseconds, 7], [nanoseconds, 'd']];
    const answer = await push(open.port, JSON.stringify({ streams: [{ stream: {}, values }, {}, null] }), json);
    assert.equal(answer.status, 400);
    assert.match(answer.text, /5 of 7 entries refused, the first of them \(1\): The time of an entry/);
    const good = message(1, partField(1, '{a="b"}'), entry('e'));
    const bad = message(1, partField(1, 'a=b'), entry('f'));
    const broken = message(1, partField(1, '{}'), message(2, Buffer.from([0x12, 0x7f])));
    const second = await push(open.port, snapped(Buffer.concat([bad, broken, good])));
    assert.match(second.text, /2 of 3 entries refused, the first of them \(0\): The labels a=b cannot be read/);
    assert.deepEqual(open.sink.texts(), ['a', 'd', 'e']);
    assert.equal(countersOf(open).failures().length, 7);
  });

  it('refuses what is no snappy, and what would be too much', async (context) => {
    const { port } = await openIntake(context, 'lokiHttp', { decompress_size_limit: 1_000_000 });
    const bomb = Buffer.concat([
      Buffer.from([0x80, 0x89, 0x7a, 0, 0x61]),
      Buffer.alloc(3 * 31_250, Buffer.from([0xfe, 1, 0])),
    ]);
    const cases: [body: Buffer, status: number, reason: RegExp][] = [
      [Buffer.from('plain text'), 400, /snappy/],
      [Buffer.from([10, 0xf0, 200]), 400, /it ends too early/],
      [Buffer.from([4, 0, 0x61, 0x0d, 9]), 400, /refers to what is not there/],
      [Buffer.from([1, 4, 0x61, 0x61]), 400, /more comes out/],
      [Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f, 0]), 400, /more than it can hold/],
      [bomb, 413, /more than 1000000 bytes/],
    ];
    for (const [body, status, reason] of cases) {
      const answer = await push(port, body);
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.text, reason);
    }
  });

  it('reads copies that overlap, and labels as Go quotes them', async () => {
    const repeated = Buffer.from([10, 4, 0x61, 0x62, 8 << 2, 0]);
    repeated[4] = ((8 - 4) << 2) | 1;
    repeated[5] = 2;
    assert.equal((await unsnapped(repeated, 100))?.toString(), 'ababababab');
    assert.deepEqual(labelsOf('{ a="b\\"c\\n\\u00e4\\x41" ,b_1=`\\d`, }'), [
      ['a', 'b"c\nä' + 'A'],
      ['b_1', '\\d'],
    ]);
    assert.deepEqual(labelsOf('{}'), []);
    for (const text of ['', '{a}', '{a=b}', '{a="b}', '{="b"}', '{a="b" c="d"}', 'x'.repeat(70_000)])
      assert.throws(() => labelsOf(text), { name: 'DecodeFailure' });
  });
});

describe('systemd journal', () => {
  const binary = (name: string, value: Buffer | string) => {
    const bytes = Buffer.from(value);
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(bytes.length));
    return Buffer.concat([Buffer.from(`${name}\n`), length, bytes, Buffer.from('\n')]);
  };
  const lines = (...all: string[]) => Buffer.from(all.map((line) => `${line}\n`).join(''));
  const end = Buffer.from('\n');
  const upload = (port: number, ...parts: Buffer[]) =>
    send(port, '/upload', Buffer.concat(parts), { 'Content-Type': 'application/vnd.fdo.journal' });

  it('takes entries, fields of one line and binary ones', async (context) => {
    const open = await openIntake(context, 'journalHttp');
    const answer = await upload(
      open.port,
      lines('__CURSOR=s=1', '__REALTIME_TIMESTAMP=1790000000123999', 'PRIORITY=3', '_HOSTNAME=box', '_PID=7'),
      lines('PID=8', 'SYSTEMD_UNIT=faked', '_SYSTEMD_UNIT=a.service', 'SYSLOG_IDENTIFIER=app', 'SYSLOG_FACILITY=3'),
      binary('MESSAGE', 'two\nlines'),
      binary('RAW', Buffer.from([0xff, 0])),
      lines('N=1', 'N=2', 'TRACE_ID=t'),
      end,
      end,
      lines('MESSAGE=without a blank line behind it'),
    );
    assert.deepEqual([answer.status, answer.text], [202, 'OK.\n']);
    const [first, second] = open.sink.messages;
    assert.deepEqual([first?.timestamp, first?.source, first?.message], [1_790_000_000_123, 'box', 'two\nlines']);
    assert.deepEqual(plain(first?.fields ?? {}), {
      level: 3,
      facility: 'system daemon',
      facility_num: 3,
      application_name: 'app',
      process_id: '7',
      systemd_unit: 'a.service',
      pid: '8',
      raw: '/wA=',
      n: '1, 2',
      trace_id: 't',
    });
    assert.equal(second?.message, 'without a blank line behind it');
  });

  it('leaves out entries that are too large and keeps the others, in whatever parts they come', () => {
    const limits = { entryBytes: 100, entryFields: 3, lineBytes: 50 };
    const bytes = Buffer.concat([
      lines('MESSAGE=a'),
      end,
      lines(`MESSAGE=${'x'.repeat(60)}`, 'B=1'),
      end,
      binary('MESSAGE', 'y'.repeat(1_000)),
      lines('C=1'),
      end,
      lines('A=1', 'B=1', 'C=1', 'D=1'),
      end,
      binary('MESSAGE', 'b\n\nb'),
      end,
    ]);
    for (const size of [1, 2, 7, 64, bytes.length]) {
      const found: string[] = [];
      const reader = new JournalExport(limits, {
        entry: (fields) => found.push(String(fields.get('MESSAGE')?.[0])),
        broken: (reason) => found.push(reason.replace('The entry has ', '')),
      });
      for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
      reader.end();
      const [, line = ''] = found;
      // A line that comes whole is only held against the entry.
      assert.match(line, size === bytes.length || size === 64 ? /bytes|x{60}/ : /a line of more than 50 bytes/);
      found.splice(1, 1);
      assert.deepEqual(found, ['a', 'more than 100 bytes.', 'more than 3 fields.', 'b\n\nb'], `parts of ${size}`);
    }
  });

  it('keeps what came before a place that makes no sense, and a call without end ends with the input', async (context) => {
    const open = await openIntake(context, 'journalHttp');
    const good = lines('MESSAGE=good');
    for (const [bad, reason] of [
      [lines('no name=1'), /no field is called no name/],
      [Buffer.from('MESSAGE\n\xff\xff\xff\xff\xff\xff\xff\xff', 'latin1'), /no possible length/],
      [Buffer.concat([binary('MESSAGE', 'm').subarray(0, -1), Buffer.from('x')]), /not followed by the end of a line/],
      [Buffer.from('MESSAGE=cut'), /in the middle of an entry/],
    ] as const) {
      const answer = await upload(open.port, good, end, bad);
      assert.equal(answer.status, 400);
      assert.match(answer.text, reason);
    }
    assert.deepEqual(open.sink.texts(), ['good', 'good', 'good', 'good']);
    assert.equal((await send(open.port, '/upload', 'MESSAGE=x', { 'Content-Type': 'text/plain' })).status, 415);
    const socket = await openTcp(context, open.port);
    socket.write('POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: application/vnd.fdo.journal\r\n');
    socket.write('Transfer-Encoding: chunked\r\n\r\nb\r\nMESSAGE=m\n\n\r\n');
    await eventually(() => countersOf(open).received.total === 10);
    await open.intake.inputs.stop(open.id);
    assert.equal(open.sink.texts().at(-1), 'm');
  });
});
