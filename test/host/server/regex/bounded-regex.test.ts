/** A regular expression examines only the beginning of a text above the length limit, and each match is fast. */
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { BoundedRegex, TextTooLongError } from '../../../../host/server/regex/bounded-regex.js';
import { compileGrok } from '../../../../host/server/grok/grok.js';
import { regexMatcher, regexReplacer } from '../../../../host/server/intake/extractors/regex.js';

const long = 4_000_000;
const padded = (beginning: string, end = ''): string => `${beginning}${' '.repeat(long)}${end}`;
const tooLong = (work: () => unknown): void => assert.throws(work, TextTooLongError);

describe('a text above the length limit', () => {
  it('a match within the examined beginning is found', () => {
    assert.equal(new BoundedRegex('user=\\w+').isIn(padded('user=ann')), true);
    assert.equal(new BoundedRegex('\\buser\\b').isIn(padded('user')), true);
    assert.equal(regexMatcher('user=(\\w+)')(padded('user=ann')).group?.match, 'ann');
    assert.equal(regexReplacer('user=(\\w+)', '<$1>', false)(padded('user=ann', 'x'))?.text, padded('<ann>', 'x'));
  });

  it('a result that depends on the rest of the text is reported as unknown', () => {
    tooLong(() => new BoundedRegex('user=ann').isIn(padded('', 'user=ann')));
    tooLong(() => regexMatcher('user=(\\w+)')(padded('', 'user=ann')));
    tooLong(() => regexReplacer('a', 'b', false)(padded('', 'a')));
  });

  it('the end of the examined part does not count as the end of the text', () => {
    for (const end of [' $', ' \\z', ' \\b', '(?m: $)']) tooLong(() => new BoundedRegex(end).isIn(padded('', 'x')));
    tooLong(() => regexMatcher('( +)')(padded('a')));
    tooLong(() => regexMatcher('a(.*)')(padded('a', 'z')));
    tooLong(() => regexMatcher('a(.*)$')(padded('a', 'z')));
  });

  it('replacing all matches fails if a part of the text was not examined', () => {
    tooLong(() => regexReplacer('a', 'b', true)(padded('a', 'a')));
  });

  it('a bounded grok pattern examines only the beginning, an unbounded one the whole text', () => {
    const grok = (pattern: string, bounded: boolean) =>
      compileGrok(pattern, () => undefined, { namedCapturesOnly: true, bounded });
    const text = padded('a b').repeat(3);
    assert.deepEqual(grok('(?<first>\\w) (?<second>\\w) ', true).match(text), { first: 'a', second: 'b' });
    tooLong(() => grok('(?<all>a.*)', true).match(text));
    tooLong(() => grok('(?<none>z)', true).match(text));
    assert.equal(grok('(?<none>z)', false).match(text), undefined);
  });
});

test('a regular expression searches a whole text up to some thousand characters', () => {
  const large = `^(${'[a-z]?'.repeat(18)}).*(end)$`;
  assert.equal(regexMatcher(large)(`abc${' '.repeat(3_800)}end`).group?.match, 'abc');
  assert.equal(new BoundedRegex(large).isIn(`abc${' '.repeat(16_000)}end`), true);
});

test('one match takes less than 0.4 s of processor time, even with a slow expression and a long text', () => {
  const slow = [
    '(?:(?:a|b|c)*?(d|e|f)){1,20}x(z)',
    '(.*a.{0,40}b.{0,40}c.{0,40}d.{0,40}(z))',
    '(?:a?){100}a{98}b(c)',
    '(?!q)(?:a+)+(z)',
    '(?>(?:\\w+)+!)(z)',
    '(a*)*\\1(z)',
    '(?<=a)(?:(?:a|b|c)*?(d|e|f)){1,20}x(z)',
  ];
  for (const source of slow) {
    const match = regexMatcher(source);
    const text = `${'abcdef'.repeat(100_000)}xdbc xz z`;
    const begun = process.cpuUsage();
    try {
      match(text);
    } catch (error) {
      assert.ok(error instanceof TextTooLongError);
    }
    const { user } = process.cpuUsage(begun);
    assert.ok(user < 400_000, `${source}: ${user} µs`);
  }
});
