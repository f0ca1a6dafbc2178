/** Tests line-by-line differences of texts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineDifference } from '../../machines/line-difference.js';

const shown = (before: string, after: string): string[] =>
  lineDifference(before, after).map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`);

const table: readonly (readonly [what: string, before: string, after: string, lines: string[]])[] = [
  ['equal texts', 'a\nb', 'a\nb', [' a', ' b']],
  ['a changed line', 'a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
  ['an added line', 'a\nc', 'a\nb\nc', [' a', '+b', ' c']],
  ['a removed line', 'a\nb\nc', 'a\nc', [' a', '-b', ' c']],
  ['a moved line', 'a\nb\nc', 'b\nc\na', ['-a', ' b', ' c', '+a']],
  ['two regions', 'a\nb\nc\nd\ne', 'x\nb\nc\ny\ne', ['-a', '+x', ' b', ' c', '-d', '+y', ' e']],
  ['an empty text', '', 'a', ['-', '+a']],
];
for (const [what, before, after, lines] of table)
  test(`the difference shows ${what}`, () => assert.deepEqual(shown(before, after), lines));

test('lines are numbered on both sides', () => {
  const [, removed, added, last] = lineDifference('a\nb\nc', 'a\nx\nc');
  assert.deepEqual([removed?.before, removed?.after, added?.before, added?.after], [2, undefined, undefined, 2]);
  assert.deepEqual([last?.before, last?.after], [3, 3]);
});

test('long texts that differ everywhere are shown completely and in time', () => {
  const lines = (letter: string) => Array.from({ length: 5000 }, (_, at) => letter + String(at)).join('\n');
  assert.equal(lineDifference(lines('a'), lines('b')).length, 10_000);
});
