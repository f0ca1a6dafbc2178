/** Letters typed in a menu find its entries. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { letterSearch } from '../../../elements/kit/letter-search.js';

const names = ['Copy', 'Create rule', 'Delete', 'Duplicate', ' Down left', 'Übersicht'];

/** Types keys, each with the milliseconds since the key before, and returns the index that has the focus at the end. */
function typed(keys: readonly (readonly [key: string, after: number])[], from = 0, all: readonly string[] = names) {
  const search = letterSearch();
  let [now, at] = [1_000, from];
  for (const [key, after] of keys) {
    now += after;
    const { found } = search(key, all, at, now);
    if (found >= 0) at = found;
  }
  return at;
}

const cases: readonly [name: string, keys: (readonly [string, number])[], from: number, expected: number][] = [
  [
    'letters that follow quickly form a prefix',
    [
      ['d', 0],
      ['u', 100],
    ],
    0,
    3,
  ],
  [
    'a prefix is found regardless of case',
    [
      ['C', 0],
      ['R', 499],
    ],
    0,
    1,
  ],
  [
    'a letter after a pause begins a new prefix',
    [
      ['d', 0],
      ['c', 500],
    ],
    0,
    0,
  ],
  [
    'one letter walks through the matches',
    [
      ['d', 0],
      ['d', 100],
    ],
    0,
    3,
  ],
  [
    'the walk continues at the first entry after the last one',
    [
      ['d', 0],
      ['d', 9],
      ['d', 9],
      ['d', 9],
    ],
    0,
    2,
  ],
  [
    'the walk continues after a pause',
    [
      ['d', 0],
      ['d', 900],
    ],
    0,
    3,
  ],
  [
    'the focused entry stays while it matches the longer prefix',
    [
      ['c', 0],
      ['o', 50],
      ['p', 50],
    ],
    1,
    0,
  ],
  [
    'the focus stays when nothing begins with the letters',
    [
      ['d', 0],
      ['x', 50],
    ],
    0,
    2,
  ],
  [
    'Space continues a prefix',
    [
      ['d', 0],
      ['o', 50],
      ['w', 50],
      ['n', 50],
      [' ', 50],
      ['l', 50],
    ],
    0,
    4,
  ],
  [
    'a letter after another key begins a new prefix',
    [
      ['d', 0],
      ['ArrowDown', 50],
      ['c', 50],
    ],
    2,
    0,
  ],
  [
    'Shift does not end a prefix',
    [
      ['c', 0],
      ['Shift', 50],
      ['R', 50],
    ],
    0,
    1,
  ],
  ['letters beyond ASCII are found', [['ü', 0]], 0, 5],
  [
    'other keys are no letters',
    [
      ['Delete', 0],
      ['d', 20],
    ],
    0,
    2,
  ],
];
for (const [name, keys, from, expected] of cases) test(name, () => assert.equal(typed(keys, from), expected));

test('keys that belong to no name are left to the menu', () => {
  const search = letterSearch();
  assert.deepEqual(search(' ', names, 0, 0), { taken: false, found: -1 }, 'Space selects the entry');
  assert.equal(search('Enter', names, 0, 10).taken, false);
  assert.equal(search('d', names, 0, 20).taken, true);
  assert.equal(search(' ', names, 2, 30).taken, false, 'no name continues with Space, so it selects the entry');
  for (const letter of 'down') search(letter, names, 2, 40);
  assert.equal(search(' ', names, 4, 50).taken, true, 'Space continues a name');
  assert.equal(search(' ', names, 4, 550).taken, false, 'the name has ended');
  assert.deepEqual(search('d', [], -1, 600), { taken: true, found: -1 });
});
