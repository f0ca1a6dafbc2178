import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DataTable } from '../../../machines/pivot/data-table.js';
import {
  columnWidths,
  tightPaddingPx,
  type ColumnWidth,
} from '../../../elements/widgets/visualizations/table/column-widths.js';
import { columnName } from '../../../elements/widgets/visualizations/table/head-text.js';
import { tableWords } from '../../../elements/widgets/visualizations/table/table-words.js';
import {
  columnsInRoom,
  rowsInRoom,
  stillWidths,
  tableWithin,
} from '../../../elements/widgets/visualizations/table/still-table.js';

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

test('on a wall, columns of a table fill the remaining width exactly', () => {
  const numbers = [number, number];
  assert.deepEqual(stillWidths(numbers, [100, 80], 180), [100, 80]);
  assert.deepEqual(stillWidths(numbers, [100, 100], 150), [75, 75]);
});

test('on a wall, key columns shrink before numbers as far as they stay legible', () => {
  assert.deepEqual(stillWidths([key, key, number], [112, 112, 132], 336), [102, 102, 132]);
  assert.deepEqual(stillWidths([key, number], [112, 132], 204), [72, 132]);
  assert.deepEqual(stillWidths([key, number], [112, 132], 102), [36, 66]);
});

test('on a wall, rows become lower before they are hidden, and leave room for the label of hidden rows', () => {
  const table: [count: number, height: number, isLabelled: boolean, rows: number, rowPx: number][] = [
    [5, 240, false, 5, 48],
    [3, 600, false, 3, 48],
    // Rows become lower before rows are hidden.
    [5, 180, false, 5, 36],
    [5, 180, true, 5, 31],
    [5, 140, false, 5, 28],
    [5, 139, false, 4, 28],
    [9, 200, false, 6, 29],
    [3, 10, false, 1, 28],
    [500, Infinity, false, 500, 48],
    [0, 100, false, 0, 48],
  ];
  for (const [count, height, isLabelled, rows, rowPx] of table)
    assert.deepEqual(rowsInRoom(count, height, 48, isLabelled), { rows, rowPx }, `${count} rows in ${height} px`);
  assert.deepEqual(rowsInRoom(5, 100, 20, false), { rows: 5, rowPx: 20 }, 'a low row does not grow');
});

test('the label of a table on a wall states how many rows and which columns are hidden', () => {
  assert.equal(tableWords.hidden(0, []), '');
  assert.equal(tableWords.hidden(1, []), '1 row hidden');
  assert.equal(tableWords.hidden(2, ['max took_ms']), '2 rows and 1 column hidden: max took_ms');
  assert.equal(tableWords.hidden(0, ['a', 'b']), '2 columns hidden: a, b');
  assert.equal(tableWords.hidden(3, ['a', 'b']), '3 rows and 2 columns hidden: a, b');
});

test('a hidden column of a column group is named with its group', () => {
  const heads = [{ field: { field: 'level', kind: 'values' as const }, spans: [] }];
  const count = { title: 'count()', function: 'count()' };
  const label = (key: string, { field }: { field: string }) => `${field} ${key}`;
  const cell = { ...count, id: '3\0count()', kind: 'cell' as const, keys: ['3'] };
  assert.equal(columnName(cell, heads, label), 'level 3-count');
  assert.equal(columnName({ ...count, id: 'count()', kind: 'metric', keys: [] }, heads, label), 'count');
});

test('with narrow paddings, a wall of three cards in a row shows the four metrics of a table', () => {
  const metric = (name: string) => ({ id: name, kind: 'metric' as const, title: name, function: name, keys: [] });
  const field = { id: 'resource', kind: 'field' as const, title: 'resource', keys: [] };
  const metrics = ['count()', 'avg(took_ms)', 'percentile(took_ms,95)', 'max(took_ms)'].map(metric);
  const table: DataTable = {
    columns: [field, ...metrics],
    heads: [],
    rows: [{ keys: ['/api/orders'], repeated: 0, cells: ['/api/orders', 334, 1952.5, 5517.2, 5682] }],
  };
  const texts = (value: unknown) => (typeof value === 'number' ? Math.round(value).toLocaleString('en') : `${value}`);
  const isSorted = (index: number) => index === 2;
  const marks = (column: { title: string }) => Number(column.title === 'avg(took_ms)');
  const widths = (padding?: number) => columnWidths(table, texts, false, undefined, marks, undefined, padding);
  assert.equal(columnsInRoom(widths(), 404, isSorted).length, 4);
  assert.equal(columnsInRoom(widths(tightPaddingPx), 404, isSorted).length, 5);
});

test('a reduced table on a wall keeps headers above their columns', () => {
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
