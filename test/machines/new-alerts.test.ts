/** Tests which alerts are new to a display, and the counter in the window title. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newAlerts, withBadge, type SeenAlerts } from '../../machines/new-alerts.js';

test('initial alerts are not new; each alert is new once; removed alerts are forgotten', () => {
  let known: SeenAlerts = { seen: undefined };
  const answers: readonly (readonly [ids: readonly string[], fresh: readonly string[]])[] = [
    [['a', 'b'], []],
    [['c', 'a', 'b'], ['c']],
    [['c', 'a'], []],
    [[], []],
    [
      ['d', 'e'],
      ['d', 'e'],
    ],
  ];
  for (const [ids, expected] of answers) {
    const { fresh, seen } = newAlerts(known, ids);
    known = { seen };
    assert.deepEqual(fresh, expected);
    assert.equal(seen?.size, ids.length);
  }
});

const titles: readonly [title: string, count: number, expected: string][] = [
  ['Errors', 3, '(3) Errors'],
  ['(3) Errors', 4, '(4) Errors'],
  ['(99+) Errors', 0, 'Errors'],
  ['Errors', 0, 'Errors'],
  ['Errors', 1000, '(99+) Errors'],
  ['(draft) Errors', 1, '(1) (draft) Errors'],
];
for (const [title, count, expected] of titles) {
  test(`the window title "${title}" with ${count} new alerts becomes "${expected}"`, () =>
    assert.equal(withBadge(title, count), expected));
}
