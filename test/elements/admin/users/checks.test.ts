/**
 * Tests the validation of account fields at and around each bound, and the conversion of session timeouts to form
 * values and back.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  emailError,
  millisecondsOf,
  nameError,
  passwordError,
  repeatError,
  timeoutError,
  timeoutOf,
} from '../../../../elements/admin/users/checks.js';

const tenYearsMs = 315_360_000_000;

test('a displayed session timeout is sent back as the same number of milliseconds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: tenYearsMs / 1000 }), (seconds) => {
      const shown = timeoutOf(seconds * 1000);
      assert.equal(millisecondsOf(shown), seconds * 1000);
      assert.equal(timeoutError(shown, true), undefined);
    }),
  );
  assert.deepEqual([millisecondsOf(timeoutOf(-1)), millisecondsOf(timeoutOf(undefined))], [-1, undefined]);
  // The largest unit that divides the time evenly is shown.
  assert.deepEqual(
    [7_200_000, 86_400_000, 90_000].map((ms) => timeoutOf(ms).amount),
    [2, 1, 90],
  );
});

const day = 86_400_000;
const timeouts: readonly [
  never: boolean,
  amount: number | undefined,
  unit: number,
  required: boolean,
  good: boolean,
][] = [
  [true, undefined, day, true, true],
  [false, undefined, day, true, false],
  [false, undefined, day, false, true],
  [false, 0, day, false, false],
  [false, 1, 1000, true, true],
  [false, 1.5, day, true, false],
  [false, -1, day, true, false],
  [false, tenYearsMs / day, day, true, true],
  [false, tenYearsMs / day + 1, day, true, false],
];
test('a session timeout is disabled, or a whole number of units, at least one and at most ten years', () => {
  for (const [never, amount, unit, required, good] of timeouts)
    assert.equal(
      timeoutError({ never, amount, unit }, required) === undefined,
      good,
      JSON.stringify({ never, amount, unit, required }),
    );
});

const texts: readonly [check: (text: string) => string | undefined, text: string, good: boolean][] = [
  [nameError, '', false],
  [nameError, '  ', false],
  [nameError, 'x'.repeat(100), true],
  [nameError, ` ${'x'.repeat(100)} `, true],
  [nameError, 'x'.repeat(101), false],
  [emailError, '', false],
  [emailError, 'a@b', true],
  [emailError, ' a@b ', true],
  [emailError, 'a b@c', false],
  [emailError, 'ab', false],
  [emailError, `${'a'.repeat(252)}@b`, true],
  [emailError, `${'a'.repeat(253)}@b`, false],
  [passwordError, '', false],
  [passwordError, 'x'.repeat(7), false],
  [passwordError, 'x'.repeat(8), true],
  [passwordError, 'x'.repeat(100), true],
  [passwordError, 'x'.repeat(101), false],
];
test('the user form accepts names, addresses and passwords up to their bounds', () => {
  for (const [check, text, good] of texts)
    assert.equal(
      check(text) === undefined,
      good,
      `${check.name} has the expected result for ${JSON.stringify(text.slice(0, 20))} of ${text.length} characters`,
    );
  assert.equal(repeatError('a', 'a'), undefined);
  assert.notEqual(repeatError('a', 'A'), undefined);
});
