/** Regular expressions of Java: what they match here, and which are refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PatternError } from '../../../../host/server/regex/bounded-pattern.js';
import { javaPattern } from '../../../../host/server/regex/java-pattern.js';

const rows: readonly (readonly [pattern: string, text: string, matches: boolean])[] = [
  ['a.b', 'a b', true],
  ['a.b', 'a\nb', false],
  ['a.b', 'a\rb', false],
  ['(?s)a.b', 'a\nb', true],
  ['(?is)A.b', 'a\nB', true],
  ['(?i)ABC', 'xabcx', true],
  ['a[.]b', 'axb', false],
  ['a\\.b', 'axb', false],
  ['a[^.]b', 'a\nb', true],
  ['^\\p{Alpha}+$', 'abC', true],
  ['^\\P{Alpha}+$', '123', true],
  ['^[\\p{Alnum}_]+$', 'a_1', true],
  ['^\\p{Punct}+$', '!/[]~', true],
  ['\\u0041', 'A', true],
  ['[\\u0041-\\u0043]', 'B', true],
  ['a\\hb', 'a\tb', true],
  ['a[\\h]b', 'a b', true],
  ['\\Qa.b\\E', 'a.b', true],
  ['\\Qa.b\\E', 'axb', false],
  ['[^[]+]', 'a]', true],
  ['^.{0,400}x', `${'y'.repeat(300)}x`, true],
  ['(?<year>\\d{4})', '2024', true],
];

test('matches as Java does', () => {
  for (const [pattern, text, matches] of rows) assert.equal(javaPattern(pattern).isIn(text), matches, pattern);
});

test('refuses what needs backtracking and what would be read in another way', () => {
  for (const pattern of [
    'a(?=b)',
    '(?<!a)b',
    '(a)\\1',
    '(?>a+)b',
    'a++b',
    '[a-z&&[^b]]',
    '(',
    '\\p{Foo}',
    'a'.repeat(2_000),
  ])
    assert.throws(() => javaPattern(pattern), PatternError, pattern);
});
