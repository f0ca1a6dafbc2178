/** Tests the translation of other servers' patterns for a linear-time engine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linearForm } from '../../../../host/server/regex/linear-form.js';

const forms: readonly (readonly [pattern: string, linear: string])[] = [
  ['(?>a|ab)c', '(?:a|ab)c'],
  ['\\d++ [a-z]*+ x?+ (ab){2,3}+', '\\d+ [a-z]* x? (ab){2,3}'],
  ['\\h+=\\H', '[ \\t]+=\\H'],
  ['[\\h,]+', '[ \\t,]+'],
  ['\\++ \\(?> [(?>] [+*+]', '\\++ \\(?> [(?>] [+*+]'],
  ['%{WORD}+', '%{WORD}+'],
  ['\\Q(?>a++\\E', '\\Q(?>a++\\E'],
  ['a(?=b)(\\w)\\1', 'a(?=b)(\\w)\\1'],
];
for (const [pattern, linear] of forms) {
  test(`${pattern} becomes ${linear}`, () => {
    assert.equal(linearForm(pattern), linear);
  });
}
