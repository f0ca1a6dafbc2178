/** Tests hostile messages that would take minutes or exhaust the memory in a naive decoder. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { longIntegers } from '../../../../../api/integer-places.js';
import { parseJson } from '../../../../../api/json.js';
import { cefDecoder, monthsToEnglish } from '../../../../../host/server/intake/decode/cef.js';
import { bulkItems } from '../../../../../host/server/intake/decode/bulk-actions.js';
import type { Decode } from '../../../../../host/server/intake/decode/decoded.js';
import { JournalExport } from '../../../../../host/server/intake/decode/journal-export.js';
import { jsonLineDecoder } from '../../../../../host/server/intake/decode/json-line.js';
import { jsonSequence } from '../../../../../host/server/intake/decode/json-sequence.js';
import { lokiEntriesOfJson } from '../../../../../host/server/intake/decode/loki-push.js';
import { otlpEntriesOfJson } from '../../../../../host/server/intake/decode/otlp-json.js';
import { otlpEntriesOfProtobuf } from '../../../../../host/server/intake/decode/otlp-protobuf.js';
import { otlpMessage } from '../../../../../host/server/intake/decode/otlp-record.js';
import { partField, ProtobufReader } from '../../../../../host/server/intake/decode/protobuf.js';
import { rawDecoder } from '../../../../../host/server/intake/decode/raw.js';
import { syslogDecoder } from '../../../../../host/server/intake/decode/syslog.js';
import { textReader } from '../../../../../host/server/intake/decode/text.js';
import { utc } from '../../../../../host/server/intake/decode/time-zone.js';
import { authorized } from '../../../../../host/server/intake/transport/http-authorization.js';
import { lineDecoder } from '../../../../../host/server/intake/transport/line-decoder.js';
import { openIntake, type TypeName } from '../open-intake.js';

const textOf = textReader('UTF-8');
const many = 4_000_000;

describe('long runs of one character', () => {
  const run = '\0'.repeat(many);
  const decoders: Record<string, Decode> = {
    raw: rawDecoder(textOf),
    syslog: syslogDecoder({
      textOf,
      toUtc: utc,
      allowOverrideDate: true,
      storeFullMessage: false,
      expandStructuredData: false,
    }),
    cef: cefDecoder({ textOf, toUtc: utc, inEnglish: monthsToEnglish(''), useFullNames: false }),
    line: lineDecoder('/var/log/x', textOf, utc),
  };
  for (const [name, decode] of Object.entries(decoders))
    it(`the ${name} decoder handles millions of NULs within a text in time`, () => {
      const decoded = decode(Buffer.from(`CEF:0|a|b|c|d|e|3|msg=${run}x\0\r\n`), 0);
      assert.ok(name === 'cef' || decoded.message.endsWith('\0x'));
    });

  it('millions of spaces within credentials are checked in time', () => {
    const headers = { authorization: ` Bearer b${' '.repeat(many)}c ` };
    const credentials = { token: 't', user: undefined, password: undefined };
    assert.equal(authorized(credentials, { headers }), 'wrong');
  });

  it('a long journal line that arrives byte by byte is read in time', () => {
    const found: string[] = [];
    const limits = { entryBytes: many, entryFields: 3, lineBytes: 1_000_000 };
    const reader = new JournalExport(limits, {
      entry: (fields) => found.push(String(fields.get('MESSAGE')?.[0]?.length)),
      broken: (reason) => found.push(reason),
    });
    reader.push(Buffer.from('A=b\nMESSAGE='));
    for (let index = 0; index < 900_000; index += 1) reader.push(Buffer.from('x'));
    assert.equal(reader.pending, 900_009);
    reader.push(Buffer.from('\n\n'));
    assert.deepEqual([found, reader.pending], [['900000'], 0]);
  });

  it('long integers are found in time beside an unterminated text of millions of escaped quotes', () => {
    const text = `[1,"${'\\"'.repeat(many)}`;
    assert.equal(longIntegers(`[:1234567890123456.5,${text}`).next().done, true);
    assert.deepEqual(parseJson('["\\\\",-12345678901234567,"a: 12345678901234567",12345678901234567.5,1e2]'), [
      '\\',
      -12345678901234567n,
      'a: 12345678901234567',
      Number('12345678901234567.5'),
      100,
    ]);
    assert.equal(longIntegers('{"a":"order: 12345678901234567"}').next().done, true);
  });

  it('a JSON object with a very long name and thousands of nested names is flattened in time', () => {
    const inner = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, {}]));
    const decoded = jsonLineDecoder(textOf)(Buffer.from(JSON.stringify({ ['n'.repeat(many)]: inner, last: 1 })), 0);
    assert.deepEqual(Object.keys(decoded.fields), ['last']);
  });
});

describe('requests with many empty entries', () => {
  const empties = (count: number, one: string) => Array.from({ length: count }, () => one).join(',');
  const spaces = Buffer.alloc(32_000_000, ' ');
  const calls: [name: string, entries: () => AsyncIterable<unknown>][] = [
    ['OTLP resources', () => otlpEntriesOfJson(Buffer.from(`{"resourceLogs":[${empties(500_000, '{}')}]}`))],
    [
      'OTLP scopes',
      () => otlpEntriesOfJson(Buffer.from(`{"resourceLogs":[{"scopeLogs":[${empties(500_000, '{}')}]}]}`)),
    ],
    [
      'protobuf resources',
      () => otlpEntriesOfProtobuf(Buffer.concat(Array.from({ length: 50_000 }, () => partField(1, '')))),
    ],
    [
      'Loki streams',
      () => lokiEntriesOfJson(Buffer.from(`{"streams":[${empties(100_000, '{"stream":{},"values":[]}')}]}`)),
    ],
    ['JSON texts of spaces', () => jsonSequence(spaces)],
  ];
  for (const [name, entries] of calls)
    it(`many empty ${name} do not block the event loop`, async () => {
      let others = 0;
      const go = () => {
        others += 1;
        timer = setImmediate(go);
      };
      let timer = setImmediate(go);
      for await (const _ of entries()) assert.fail();
      clearImmediate(timer);
      assert.ok(others > 1);
    });

  it('too many empty protobuf fields or bulk lines are refused', () => {
    const reader = new ProtobufReader(Buffer.alloc(1_000_000, Buffer.from([0x08, 0])));
    const read = () => {
      while (reader.next()) reader.skip();
    };
    assert.throws(read, /more than 100000 fields/);
    assert.throws(() => [...bulkItems(Buffer.alloc(1_000_000, '\n'))], /mostly of empty lines/);
  });
});

describe('data shared by many entries', () => {
  const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } });
  const otlp = (value: string, records: number) =>
    `{"resourceLogs":[{"resource":{"attributes":[${JSON.stringify(attribute('a', value))}]},"scopeLogs":[{"logRecords":[${Array.from({ length: records }, () => '{}').join(',')}]}]}]}`;
  const values = Array.from({ length: 10_000 }, () => ['1790000000000000000', 'x']);
  const calls: [name: string, type: TypeName, path: string, body: string, status: number][] = [
    ['attributes of a resource', 'otlpHttp', '/v1/logs', otlp('x'.repeat(200_000), 10_000), 413],
    ['attributes beyond the limit of one record', 'otlpHttp', '/v1/logs', otlp('x'.repeat(1_000_000), 1), 400],
    [
      'labels of a stream',
      'lokiHttp',
      '/loki/api/v1/push',
      JSON.stringify({ streams: [{ stream: { a: 'x'.repeat(60_000) }, values }] }),
      413,
    ],
    [
      'query parameters of a request',
      'splunkHttp',
      `/services/collector/raw?source=${'x'.repeat(10_000)}`,
      'a\n'.repeat(20_000),
      413,
    ],
  ];
  for (const [name, type, path, body, status] of calls)
    it(`${name}: data shared by many entries is refused if copies would exceed the limit`, async (context) => {
      const { port, sink } = await openIntake(context, type);
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
      assert.equal(answer.status, status, await answer.text());
      assert.equal(sink.messages.length, 0);
    });

  it('attributes of a resource apply to its records, and unquoted integers stay exact', async () => {
    const record = '{"timeUnixNano":1790000000123000000,"body":{"intValue":12345678901234567}}';
    for await (const entry of otlpEntriesOfJson(Buffer.from(otlp('x', 1).replace('{}', record)))) {
      const { timestamp, message, fields } = otlpMessage(entry);
      assert.deepEqual([timestamp, message, fields['a']], [1_790_000_000_123, '12345678901234567', 'x']);
    }
  });
});

it('over 50,000 GELF lines of a request are stored; an invalid single message is detected in one pass', async (context) => {
  const bulk = { enable_bulk_receiving: true, max_chunk_size: 16_000_000 };
  const { port, sink } = await openIntake(context, 'gelfHttp', bulk);
  const send = (to: number, body: string) => fetch(`http://127.0.0.1:${to}/gelf`, { method: 'POST', body });
  assert.equal((await send(port, '{"short_message":"m"}\n'.repeat(50_001))).status, 202);
  assert.equal(sink.messages.length, 50_001);
  const single = await openIntake(context, 'gelfHttp', { max_chunk_size: 100_000 });
  assert.equal((await send(single.port, `{${`}${'\n'.repeat(30_000)}`.repeat(2)}x`)).status, 400);
});
