import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeGelfText } from '../../../../../host/server/intake/decode/gelf.js';
import { strictJson } from '../../../../../host/server/intake/decode/lenient-json.js';

const taken: readonly (readonly [deviation: string, text: string, message: string])[] = [
  ['a raw line break in a text', '{"short_message":"first\nsecond"}', 'first\nsecond'],
  ['a raw tab and bell in a text', '{"short_message":"a\tb\u0007c"}', 'a\tb\u0007c'],
  ['a trailing comma', '{"short_message":"comma","_list":[1,2,],}', 'comma'],
  ['a NUL after the object', '{"short_message":"trailing"}\u0000', 'trailing'],
  ['text after the object', '{"short_message":"first"} and more', 'first'],
  ['brackets and commas within texts', '{"short_message":"a,] }\n,}","_x":"\\"},"}\u0000', 'a,] }\n,}'],
];

for (const [deviation, text, message] of taken) {
  test(`the lenient JSON parser accepts GELF with ${deviation}`, () => {
    assert.equal(decodeGelfText(text).message, message);
  });
}

test('the lenient JSON parser refuses other invalid JSON with the reason of the strict parser', () => {
  for (const text of [
    '{"short_message":"a"',
    '{short_message:"a"}',
    '{"short_message":"a",,}',
    'null',
    '[1,]',
    ',',
    '"\n',
  ]) {
    assert.throws(() => decodeGelfText(text), { name: 'DecodeFailure' }, text);
  }
});

test('strict JSON is not rewritten', () => {
  for (const value of [{}, { a: [1, 'x,]', { b: null }] }, { 'a\n': '\\"' }])
    assert.equal(strictJson(JSON.stringify(value)), undefined);
});
