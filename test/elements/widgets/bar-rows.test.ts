import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { barRows, type BarRows, type BarRowsInput } from '../../../elements/widgets/visualizations/bar/bar-rows.js';

describe('rows of horizontal bars', () => {
  const wall = { wall: true, lines: 1, fontSize: 16 };
  const page = { wall: false, lines: 1, fontSize: 12 };
  const cases: [name: string, input: BarRowsInput, expected: Partial<BarRows>][] = [
    ['five bars use the whole height of a wall tile', { ...wall, height: 400, rows: 5 }, { row: 80, fontSize: 24 }],
    ['a wall tile with little room keeps the font', { ...wall, height: 150, rows: 5 }, { row: 30, fontSize: 16 }],
    ['two bars on a large tile are bounded', { ...wall, height: 900, rows: 2 }, { row: 112, bars: 64, fontSize: 24 }],
    ['rows that exactly fit are all shown', { ...wall, height: 229.7, rows: 7 }, { shown: 7 }],
    ['rows without room are left out on a wall', { ...wall, height: 110, rows: 7 }, { row: 22, shown: 5 }],
    ['a wall without room shows one row', { ...wall, height: 5, rows: 7 }, { shown: 1 }],
    ['a page scrolls', { ...page, height: 110, rows: 7 }, { row: 22, shown: 7, fontSize: 12 }],
    ['five bars use the height of a card', { ...page, height: 215, rows: 5 }, { row: 43, fontSize: 12 }],
    ['two bars of a card are bounded', { ...page, height: 400, rows: 2 }, { row: 44, bars: 32 }],
    ['a row has room for each of its values', { ...page, lines: 3, height: 10, rows: 2 }, { row: 54 }],
    ['rows of several values grow, too', { ...wall, lines: 2, height: 400, rows: 3 }, { row: 400 / 3, bars: 128 }],
    ['nothing is measured yet', { ...page, height: undefined, rows: 3 }, { row: 22, shown: 3 }],
    ['a chart without rows', { ...wall, height: 100, rows: 0 }, { row: 100, shown: 1 }],
  ];
  for (const [name, input, expected] of cases)
    it(name, () => {
      const found = barRows(input);
      assert.deepEqual({ ...found, ...expected }, found);
    });
});
