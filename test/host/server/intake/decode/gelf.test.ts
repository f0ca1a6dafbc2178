import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import { DecodeFailure, EmptyMessage } from '../../../../../host/server/intake/decode/decoded.js';
import { gelfDecoder } from '../../../../../host/server/intake/decode/gelf.js';
import { textReader } from '../../../../../host/server/intake/decode/text.js';

const decode = gelfDecoder({ textOf: textReader('UTF-8'), sizeLimit: 100_000 });
const gelf = (fields: object) => decode(Buffer.from(JSON.stringify(fields)), 0);
const minimal = { version: '1.1', host: 'h', short_message: 'm' };

describe('GELF', () => {
  it('decodes a GELF message with fields of all types', () => {
    const decoded = gelf({
      ...minimal,
      full_message: 'line 1\nline 2',
      timestamp: 1385053862.3072,
      level: 3,
      facility: 'app',
      line: 42,
      file: 'a.c',
      _user_id: 9001,
      _flag: true,
      _nothing: null,
      _list: [1, 'two'],
      _object: { a: { b: 1 } },
    });
    assert.equal(decoded.message, 'm');
    assert.equal(decoded.source, 'h');
    assert.equal(decoded.fullMessage, 'line 1\nline 2');
    assert.equal(decoded.timestamp, 1385053862307);
    assert.deepEqual(
      { ...decoded.fields },
      {
        level: 3,
        facility: 'app',
        line: 42,
        file: 'a.c',
        user_id: 9001,
        flag: true,
        list: '[1,"two"]',
        object: '{"a":{"b":1}}',
      },
    );
  });

  it('ignores the GELF version and uses "message" if short_message is missing', () => {
    for (const version of ['1.0', '1.1', '2.0', 7, undefined]) {
      assert.equal(gelf({ version, host: 'h', message: 'old' }).message, 'old');
    }
  });

  it('sets no source for a GELF message without host, so that the sender’s address is used', () => {
    assert.equal(gelf({ short_message: 'm' }).source, undefined);
  });

  it('keeps GELF timestamps exact to the millisecond', () => {
    for (const [seconds, expected] of [
      [1700000000.001, 1700000000001],
      [1700000000.999, 1700000000999],
      [1700000000, 1700000000000],
      ['1700000000.123', 1700000000123],
      [0.001, 1],
    ] as const) {
      assert.equal(gelf({ ...minimal, timestamp: seconds }).timestamp, expected);
    }
  });

  it('replaces invalid GELF timestamps and records this in gl2_processing_error', () => {
    for (const timestamp of [0, -1, 1e300, 'yesterday', {}, [], true, 1700000000123456]) {
      const decoded = gelf({ ...minimal, timestamp });
      assert.equal(decoded.timestamp, undefined);
      assert.match(String(decoded.fields['gl2_processing_error']), /^Replaced invalid timestamp/);
    }
  });

  it('keeps integers beyond 2^53 exactly, and integers beyond 64 bits as text', () => {
    const text =
      '{"host":"h","short_message":"m","_n":9007199254740993,"_m":-9223372036854775808,"_l":18446744073709551616}';
    const { fields } = decode(Buffer.from(text), 0);
    assert.equal(fields['n'], 9007199254740993n);
    assert.equal(fields['m'], -9223372036854775808n);
    assert.equal(fields['l'], '18446744073709551616');
  });

  it('converts numeric and named levels to numbers', () => {
    for (const [level, expected, name] of [
      [3, 3, undefined],
      ['4', 4, undefined],
      ['ERROR', 3, 'ERROR'],
      ['loud', undefined, 'loud'],
    ] as const) {
      const { fields } = gelf({ ...minimal, level });
      assert.equal(fields['level'], expected);
      assert.equal(fields['level_name'], name);
    }
  });

  it('ignores fields that only the server may set', () => {
    const { fields, message, source } = gelf({
      ...minimal,
      _message: 'x',
      _source: 'x',
      _timestamp: 1,
      _streams: 'x',
      _gl2_source_input: 'x',
      __id: 'x',
      _full_message: 'x',
      _id: 'kept as id',
    });
    assert.deepEqual({ ...fields }, { id: 'kept as id' });
    assert.equal(message, 'm');
    assert.equal(source, 'h');
  });

  it('keeps the fields in which a collector names its sidecar', () => {
    const { fields } = gelf({ ...minimal, _gl2_source_collector: 'node-1', _gl2_source_collector_input: 'in-1' });
    assert.deepEqual({ ...fields }, { gl2_source_collector: 'node-1', gl2_source_collector_input: 'in-1' });
  });

  it('stores fields named like inherited properties, without changing a prototype', () => {
    const text =
      '{"host":"h","short_message":"m","__proto__":{"polluted":1},"___proto__":"y","_constructor":"z","_n":12345678901234567890}';
    const { fields } = decode(Buffer.from(text), 0);
    assert.equal(fields['toString'], undefined);
    assert.equal('hasOwnProperty' in fields, false);
    assert.equal(fields['constructor'], 'z');
    assert.equal(fields['__proto__'], 'y');
    assert.equal(fields['_proto__'], '{"polluted":1}');
    assert.deepEqual(Object.keys(fields), ['_proto__', '__proto__', 'constructor', 'n']);
    assert.equal(decode(Buffer.from('{"host":"h","short_message":"m"}'), 0).fields['polluted'], undefined);
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });

  it('replaces invalid characters in field names; the first field of equal names wins', () => {
    const { fields } = gelf({ ...minimal, '_naïve key': 1, '_a b': 2, '_a/b': 3, '_a.b-c@d': 4, _: 5, '_ ': 6 });
    assert.deepEqual({ ...fields }, { na_ve_key: 1, a_b: 2, 'a.b-c@d': 4, _: 5 });
  });

  it('decompresses GELF messages in gzip and zlib format', () => {
    const text = Buffer.from(JSON.stringify(minimal));
    for (const packed of [gzipSync(text), deflateSync(text), deflateSync(text, { level: 9 }), text]) {
      assert.equal(decode(packed, 0).message, 'm');
    }
  });

  it('accepts a byte order mark before a GELF message', () => {
    assert.equal(decode(Buffer.from(`\ufeff${JSON.stringify(minimal)}`), 0).message, 'm');
  });

  it('replaces bytes that are not UTF-8 and lone surrogates', () => {
    const bytes = Buffer.concat([
      Buffer.from('{"host":"h","short_message":"a'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('b"}'),
    ]);
    assert.equal(decode(bytes, 0).message, 'a\ufffd\ufffdb');
    const halves = '{"host":"h","short_message":"\\ud800x\\udc00 \\ud83d\\ude00 \\\\ud800"}';
    assert.equal(decode(Buffer.from(halves), 0).message, '\ufffdx\ufffd 😀 \\ud800');
  });

  it('refuses invalid GELF messages with a reason', () => {
    const refused: [string | Buffer, RegExp][] = [
      ['{"host":"h"}', /lacks the mandatory field "short_message"/],
      ['{"host":"h","short_message":""}', /"short_message" must not be empty/],
      ['{"host":"h","short_message":7}', /"short_message" must be a text, got number/],
      ['{"host":{},"short_message":"m"}', /"host" must be a text, got object/],
      ['{"host":" ","short_message":"m"}', /"host" must not be empty/],
      ['[]', /Not a JSON object/],
      ['null', /Not a JSON object/],
      ['{"host":', /Not valid JSON/],
      ['hello', /Not valid JSON/],
      [gzipSync('{"host":"h","short_message":"m"}').subarray(0, 20), /Broken gzip data/],
      [Buffer.from([0x1f, 0x8b]), /Broken gzip data/],
      [Buffer.from([0x78, 0x9c, 1, 2, 3]), /Broken zlib data/],
      [gzipSync(Buffer.alloc(50_000_000, 'a')), /More than 100000 bytes after decompression/],
      [`{"host":"h","short_message":"${'x'.repeat(100_001)}"}`, /allowed are 100000/],
      [`{"host":"h","short_message":"m","_deep":${'['.repeat(40_000)}${']'.repeat(40_000)}}`, /nested too deeply/],
      [
        `{"host":"h","short_message":"m","_n":12345678901234567890,"_deep":${'['.repeat(40_000)}${']'.repeat(40_000)}}`,
        /nested too deeply/,
      ],
    ];
    for (const [bytes, reason] of refused) {
      assert.throws(
        () => decode(Buffer.from(bytes), 0),
        (error: unknown) => error instanceof DecodeFailure && reason.test(error.message),
        String(bytes).slice(0, 60),
      );
    }
  });

  it('reports whitespace as an empty message', () => {
    for (const text of ['', ' ', '\n']) assert.throws(() => decode(Buffer.from(text), 0), EmptyMessage);
  });
});
