/** Regular expressions that the inverted index evaluates find the same values as the database. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Automaton, TooCostlyError } from '../../../../host/server/search/inverted-index/automaton.js';
import { readRegex } from '../../../../host/server/regex/regex-parts.js';
import { createRandom } from '../../../bench/seed.js';
import { open, temporaryDirectory } from '../store/opened-store.js';

const random = createRandom(23);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const many = (most: number, one: () => string): string =>
  Array.from({ length: Math.floor(random() * most) }, one).join('');

const signs = [
  'a',
  'b',
  'k',
  's',
  'A',
  'K',
  'Z',
  '0',
  '7',
  '_',
  '-',
  '.',
  ' ',
  '\n',
  '\t',
  '\0',
  '[',
  '^',
  'é',
  'ſ',
  '\u212a',
  'ß',
  '日',
  '\ud7ff',
  '\ue000',
  '\uffff',
  '😀',
  '\u{10ffff}',
];
const atoms = [
  ...'abkszAKZ07_-',
  '.',
  '.',
  '\\d',
  '\\D',
  '\\w',
  '\\W',
  '\\s',
  '\\S',
  '\\.',
  '\\[',
  '\\-',
  '\\\\',
  '\\n',
  '\\t',
  '[ab]',
  '[^ab]',
  '[a-k]',
  '[^A-Z]',
  '[Z-a]',
  '[\\d_]',
  '[^\\w]',
  '[0-9a-z.]',
  '[-a]',
  '[^a-]',
  '[\\w-]',
  '[é-日]',
  '[^é]',
  '[\ue000-😀]',
  'é',
  '日',
  '😀',
  'ß',
  'ſ',
  '\u212a',
];
const times = ['', '', '', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{0,2}', '{1,}', '{2,3}?', '{0}'];

function pattern(depth: number): string {
  const part = (): string => {
    const kind = random();
    const inner = depth > 0 && kind < 0.25 ? `(${kind < 0.1 ? '?:' : ''}${pattern(depth - 1)})` : pick(atoms);
    return inner + pick(times);
  };
  return Array.from({ length: random() < 0.25 ? 2 : 1 }, () => many(4, part)).join('|');
}

test('matches of regular expressions in the inverted index equal those of the database', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context));
  let matches = 0;
  for (let round = 0; round < 400; round += 1) {
    const text = pattern(2);
    const isCaseless = round % 2 === 1;
    const expression = readRegex(text, isCaseless);
    const automaton = expression && Automaton.of(expression);
    if (!automaton) {
      assert.ok(isCaseless && /[^\0-\x7f]/.test(text), text);
      continue;
    }
    const values = Array.from({ length: 60 }, () => many(5, () => pick(isCaseless ? signs.slice(0, 18) : signs)));
    const [row] = await store.query(
      `SELECT list_transform($1::VARCHAR[], lambda v: regexp_full_match(v, $2, '${isCaseless ? 'si' : 's'}'))::VARCHAR AS m`,
      [values, text],
    );
    const expected = JSON.parse(String(row?.['m'])) as boolean[];
    assert.equal(expected.length, values.length);
    const prefix = automaton.prefix(100);
    for (const [at, value] of values.entries()) {
      const bytes = Buffer.from(isCaseless ? value.toLowerCase() : value);
      const isMatch = automaton.matches(bytes, bytes.length);
      assert.equal(isMatch, expected[at], JSON.stringify([text, value]));
      if (!isMatch) continue;
      matches += 1;
      assert.ok(bytes.subarray(0, prefix.length).equals(prefix), JSON.stringify([text, value]));
    }
  }
  assert.ok(matches > 2000, `there were ${matches} matches`);
});

test('the inverted index leaves ambiguous regular expressions to the scan', () => {
  for (const text of [
    '^a',
    'a$',
    '\\ba',
    '(?i)a',
    '(?P<n>a)',
    '\\pL',
    '[[:alpha:]]',
    '[]a]',
    '[a-b-c]',
    '[--a]',
    'a**',
    'a{1001}',
    'a{,2}',
    'a{2}{2}',
    '\\x41',
    '\\Qa',
    'a)',
    '(a',
    '[a',
    'a\\',
    '\ud800',
  ])
    assert.equal(readRegex(text, false), undefined, text);
  for (const text of ['a{1000}b{1000}', `${'('.repeat(3)}${'){1000}'.repeat(3)}`]) {
    const expression = readRegex(text, false);
    assert.ok(expression);
    assert.equal(Automaton.of(expression), undefined, text);
  }
});

test('the evaluation of an expensive pattern is aborted, but the common prefix of its values is used', () => {
  for (const [pattern, letters] of [
    ['ab(a|b)*a(a|b){60}', 'ab'],
    ['ab(\\w?){300}x', 'abcdefghijklmnopqrstuvwxyz'],
  ] as const) {
    const expression = readRegex(pattern, false);
    const automaton = expression && Automaton.of(expression);
    assert.ok(automaton);
    const prefix = automaton.prefix(100);
    assert.equal(prefix.toString(), 'ab');
    assert.throws(() => {
      for (let round = 0; round < 100_000; round += 1) {
        const bytes = Buffer.from(`ab${Array.from({ length: 200 }, () => pick([...letters])).join('')}`);
        automaton.matches(bytes, bytes.length);
      }
    }, TooCostlyError);
    assert.deepEqual(automaton.prefix(100), prefix);
  }
});
