/** Tests that the boxes of the message flow do not overlap, and that ribbons start and end at them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flowLayout, joinedLinks, laneHeight, leastHeight } from '../../../machines/pipelines/flow-layout.js';

const nodes = [
  { id: 'i1', column: 'inputs', rate: 100 },
  { id: 'i2', column: 'inputs', rate: 1 },
  { id: 'p', column: 'processors', rate: 101 },
  { id: 's1', column: 'streams', rate: undefined },
] as const;

test('the boxes of a column are stacked and at least as high as their text', () => {
  const { nodes: placed, height } = flowLayout(nodes, [], 1000);
  const [first, second] = placed;
  assert.ok(first && second && first.y + first.height < second.y);
  assert.equal(second.height, leastHeight);
  assert.ok(placed.every((node) => node.y + node.height <= height && node.x + node.width <= 1000.001));
});

test('ribbons are drawn only between known boxes, wider for a higher rate', () => {
  const { links } = flowLayout(
    nodes,
    [
      { from: 'i1', to: 'p', rate: 100 },
      { from: 'i2', to: 'p', rate: 1 },
      { from: 'i2', to: 'gone', rate: 1 },
    ],
    1000,
  );
  assert.equal(links.length, 2);
  assert.ok((links[0]?.width ?? 0) > (links[1]?.width ?? 0));
  assert.match(links[0]?.path ?? '', /^M[\d.]+ [\d.]+ C/);
});

test('a ribbon back to an earlier column connects the facing edges and crosses no box', () => {
  const { nodes: placed, links } = flowLayout(nodes, [{ from: 's1', to: 'p', rate: 1 }], 1000);
  const [, , processors, stream] = placed;
  assert.ok(processors && stream);
  const [, startX, endX] = /^M([\d.]+) .* ([\d.]+) [\d.]+$/.exec(links[0]?.path ?? '') ?? [];
  assert.deepEqual([Number(startX), Number(endX)], [stream.x, processors.x + processors.width]);
});

test('space is reserved for the stages of a pipeline', () => {
  const { nodes: placed } = flowLayout([{ id: 'p', column: 'pipelines', rate: 0, lanes: 3 }], [], 1000);
  assert.equal(placed[0]?.height, leastHeight + 3 * laneHeight);
});

test('ribbons between the same boxes are drawn as one ribbon with the sum of the rates', () => {
  const link = (to: string, rate: number | undefined) => ({ from: 'p', to, rate });
  assert.deepEqual(joinedLinks([link('s', 1), link('s', undefined), link('t', undefined), link('s', 2)]), [
    link('s', 3),
    link('t', undefined),
  ]);
});

test('there is no empty column on the left if the server has no inputs', () => {
  const without = nodes.filter(({ column }) => column !== 'inputs');
  const { nodes: placed } = flowLayout([...without, { id: 'x', column: 'indexSets', rate: 0 }], [], 900);
  assert.equal(placed[0]?.x, 0);
  const last = placed.at(-1);
  assert.ok(last && Math.abs(last.x + last.width - 900) < 0.001, 'The remaining columns fill the width.');
});
