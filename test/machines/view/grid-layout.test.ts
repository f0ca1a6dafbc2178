import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { verticalCompactor } from 'react-grid-layout/core';
import { moved, resized, stepped } from '../../../elements/view-area/grid/moves.js';
import type { WidgetPosition } from '../../../api/contract/views.schema.js';
import type { Place } from '../../../machines/view/grid-layout.js';
import { compacted, layoutOf, narrowLayout, positionsOf } from '../../../machines/view/grid-layout.js';

const widget = (id: string, type = 'aggregation') => ({ id, type });
const at = (x: number, y: number, w: number, h: number, id = 'a'): Place => ({ id, x, y, w, h });
const position = (
  col: number | 'Infinity',
  row: number | 'Infinity',
  width: number | 'Infinity',
  height: number | 'Infinity',
): WidgetPosition => ({ col, row, width, height });

const cases: [name: string, positions: Record<string, WidgetPosition>, places: Place[]][] = [
  ['empty rows are closed', { a: position(1, 4, 6, 2) }, [at(0, 0, 6, 2)]],
  ['a width of Infinity fills the row', { a: position(1, 1, 'Infinity', 2) }, [at(0, 0, 12, 2)]],
  ['a widget that is wider than the grid is narrowed', { a: position(3, 1, 20, 1) }, [at(0, 0, 12, 1)]],
  ['a widget beyond the right edge is moved to the left', { a: position(11, 1, 4, 1) }, [at(8, 0, 4, 1)]],
  [
    'a widget without a positive column is placed at the bottom in the first column',
    { a: position(0, 3, 4, 1), b: position(5, 1, 4, 1), c: position(5, 2, 4, 1) },
    [at(0, 0, 4, 1, 'a'), at(4, 0, 4, 1, 'b'), at(4, 1, 4, 1, 'c')],
  ],
  [
    'an overlapping widget is moved below',
    { a: position(1, 1, 6, 2), b: position(3, 2, 6, 2) },
    [at(0, 0, 6, 2, 'a'), at(2, 2, 6, 2, 'b')],
  ],
  ['a height of 0 becomes 1', { a: position(1, 1, 2, 0) }, [at(0, 0, 2, 1)]],
  ['an infinite height becomes 1', { a: position(1, 1, 2, 'Infinity') }, [at(0, 0, 2, 1)]],
  ['fractions are rounded', { a: position(1.4, 1.2, 3.6, 1.5) }, [at(0, 0, 4, 2)]],
  [
    'a position that is not a number gets the default',
    { a: position(Number.NaN, 1, Number.NaN, 2) },
    [at(0, 0, 12, 2)],
  ],
];

for (const [name, positions, places] of cases) {
  test(`widgets are placed on the grid as expected: ${name}`, () => {
    assert.deepEqual(
      layoutOf(
        Object.keys(positions).map((id) => widget(id)),
        positions,
      ),
      places,
    );
  });
}

test('a widget without position has the default size and is placed at the top', () => {
  assert.deepEqual(layoutOf([widget('a', 'MESSAGES')], {}), [at(0, 0, 6, 5)]);
});

const places = fc
  .array(
    fc.record({
      x: fc.integer({ min: 0, max: 11 }),
      y: fc.integer({ min: 0, max: 12 }),
      w: fc.integer({ min: 1, max: 12 }),
      h: fc.integer({ min: 1, max: 4 }),
    }),
    { maxLength: 12 },
  )
  .map((list) => list.map((one, index) => ({ ...one, x: Math.min(one.x, 12 - one.w), id: `w${index}` })));

const overlapping = (list: readonly Place[]): boolean =>
  list.some((a, i) =>
    list.some((b, j) => i < j && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h),
  );

test('in a layout no widget overlaps another or can move further up', () => {
  fc.assert(
    fc.property(places, (list) => {
      const settled = compacted(list);
      assert.equal(settled.length, list.length);
      assert.ok(!overlapping(settled));
      for (const one of settled) {
        const higher = settled.map((other) => (other === one ? { ...one, y: one.y - 1 } : other));
        assert.ok(one.y === 0 || overlapping(higher), 'no widget can move further up');
      }
      const items = settled.map(({ id, ...place }) => ({ ...place, i: id }));
      const again = verticalCompactor.compact(items, 12).map(({ i, x, y, w, h }) => ({ id: i, x, y, w, h }));
      assert.deepEqual(again, settled);
    }),
  );
});

test('moving and resizing keep every widget on the grid, without overlap and within twelve columns', () => {
  const step = fc.record({
    index: fc.nat(11),
    resize: fc.boolean(),
    first: fc.integer({ min: -3, max: 15 }),
    second: fc.integer({ min: -3, max: 15 }),
  });
  fc.assert(
    fc.property(places, fc.array(step, { maxLength: 6 }), (list, steps) => {
      let layout = compacted(list);
      for (const { index, resize, first, second } of steps) {
        const id = layout[index % Math.max(1, layout.length)]?.id ?? 'none';
        layout = resize ? resized(layout, id, first, second) : moved(layout, id, first, second);
        assert.equal(layout.length, list.length);
        assert.ok(!overlapping(layout));
        for (const one of layout)
          assert.ok(one.x >= 0 && one.y >= 0 && one.w >= 1 && one.h >= 1 && one.x + one.w <= 12);
      }
    }),
  );
});

test('a moved widget takes its place, and the others move aside', () => {
  const layout = [at(0, 0, 12, 2, 'chart'), at(0, 2, 12, 6, 'table')];
  assert.deepEqual(
    [...moved(layout, 'table', 0, 0)].sort((a, b) => a.y - b.y),
    [at(0, 0, 12, 6, 'table'), at(0, 6, 12, 2, 'chart')],
  );
  assert.deepEqual(
    resized(layout, 'chart', 6, 3).find(({ id }) => id === 'chart'),
    at(0, 0, 6, 3, 'chart'),
  );
});

test('moving by keyboard passes the next widget, whatever the heights', () => {
  const order = (list: readonly Place[]) => [...list].sort((a, b) => a.y - b.y || a.x - b.x).map(({ id }) => id);
  for (const [first, second] of [
    [2, 6],
    [6, 2],
    [3, 3],
  ] as const) {
    const layout = [at(0, 0, 12, first, 'a'), at(0, first, 12, second, 'b'), at(0, first + second, 12, 4, 'c')];
    assert.deepEqual(
      order(stepped(layout, 'a', 0, 1)),
      ['b', 'a', 'c'],
      `a widget of height ${first} moves down past one of height ${second}`,
    );
    assert.deepEqual(
      order(stepped(layout, 'b', 0, -1)),
      ['b', 'a', 'c'],
      `a widget of height ${second} moves up past one of height ${first}`,
    );
    assert.deepEqual(order(stepped(layout, 'c', 0, 1)), ['a', 'b', 'c'], 'the last widget cannot move further down');
    assert.deepEqual(order(stepped(layout, 'a', 0, -1)), ['a', 'b', 'c'], 'the first widget cannot move further up');
  }
  assert.equal(stepped([at(0, 0, 4, 2)], 'a', 1, 0)[0]?.x, 1);
  assert.equal(stepped([at(8, 0, 4, 2)], 'a', 1, 0)[0]?.x, 8, 'a widget at the edge cannot move further');
});

test('on a grid of six columns, narrow widgets stand side by side and wide ones alone, in the same order', () => {
  const narrow = narrowLayout([
    at(0, 0, 2, 2, 'a'),
    at(2, 0, 2, 2, 'b'),
    at(4, 0, 8, 2, 'c'),
    at(0, 2, 4, 3, 'd'),
    at(4, 2, 4, 2, 'e'),
  ]);
  assert.deepEqual(narrow, [
    at(0, 0, 3, 2, 'a'),
    at(3, 0, 3, 2, 'b'),
    at(0, 2, 6, 2, 'c'),
    at(0, 4, 3, 3, 'd'),
    at(3, 4, 3, 2, 'e'),
  ]);
  fc.assert(fc.property(places, (list) => !overlapping(narrowLayout(compacted(list)))));
});

test('stored positions start at 1, store a full row as Infinity, and keep unknown members', () => {
  const before = { a: { ...position(1, 1, 4, 4), x_more: true } };
  assert.deepEqual(positionsOf([at(0, 2, 12, 3)], before), {
    a: { col: 1, row: 3, width: 'Infinity', height: 3, x_more: true },
  });
  fc.assert(
    fc.property(places, (list) => {
      const settled = compacted(list);
      const again = layoutOf(
        settled.map(({ id }) => widget(id)),
        positionsOf(settled),
      );
      assert.deepEqual(again, settled);
    }),
  );
});
