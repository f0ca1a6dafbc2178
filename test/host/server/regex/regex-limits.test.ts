import assert from 'node:assert/strict';
import { test } from 'node:test';
import { regexSteps } from '../../../../host/server/regex/regex-limits.js';

test('a regular expression costs a step per matched character, multiplied by its repetitions', () => {
  const cases: readonly (readonly [string, number])[] = [
    ['', 0],
    ['error', 5],
    ['a{20}', 20],
    ['a{2,20}', 20],
    ['(ab){30}', 60],
    ['((ab){30}c){2}', 122],
    // Braces behind `\d`, `\w` and `\s` repeat them; behind `\p` they name the class.
    [String.raw`\d{900}`, 900],
    [String.raw`\w{64}`, 64],
    [String.raw`(?:\s{500}){2}`, 1004],
    [String.raw`\d{900}`.repeat(50), 45_000],
    [String.raw`\p{Greek}`, 20],
    [String.raw`\p{Greek}{5}`, 100],
    [String.raw`\pL{25}`, 500],
    ['[0-9a-f]{32}', 320],
    ['[]a]{3}', 30],
    [String.raw`\{3\}`, 3],
  ];
  for (const [pattern, steps] of cases) assert.equal(regexSteps(pattern), steps, pattern);
});
