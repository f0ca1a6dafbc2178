/** Groups lines into templates: examples in a table, and properties of arbitrary lines. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskLine } from '../../../api/patterns/mask.js';
import { PatternMiner, type Patterns } from '../../../api/patterns/miner.js';
import { patternQuery } from '../../../api/patterns/query.js';
import { parseQuery } from '../../../api/language/index.js';
import { createRandom } from '../../bench/seed.js';
import { cpuMs } from '../../cpu-ms.js';

const masks: readonly (readonly [line: string, masked: string, cut?: true])[] = [
  ['connect from 10.0.0.1:22 took 12ms', 'connect from <*> took <*>'],
  ['2015-07-29 17:41:41,536 - WARN', '<*> <*> - WARN'],
  ['at 2024-03-01T10:00:00.123Z x=-5', 'at <*> x=<*>'],
  ['id 123e4567-e89b-12d3-a456-426614174000 of blk_-1608', 'id <*> of blk_<*>'],
  ['fe80::1 2001:db8::1 aa:bb:cc:00:11:22', '<*> <*> <*>'],
  ['0x7ffe12 deadbeef01 facade ssh2 e1000', '<*> <*> facade ssh2 e1000'],
  ['  first\n\tat second', 'first', true],
  ['', ''],
  ['a\tb  c', 'a b c'],
];
for (const [line, text, cut = false] of masks)
  test(`variable parts are masked in ${JSON.stringify(line)}`, () => assert.deepEqual(maskLine(line), { text, cut }));

function mine(lines: readonly string[]): Patterns {
  const miner = new PatternMiner({ from: 0, to: lines.length });
  lines.forEach((text, at) => miner.add({ text, at, level: at % 8 }));
  return miner.result();
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Matches a template independently of the miner: a wildcard matches non-space characters. */
function matches(template: string, cut: boolean, line: string): boolean {
  const words = template.split(' ').map((word) => word.split('<*>').map(escaped).join('\\S*'));
  const head = /^[^\r\n]*/.exec(line.trimStart())?.[0] ?? '';
  return new RegExp(`^\\s*${words.join('\\s+')}${cut ? '' : '\\s*$'}`).test(head);
}

test('lines that differ only in variable parts share a template, with their times and levels', () => {
  const lines = Array.from({ length: 80 }, (_unused, n) =>
    n % 4 === 0 ? `worker ${n} has been stopped` : `user=${['eve', 'bob', 'kim'][n % 3]} logged in from 10.0.0.${n}`,
  );
  const { patterns, rest, lines: all } = mine(lines);
  assert.deepEqual(
    patterns.map(({ template, count, first, last }) => [template, count, first, last]),
    [
      ['user=<*> logged in from <*>', 60, 1, 79],
      ['worker <*> has been stopped', 20, 0, 76],
    ],
  );
  assert.equal(rest, 0);
  assert.equal(all, 80);
  assert.deepEqual(patterns[1]?.levels, { 0: 10, 4: 10 });
  assert.equal(
    patterns[0]?.histogram.reduce((sum, lines) => sum + lines, 0),
    60,
  );
  assert.ok(patterns.every(({ histogram }) => histogram.length === 40));
});

test('for arbitrary lines the result is repeatable, and each line is in a template that matches it', () => {
  const random = createRandom(11);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const words = [
    'GET',
    'POST',
    'a=1',
    'a=<*>',
    '<*>',
    'x=<b>',
    'blk_7',
    'ä',
    '日本',
    '10.0.0.1',
    '-',
    '"q"',
    '\u202e',
    '__proto__',
  ];
  for (let round = 0; round < 60; round += 1) {
    const lines = Array.from({ length: 40 }, () =>
      Array.from({ length: Math.floor(random() * 7) }, () => pick(words)).join(pick([' ', '  ', '\t'])),
    );
    const found = mine(lines);
    assert.deepEqual(mine(lines), found);
    assert.equal(
      found.patterns.reduce((sum, { count }) => sum + count, found.rest),
      lines.length,
    );
    const unmatched = lines.filter((line) => !found.patterns.some(({ template, cut }) => matches(template, cut, line)));
    assert.deepEqual(unmatched, []);
    for (const { template, cut, count } of found.patterns)
      assert.ok(lines.filter((line) => matches(template, cut, line)).length >= count, template);
  }
});

/** Formats a number with letters only, because digits would be masked. */
const letters = (n: number) => n.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '');

test('lines that have too little in common are compared with the latest templates, and none is lost', () => {
  const equal = Array.from({ length: 35 }, (_unused, at) => `same${letters(at)}`).join(' ');
  const count = 3_000;
  const miner = new PatternMiner({ from: 0, to: count });
  for (let line = 0; line < count; line += 1) {
    const fresh = Array.from({ length: 25 }, (_unused, at) => letters(1_000 + line * 25 + at));
    miner.add({ text: `${equal} ${fresh.join(' ')}`, at: line, level: 1 });
  }
  const { patterns, rest, lines } = miner.result();
  assert.ok(miner.compared <= count * 100, `${miner.compared} comparisons were made`);
  assert.equal(lines, count);
  assert.equal(
    patterns.reduce((sum, pattern) => sum + pattern.count, rest),
    count,
  );
});

test('the pattern miner distinguishes a cut line from a line that ends with an ellipsis', () => {
  assert.deepEqual(
    mine(['job done\nat once', 'job done…', 'job done…']).patterns.map(({ template, cut, count }) => [
      template,
      cut,
      count,
    ]),
    [
      ['job done…', false, 2],
      ['job done', true, 1],
    ],
  );
});

test('lines without common parts, and very long lines, take little time and memory', () => {
  const lines = Array.from(
    { length: 60_000 },
    (_unused, n) => `${letters(n)} ${letters(n * 7919)} ${letters(n * 104_729)}`,
  );
  const started = cpuMs();
  const { patterns, rest } = mine([
    ...lines,
    'a:'.repeat(16_000),
    'a'.repeat(32_000),
    '1,'.repeat(16_000),
    ' '.repeat(32_000),
  ]);
  assert.ok(cpuMs() - started < 20_000);
  assert.equal(patterns.length, 200);
  assert.equal(
    patterns.reduce((sum, { count }) => sum + count, rest),
    lines.length + 4,
  );
  assert.ok(patterns.every(({ template, example }) => template.length <= 1_000 && example.length <= 500));
});

const queries: readonly (readonly [template: string, query: string | undefined])[] = [
  ['Failed password for <*> from <*> port', 'message:"Failed password for" AND message:"from" AND message:"port"'],
  ['- <*> blk_<*>', undefined],
  ['say "hi" \\ $name$ <*>', 'message:"say \\"hi\\" \\\\ \\$name$"'],
];
for (const [template, query] of queries)
  test(`the template ${JSON.stringify(template)} yields the expected query`, () => {
    const built = patternQuery(template);
    // Longer phrases come first; phrases of equal length keep the order of the line.
    assert.equal(built?.split(' AND ').sort().join(), query?.split(' AND ').sort().join());
    if (built !== undefined) assert.deepEqual(parseQuery(built).errors, []);
  });
