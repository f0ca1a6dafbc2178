/** Java's regular expressions match with the same groups as in Java; unsupported features are refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { javaRegex } from '../../../../host/server/regex/java-regex.js';

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

/**
 * Patterns and texts, each with the text of the first group. If the pattern has no group, it is the whole match;
 * undefined: no match.
 */
const taken: readonly (readonly [pattern: string, text: string, found: string | undefined])[] = [
  ['(\\x{41}+)', 'xAAx', 'AA'],
  ['(\\u0041+)', 'xAAx', 'AA'],
  ['(\\uD83D\\uDE80)', 'a🚀b', '🚀'],
  ['(\\p{Alpha}+)', '1 User', 'User'],
  ['(\\p{javaUpperCase}+)', 'aBC', 'BC'],
  ['(\\p{IsAlphabetic}+)', '1 Übung', 'Übung'],
  ['(\\p{IsGreek}+)', 'aβγ', 'βγ'],
  ['([\\P{Alpha}&&[^ ]]+)', 'ab 12', '12'],
  ['([[:alpha:]_]+)', '1a_b', 'a_b'],
  ['([^[:space:]]+)', ' ab ', 'ab'],
  ['([a-z&&[^x]]+)', 'xxabc', 'abc'],
  ['([a-z&&def]+)', 'xxde', 'de'],
  ['([a-c[x-z]]+)', 'mxaz', 'xaz'],
  ['([\\w&&[^\\d]]+)', '12ab', 'ab'],
  ['([^a-c[x-z]]+)', 'aqrx', 'qr'],
  ['[&&&]', '&', '&'],
  ['(a{2}+)', 'aaaa', 'aa'],
  ['(\\}+)', 'a}}b', '}}'],
  ['(\\w{0,2000})=', 'user=x', 'user'],
  ['a++(b)', 'aab', 'b'],
  ['a++ab', 'aaab', undefined],
  ['(?>a|ab)c', 'abc', undefined],
  ['(\\d+)(?!\\d)', 'a12', '12'],
  ['(?<!\\d)(\\d{3})(?!\\d)', '1234 567', '567'],
  ['(?<=from |to )(\\S+)', 'sent to ann', 'ann'],
  ['^(?:(?!bad).)*(end)$', 'good end', 'end'],
  ['^(?:(?!bad).)*(end)$', 'bad end', undefined],
  ['(\\w+)\\s\\1', 'a b aa aa', 'aa'],
  ['(?<w>\\w+)=\\k<w>', 'ab=ab', 'ab'],
  ['(?i)(ab) \\1', 'AB ab', 'AB'],
  ['(?i)(ü)', 'Ü', undefined],
  ['(?iu)(ü)', 'Ü', 'Ü'],
  ['(?iu)(ſ+)', 'sSſ', 'sSſ'],
  ['(?iu)(s+)', 'sSſ', 'sSſ'],
  ['(?iu)([ſx]+)', 'sSX', 'sSX'],
  ['(?iu)([ſ-ſ]+)', 'sSſ', 'ſ'],
  ['(?iu)([\\Qſƀ\\E]+)', 'sSſƀɃ', 'sSſƀɃ'],
  ['(?i)([\\Qaé\\E]+)', 'ÉaAé', 'aAé'],
  ['(?iu)(\u212a+)', 'kK', 'kK'],
  ['(?x) ( a \\ b ) # a blank', 'a b', 'a b'],
  ['(b)\\Z', 'ab\n', 'b'],
  ['(b)$', 'ab\r\n', 'b'],
  ['(b)\\z', 'ab\n', undefined],
  ['(?m)^(b)$', 'a\rb\rc', 'b'],
  ['(a\\Rb)', 'a\r\nb', 'a\r\nb'],
  ['\\0101(\\cA)', 'A\u0001', '\u0001'],
  ['(?s:User.*)(port)', 'User\nport', 'port'],
  ['\\Qa+\\E+(b)', 'a++b', 'b'],
];

test('a Java regular expression extracts the same groups as Java', () => {
  for (const [pattern, text, wanted] of taken) {
    const compiled = javaRegex(pattern);
    const found = compiled.first(text);
    assert.equal(found?.group(compiled.groups > 0 ? 1 : 0), wanted, pattern);
    assert.equal(compiled.isIn(text), wanted !== undefined, pattern);
  }
});

test('the error of a Java regular expression names the syntax error or unsupported feature and its position', () => {
  for (const [pattern, reason] of [
    ['(', /bracket is missing.*character 2/],
    ['a)', /closed that was not opened/],
    ['*a', /"\*" has nothing to repeat/],
    ['\\p{Foo}', /no class of characters "Foo"/],
    ['\\p{InGreek}', /no class of characters "InGreek"/],
    ['[z-a]', /runs backwards/],
    ['[a-z&&]', /missing behind "&&"/],
    ['(?<=a*)b', /look-behind .* limited length/],
    ['(a)\\2', /refers to a group/],
    ['\\Gb', /"\\G" is not supported/],
    ['a{,3}', /write \{0,/],
    ['a{3,2}', /ends before it begins/],
    ['(?<n>a)(?<n>b)', /Two groups/],
    ['(?q)a', /no flag "q"/],
    ['a'.repeat(2_000), /too large/],
    ['(?:(?:ab){999}){999}', /too large/],
    ['(?='.repeat(200), /nested too deeply/],
  ] as const)
    assert.throws(() => javaRegex(pattern), { name: 'RegexError', message: reason }, pattern);
});

test('Java regular expressions match as in Java', () => {
  for (const [pattern, text, matches] of rows) assert.equal(javaRegex(pattern).isIn(text), matches, pattern);
});
