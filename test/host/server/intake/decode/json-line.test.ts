import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DecodeFailure, EmptyMessage } from '../../../../../host/server/intake/decode/decoded.js';
import { decodeJsonLine as decodeIn, jsonLineDecoder } from '../../../../../host/server/intake/decode/json-line.js';
import { rawDecoder } from '../../../../../host/server/intake/decode/raw.js';
import { textReader } from '../../../../../host/server/intake/decode/text.js';
import { utc, zoneToUtc } from '../../../../../host/server/intake/decode/time-zone.js';

const decodeJsonLine = (line: string) => decodeIn(line, utc);

describe('JSON lines', () => {
  it('message, time, source and level are read from their usual names, and other members are flattened', () => {
    const { fields, ...rest } = decodeJsonLine(
      '{"@timestamp":"2026-01-02T03:04:05.678Z","host":"web-1","msg":"hi","level":"warn","http":{"status":200,"tags":["a","b"]},"list":[{"x":1}],"n":null,"big":9007199254740993}',
    );
    assert.deepEqual(rest, { message: 'hi', source: 'web-1', timestamp: Date.parse('2026-01-02T03:04:05.678Z') });
    assert.deepEqual(
      { ...fields },
      {
        level: 4,
        level_name: 'warn',
        http_status: 200,
        http_tags: 'a, b',
        list: '[{"x":1}]',
        big: 9007199254740993n,
      },
    );
  });

  it('times of JSON lines may be seconds, milliseconds or text', () => {
    for (const time of ['1700000000.5', '1700000000500', '"2023-11-14T22:13:20.500Z"', '"2023-11-14 22:13:20,5"']) {
      assert.equal(decodeJsonLine(`{"time":${time},"m":1}`).timestamp, 1700000000500);
    }
    const odd = decodeJsonLine('{"time":"soon","msg":"m"}');
    assert.equal(odd.timestamp, undefined);
    assert.equal(odd.fields['time'], 'soon');
  });

  it('times without a zone are read in the configured time zone', () => {
    const [time, summer] = ['{"time":"2026-01-02 03:04:05","m":1}', zoneToUtc('Europe/Berlin')];
    assert.equal(decodeIn(time, summer).timestamp, Date.parse('2026-01-02T02:04:05Z'));
    assert.equal(decodeIn(time.replace('05"', '05Z"'), summer).timestamp, Date.parse('2026-01-02T03:04:05Z'));
    const received = jsonLineDecoder(textReader(''))(Buffer.from(time), 0);
    assert.equal(received.timestamp, Date.parse('2026-01-02T03:04:05Z'));
  });

  for (const [logger, line, expected] of [
    [
      'ECS',
      '{"@timestamp":"2026-01-02T03:04:05.678Z","log.level":"WARN","message":"m","host.name":"web-1"}',
      { source: 'web-1', level: 4, level_name: 'WARN' },
    ],
    [
      'ECS, nested',
      '{"@timestamp":"2026-01-02T03:04:05.678Z","log":{"level":"error"},"message":"m","host":{"name":"web-1"}}',
      { source: 'web-1', level: 3, level_name: 'error' },
    ],
    [
      'pino',
      '{"level":30,"time":1767323045678,"pid":657,"hostname":"web-1","msg":"m"}',
      { source: 'web-1', level: 6, level_name: 'info', pid: 657 },
    ],
    ['pino without pid and hostname', '{"level":60,"time":1767323045678,"msg":"m"}', { level: 2, level_name: 'fatal' }],
    [
      'bunyan',
      '{"hostname":"web-1","pid":7,"level":10,"msg":"m","time":"2026-01-02T03:04:05.678Z"}',
      { source: 'web-1', level: 7, level_name: 'trace', pid: 7 },
    ],
    [
      'an unknown logger with numeric levels',
      '{"level":30,"hostname":"web-1","msg":"m","time":"2026-01-02T03:04:05.678Z"}',
      { source: 'web-1', level: 30 },
    ],
    [
      'MongoDB',
      '{"t":{"$date":"2026-01-02T04:04:05.678+01:00"},"s":"D2","c":"NETWORK","id":51800,"ctx":"conn1","msg":"m"}',
      { level: 7, level_name: 'DEBUG', c: 'NETWORK', id: 51800, ctx: 'conn1' },
    ],
    [
      'Python',
      '{"asctime":"2026-01-02 03:04:05,678","levelname":"ERROR","name":"root","message":"m"}',
      { level: 3, level_name: 'ERROR', name: 'root' },
    ],
  ] as const)
    it(`decodes JSON lines of ${logger}`, () => {
      const { timestamp, message, source, fields } = decodeJsonLine(line);
      assert.deepEqual([timestamp, message], [Date.parse('2026-01-02T03:04:05.678Z'), 'm']);
      const { 'log.level': _level, 'host.name': _host, log_level: _l, host_name: _h, ...others } = { ...fields };
      assert.deepEqual({ ...(source !== undefined && { source }), ...others }, expected);
    });

  it('JSON lines with only `t` or `s` are not treated as MongoDB lines', () => {
    assert.deepEqual({ ...decodeJsonLine('{"s":"I","msg":"m"}').fields }, { s: 'I' });
    assert.equal(decodeJsonLine('{"t":{"$date":"2026-01-02T03:04:05Z"},"s":"Italy","msg":"m"}').timestamp, undefined);
  });

  it('the line end that Docker keeps in a message is removed', () => {
    const { message, fields } = decodeJsonLine('{"log":"one\\ntwo\\r\\n","stream":"stdout"}');
    assert.equal(message, 'one\ntwo');
    assert.deepEqual({ ...fields }, { stream: 'stdout' });
  });

  it('the whole JSON line is the message if no member contains a message', () => {
    assert.equal(decodeJsonLine('{"a":1}').message, '{"a":1}');
  });

  it('lines that are not one JSON object are refused', () => {
    for (const line of ['[1]', '"x"', 'x', '{', '{"a":1}{"b":2}'])
      assert.throws(() => decodeJsonLine(line), DecodeFailure);
    assert.throws(() => jsonLineDecoder(textReader(''))(Buffer.from('  '), 0), EmptyMessage);
  });
});

describe('raw text', () => {
  const decode = rawDecoder(textReader('UTF-8'));
  it('a raw text message is the whole payload without its line end', () => {
    assert.equal(decode(Buffer.from('  indented\tüñí \r\n'), 0).message, '  indented\tüñí ');
  });
  it('raw text is read in the charset of the input', () => {
    assert.equal(rawDecoder(textReader('ISO-8859-1'))(Buffer.from([0xe9]), 0).message, 'é');
    assert.throws(() => textReader('no-such-charset'), RangeError);
  });
  it('raw text of only whitespace or NULs is an empty message', () => {
    for (const text of ['', '\r\n', '\0\0', '   ']) assert.throws(() => decode(Buffer.from(text), 0), EmptyMessage);
  });
});
