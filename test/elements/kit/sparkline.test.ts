import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineOf } from '../../../elements/kit/sparkline.js';

test('in a sparkline the newest sample is at the right edge, the highest sample reaches the top, and no sample is on the baseline', () => {
  const cases: [samples: number[], points: [number, number][]][] = [
    [
      [0, 0],
      [
        [135, 44],
        [150, 44],
      ],
    ],
    [
      [5, 10],
      [
        [135, 23],
        [150, 2],
      ],
    ],
    [
      [10, 0, 10],
      [
        [120, 2],
        [135, 44],
        [150, 2],
      ],
    ],
  ];
  for (const [samples, points] of cases) assert.deepEqual(lineOf(samples, 11), points, samples.join());
  assert.equal(lineOf(Array<number>(11).fill(1), 11)[0]?.[0], 0);
});
