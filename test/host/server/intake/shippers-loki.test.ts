/** Tests the Loki-compatible input. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { labelsOf } from '../../../../host/server/intake/decode/loki-push.js';
import { numberField, partField } from '../../../../host/server/intake/decode/protobuf.js';
import { unsnapped } from '../../../../host/server/intake/decode/snappy.js';
import { openIntake, countersOf } from './open-intake.js';
import { type Body, send, json, plain, message, snapped } from './shipper-calls.js';

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

  it('decodes equal Loki entries from JSON and from compressed protobuf', async (context) => {
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

  it('stores the valid Loki entries and reports which entries it refused', async (context) => {
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

  it('refuses Loki bodies that are not Snappy or are too large after decompression', async (context) => {
    const { port } = await openIntake(context, 'lokiHttp', { decompress_size_limit: 1_000_000 });
    const bomb = Buffer.concat([
      Buffer.from([0x80, 0x89, 0x7a, 0, 0x61]),
      Buffer.alloc(3 * 31_250, Buffer.from([0xfe, 1, 0])),
    ]);
    const cases: [body: Buffer, status: number, reason: RegExp][] = [
      [Buffer.from('plain text'), 400, /snappy/],
      [Buffer.from([10, 0xf0, 200]), 400, /it ends too early/],
      [Buffer.from([4, 0, 0x61, 0x0d, 9]), 400, /refers to data that does not exist/],
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

  it('decodes overlapping copies of Snappy, and labels in the quoting of Go', async () => {
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
