/** OTLP logs over HTTP are decoded and stored, and the sender gets the responses that OTLP defines. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { numberField, partField } from '../../../../host/server/intake/decode/protobuf.js';
import { openIntake, countersOf, type OpenIntake } from './open-intake.js';
import { send, json, jsonOf, plain, otlpRecord, fixed64, message, pair, protobuf, otlpCall } from './shipper-calls.js';

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

  it('OTLP logs with all value types are read from protobuf', async (context) => {
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

  it('OTLP logs with all value types are read from JSON', async (context) => {
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
  it('accepts OTLP bodies of any type, and converts severities to levels', async (context) => {
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

  it('stores the valid OTLP records of a batch and reports how many it refused', async (context) => {
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

  it('refuses invalid OTLP requests with an error in the format of the request', async (context) => {
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
