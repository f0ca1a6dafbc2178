/** Tests the scale of a wall: proportional up to 1080p, with room for more content above. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wallScale } from '../../../elements/tv/wall-scale.js';

const displays: readonly [string, number, number, number][] = [
  ['a small frame', 320, 200, 0.5],
  ['720p', 1280, 720, 1],
  ['1080p', 1920, 1080, 1.5],
  ['1440p', 2560, 1440, 1.73],
  ['4K', 3840, 2160, 2.12],
  ['8K', 7680, 4320, 3],
  ['a tall display', 1080, 1920, 0.84],
  ['a phone', 360, 740, 1],
  ['an upright tablet', 768, 1024, 1],
];
for (const [name, width, height, scale] of displays)
  test(`the scale of a wall is ${scale} for ${name}`, () => assert.equal(wallScale(width, height), scale));

test('a 4K display has room for two fifths more content than a 1080p display', () => {
  const rows = (width: number, height: number) => height / wallScale(width, height);
  assert.ok(rows(3840, 2160) > 1.4 * rows(1920, 1080));
});
