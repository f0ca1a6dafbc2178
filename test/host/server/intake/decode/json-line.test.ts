import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DecodeFailure, EmptyMessage } from '../../../../../host/server/intake/decode/decoded.js';
import { decodeJsonLine, jsonLineDecoder } from '../../../../../host/server/intake/decode/json-line.js';
import { rawDecoder } from '../../../../../host/server/intake/decode/raw.js';
import { textReader } from '../../../../../host/server/intake/decode/text.js';

describe('JSON lines', () => {
  it('find message, time, source and level under their usual names, and flatten the rest', () => {
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

  it('take times as seconds, milliseconds and text', () => {
    for (const time of ['1700000000.5', '1700000000500', '"2023-11-14T22:13:20.500Z"', '"2023-11-14 22:13:20,5"']) {
      assert.equal(decodeJsonLine(`{"time":${time},"m":1}`).timestamp, 1700000000500);
    }
    const odd = decodeJsonLine('{"time":"soon","msg":"m"}');
    assert.equal(odd.timestamp, undefined);
    assert.equal(odd.fields['time'], 'soon');
  });

  it('are the message themselves when none is named', () => {
    assert.equal(decodeJsonLine('{"a":1}').message, '{"a":1}');
  });

  it('refuse what is no object', () => {
    for (const line of ['[1]', '"x"', 'x', '{', '{"a":1}{"b":2}'])
      assert.throws(() => decodeJsonLine(line), DecodeFailure);
    assert.throws(() => jsonLineDecoder(textReader(''))(Buffer.from('  '), 0), EmptyMessage);
  });
});

describe('raw text', () => {
  const decode = rawDecoder(textReader('UTF-8'));
  it('is the whole payload without its line end', () => {
    assert.equal(decode(Buffer.from('  indented\tüñí \r\n'), 0).message, '  indented\tüñí ');
  });
  it('is read in the charset of the input', () => {
    assert.equal(rawDecoder(textReader('ISO-8859-1'))(Buffer.from([0xe9]), 0).message, 'é');
    assert.throws(() => textReader('no-such-charset'), RangeError);
  });
  it('counts nothing as nothing', () => {
    for (const text of ['', '\r\n', '\0\0', '   ']) assert.throws(() => decode(Buffer.from(text), 0), EmptyMessage);
  });
});
