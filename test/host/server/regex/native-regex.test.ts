/** Expressions that JavaScript's engine runs find the same matches as the linear engine, and every match is fast. */
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { RE2JS } from 're2js';
import { BoundedRegex } from '../../../../host/server/regex/bounded-regex.js';
import { readJava } from '../../../../host/server/regex/java/read-java.js';
import { writeLinear } from '../../../../host/server/regex/java/write-linear.js';
import { NativeRegex, type FoundMatch } from '../../../../host/server/regex/native-regex.js';
import { createRandom } from '../../../bench/seed.js';

const random = createRandom(29);
const below = (most: number): number => Math.floor(random() * most);
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
const many = (most: number, one: () => string): string => Array.from({ length: below(most) }, one).join('');

const signs = [
  ...'aabbAk7_-. "=\n\t\v\0',
  'é',
  'ſ',
  '\u212a',
  '\u00a0',
  '\ufeff',
  '日',
  '\uffff',
  '😀',
  '\ud83d',
  '\ude00',
];
const atoms = [
  ...'aabbAk7_-="é日😀',
  ...[
    '.',
    '\\.',
    '\\d',
    '\\D',
    '\\w',
    '\\W',
    '\\s',
    '\\S',
    '\\n',
    '\\t',
    '[ab]',
    '[^ab]',
    '[a-k.-]',
    '[^"]',
    '[^\\s=]',
    '[\\w-]',
  ],
  ...['[^\\w]', '[é-日]', '[^😀]', '\\b', '\\B', '^', '$', '\\A', '\\z'],
];
const times = ['', '', '', '', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{0,2}', '{1,}?', '{2,3}'];

function pattern(depth: number): string {
  const one = (): string => {
    if (depth === 0 || random() < 0.6) return pick(atoms) + pick(times);
    return `${pick(['(', '(', '(?:'])}${pattern(depth - 1)})${pick(times)}`;
  };
  const sequence = () => many(5, one);
  return random() < 0.2 ? `${sequence()}|${sequence()}` : sequence();
}

/** Returns all matches as the positions of their groups. */
function positionsOf(matches: Iterable<FoundMatch>, groups: number): unknown[] {
  const result: unknown[] = [];
  for (const match of matches)
    result.push(
      Array.from({ length: groups + 1 }, (_, group) => [match.start(group), match.end(group), match.group(group)]),
    );
  return result;
}

function* linear(program: RE2JS, text: string): Generator<FoundMatch> {
  const matcher = program.matcher(text);
  while (matcher.find()) yield matcher;
}

test('the linear engine and JavaScript’s engine find the same matches', () => {
  let native = 0;
  for (let round = 0; round < 6_000; round += 1) {
    // The expression is translated for the linear engine, because `\s` has one character more in Java.
    const source = writeLinear(readJava(pattern(3), { dotAll: true }).expression) ?? '';
    let program;
    try {
      program = RE2JS.compile(source, RE2JS.DOTALL);
    } catch {
      continue;
    }
    if (!NativeRegex.of(source)) continue;
    native += 1;
    const bounded = new BoundedRegex(source);
    for (let texts = 0; texts < 6; texts += 1) {
      const text = many(14, () => pick(signs));
      // In Java, `$` also matches before a line end at the end of the text. Another engine handles such patterns.
      if (source.includes('$') && /[\r\u0085\u2028\u2029]|\n$/.test(text)) continue;
      const what = `${JSON.stringify(source)} in ${JSON.stringify(text)}`;
      assert.equal(bounded.isIn(text), program.test(text), what);
      const found = positionsOf(linear(program, text), program.groupCount());
      assert.deepEqual(positionsOf(bounded.matches(text), bounded.groups), found, what);
      const first = bounded.first(text);
      assert.deepEqual(positionsOf(first ? [first] : [], bounded.groups), found.slice(0, 1), what);
    }
  }
  assert.ok(native > 2_000, `${native} expressions run on JavaScript's engine`);
});

describe('expressions for the linear engine', () => {
  const hostile = [
    ...['(?:a+)+b', '(?:a|a)*b', '(?:a|ab|b)*c', '(?:.*,)*x', '(?:a?){30}a{30}', '.*.*.*.*x', '(?:\\w+\\s?)*$'],
    ...['(?:(?:a|b)?c?){1,50}x', '(?:a{0,60}){0,60}b', '(?:\\w+ ?)+:(\\d)'],
  ];
  for (const source of hostile)
    it(`an expression that could take exponential time is left to the linear engine: ${source}`, () =>
      assert.equal(NativeRegex.of(source), undefined));
  for (const source of [
    '(a)*',
    '(?:(a)|b)+',
    '(?:a*)?b',
    '(?:a|)*',
    '(?i)a',
    'a{0}',
    '\\pL',
    '(?m)^a$',
    '\\x41',
    '\\B',
  ])
    it(`an expression that the engines treat differently is left to the linear engine: ${source}`, () =>
      assert.equal(NativeRegex.of(source), undefined));
});

describe("expressions for JavaScript's engine", () => {
  const usual = [
    ...['value [0-9]+ of ([0-9]+)', 'user=(\\S+)', '"([^"]*)"', '\\[(.*?)\\]', '^(\\S+) (\\S+) \\[(.*?)\\] "(.*)"'],
    ...[
      'from ([0-9.]+) port (\\d+)',
      '(?:GET|POST|PUT) ([^ ?]+)',
      'took (\\d+(?:\\.\\d+)?)\\s*ms',
      '.*status=(\\d{3}).*',
    ],
    ...['(\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3})', '(.*)', '^\\s*$', '(ERROR|WARN)'],
  ];
  for (const source of usual)
    it(`runs an expression on JavaScript's engine for texts of at least 384 characters: ${source}`, () => {
      const longest = NativeRegex.of(source)?.longestText ?? 0;
      assert.ok(longest >= 384, String(longest));
    });
});

test('one search takes a few milliseconds for any text', () => {
  const sources = [
    '(.*)x(.*)y(.*)z',
    '[0-9]+x',
    '(.*?)b(c)',
    '([^"]+)"x',
    'aaaa*b',
    '(?:a|b|c)+d',
    '(?:[ab]+,)*x',
    '.+.+é',
  ];
  const parts = ['a', 'b', '1', 'ab', 'a,', 'xy', 'x', 'b日', '😀', 'aé'];
  for (let round = 0; sources.length < 60; round += 1) sources.push(pattern(3));
  for (const source of sources) {
    const native = NativeRegex.of(source);
    for (const part of native ? parts : []) {
      const text = part.repeat(native?.longestText ?? 0).slice(0, native?.longestText);
      // A first run forces the compilation before time is measured.
      native?.isIn(text.slice(0, 2));
      const begun = process.cpuUsage();
      native?.isIn(text);
      const { user } = process.cpuUsage(begun);
      assert.ok(user < 100_000, `${source} in ${part}… took ${user} µs`);
    }
  }
});
