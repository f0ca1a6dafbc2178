/** JSON texts with integers beyond 2^53 are parsed exactly. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJson, stringifyJson } from '../../api/json.js';

test('integers that exceed a double are parsed as bigint at any position', () => {
  const read: readonly (readonly [text: string, value: unknown])[] = [
    ['12345678901234567890', 12345678901234567890n],
    ['-9007199254740993', -9007199254740993n],
    ['9007199254740991', 9007199254740991],
    [
      '[9007199254740993,"9007199254740993",[9007199254740993]]',
      [9007199254740993n, '9007199254740993', [9007199254740993n]],
    ],
    ['{"a":{"b": 9007199254740993 },"c":null}', { a: { b: 9007199254740993n }, c: null }],
    ['{"a":"\\" :9007199254740993","b":9007199254740993}', { a: '" :9007199254740993', b: 9007199254740993n }],
    ['{"a":1,"a":9007199254740993}', { a: 9007199254740993n }],
    ['{"a":9007199254740993,"a":1}', { a: 1 }],
    ['[12345678901234567.5,9007199254740993e0]', [Number('12345678901234567.5'), Number('9007199254740993')]],
  ];
  for (const [text, value] of read) assert.deepEqual(parseJson(text), value, text);
  const own = parseJson('{"__proto__":9007199254740993}') as object;
  assert.equal(stringifyJson(own), '{"__proto__":9007199254740993}');
});

test('the JSON parser refuses invalid JSON with the position in the original text', () => {
  const refused = [
    '[00000000000000001]',
    '{9007199254740993:1}',
    '{"a":1, 9007199254740993 :2}',
    '[9007199254740993,]',
    '9007199254740993 1',
    '-',
  ];
  for (const text of refused) {
    let message = '';
    assert.throws(
      () => JSON.parse(text) as unknown,
      (error: Error) => (message = error.message) !== '',
    );
    assert.throws(() => parseJson(text), { name: 'SyntaxError', message }, text);
  }
});
