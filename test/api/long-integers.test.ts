/** Compares the quick search for long numbers in JSON with a regular expression that reads every character. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasLongInteger } from '../../api/long-integers.js';

const exact = (json: string): boolean => /(?:^|[[:,\s])-?\d{16}/.test(json);

test('a number of 16 digits is found at any position, and a number of 15 digits is not', () => {
  for (let at = 0; at < 40; at += 1) {
    const before = `{"${'n'.repeat(at)}":`;
    assert.equal(hasLongInteger(`${before}1234567890123456}`), true, before);
    assert.equal(hasLongInteger(`${before}-1234567890123456}`), true, before);
    assert.equal(hasLongInteger(`${before}123456789012345}`), false, before);
    assert.equal(hasLongInteger(`${before}"1234567890123456"}`), false, before);
  }
});

test('the quick search agrees with a regular expression for many arrangements of digits, signs and delimiters', () => {
  // A linear congruential generator: the same texts in each run (multiplier and increment of Numerical Recipes).
  let state = 1;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pieces = ['1', '1234567', '12345678901234', '1234567890123456', '-', ':', ',', '[', '"', ' ', 'x', '.'];
  let found = 0;
  for (let count = 0; count < 20_000; count += 1) {
    const json = Array.from({ length: 1 + next(14) }, () => pieces[next(pieces.length)]).join('');
    assert.equal(hasLongInteger(json), exact(json), json);
    if (exact(json)) found += 1;
  }
  assert.ok(found > 1_000, `${found} texts contain a long number`);
});
