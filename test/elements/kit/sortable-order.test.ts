import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moved, placeOf, shiftOf } from '../../../elements/kit/sortable-order.js';

test('moving one item of a sortable list keeps the order of the others', () => {
  assert.deepEqual(moved(['a', 'b', 'c', 'd'], 0, 2), ['b', 'c', 'a', 'd']);
  assert.deepEqual(moved(['a', 'b', 'c', 'd'], 3, 0), ['d', 'a', 'b', 'c']);
  assert.deepEqual(moved(['a', 'b'], 1, 1), ['a', 'b']);
});

test("a dragged row passes another row when its middle passes that row's middle", () => {
  const rows = [20, 60, 100, 140].map((middle) => ({ middle }));
  const cases: [from: number, by: number, place: number][] = [
    [0, 0, 0],
    [0, 39, 0],
    [0, 40, 1],
    [0, 500, 3],
    [3, -39, 3],
    [3, -41, 2],
    [3, -900, 0],
    [1, 45, 2],
    [1, -45, 0],
  ];
  for (const [from, by, place] of cases)
    assert.equal(placeOf(rows, from, by), place, `row ${from} moved by ${by} has the expected target`);
});

test('the other rows make room at the target position of a dragged row', () => {
  const shifts = (from: number, to: number) => [0, 1, 2, 3].map((index) => shiftOf(index, from, to));
  assert.deepEqual(shifts(0, 2), [0, -1, -1, 0]);
  assert.deepEqual(shifts(3, 1), [0, 1, 1, 0]);
  assert.deepEqual(shifts(2, 2), [0, 0, 0, 0]);
});
