import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DataTable } from '../../../machines/pivot/data-table.js';
import type { ColumnWidth } from '../../../elements/widgets/visualizations/table/column-widths.js';
import { columnsInRoom, stillWidths, tableWithin } from '../../../elements/widgets/visualizations/table/still-table.js';

const key = { wanted: 200, least: 100, isKey: true };
const number: ColumnWidth = { wanted: 90, least: 80 };

test('on a wall, keys and sorted columns have priority, then the other columns in their order', () => {
  const columns = [key, number, number, number];
  const none = () => false;
  assert.deepEqual(columnsInRoom(columns, 340, none), [0, 1, 2, 3]);
  assert.deepEqual(columnsInRoom(columns, 339, none), [0, 1, 2]);
  assert.deepEqual(
    columnsInRoom(columns, 339, (index) => index === 3),
    [0, 1, 3],
  );
  assert.deepEqual(
    columnsInRoom(columns, 10, (index) => index === 2),
    [0, 2],
    'keys and sorted columns stay even if they must be narrowed',
  );
});

test('columns fill the remaining width exactly', () => {
  const numbers = [number, number];
  assert.deepEqual(stillWidths(numbers, [100, 80], 180), [100, 80]);
  assert.deepEqual(stillWidths(numbers, [100, 100], 150), [75, 75]);
});

test('key columns shrink before numbers as far as they stay legible', () => {
  assert.deepEqual(stillWidths([key, key, number], [112, 112, 132], 336), [102, 102, 132]);
  assert.deepEqual(stillWidths([key, number], [112, 132], 204), [72, 132]);
  assert.deepEqual(stillWidths([key, number], [112, 132], 102), [36, 66]);
});

test('a reduced table keeps headers above their columns', () => {
  const column = (id: string, kind: 'field' | 'metric' | 'cell') => ({ id, kind, title: id, keys: [] });
  const table: DataTable = {
    columns: [column('k', 'field'), column('sum', 'metric'), column('a', 'cell'), column('b', 'cell')],
    heads: [
      {
        field: { field: 'country', kind: 'values' } as DataTable['heads'][number]['field'],
        spans: [
          { key: 'de', from: 2, span: 1 },
          { key: 'fr', from: 3, span: 1 },
        ],
      },
    ],
    rows: [1, 2, 3].map((row) => ({ keys: [`${row}`], repeated: 0, cells: [`${row}`, row, row * 10, row * 100] })),
  };
  const within = tableWithin(table, [0, 1, 3], 2);
  assert.deepEqual(
    within.columns.map(({ id }) => id),
    ['k', 'sum', 'b'],
  );
  assert.deepEqual(within.heads[0]?.spans, [{ key: 'fr', from: 2, span: 1 }]);
  assert.deepEqual(
    within.rows.map(({ cells }) => cells),
    [
      ['1', 1, 100],
      ['2', 2, 200],
    ],
  );
});
