import assert from 'node:assert/strict';
import { test } from 'node:test';
import { captionPlaces } from '../../../elements/widgets/visualizations/cartesian/mark-captions.js';

test('texts of marks end before the next mark, and have no place without enough room', () => {
  assert.deepEqual(captionPlaces([], 500), []);
  assert.deepEqual(captionPlaces([100], 500), [{ room: 390, before: false }]);
  assert.deepEqual(captionPlaces([100, 300], 500), [
    { room: 180, before: false },
    { room: 190, before: false },
  ]);
  assert.deepEqual(captionPlaces([100, 150], 500), [undefined, { room: 340, before: false }]);
});

test('the text of a mark near the end stands before the mark, and shares the gap with the text of the mark before', () => {
  assert.deepEqual(captionPlaces([480], 500), [{ room: 470, before: true }]);
  assert.deepEqual(captionPlaces([100, 480], 500), [
    { room: 180, before: false },
    { room: 180, before: true },
  ]);
  assert.deepEqual(captionPlaces([450, 480], 500), [undefined, undefined]);
});

test('the text of the last mark has the gap alone if the gap is too narrow for two texts', () => {
  assert.deepEqual(captionPlaces([340, 480], 500), [undefined, { room: 120, before: true }]);
  assert.deepEqual(captionPlaces([100, 340, 480], 500), [
    { room: 220, before: false },
    undefined,
    { room: 120, before: true },
  ]);
});
