/** Blocks of the inverted index contain the values of the rows and return them unchanged. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cell, DynamicField } from '../../../../host/server/store/load-plan.js';
import { Block } from '../../../../host/server/store/inverted-index/block.js';
import { Builder, textsOf } from '../../../../host/server/store/inverted-index/builder.js';
import { encode } from '../../../../host/server/store/inverted-index/encode.js';
import { feedOf } from '../../../../host/server/store/inverted-index/feed.js';
import { fieldNumber } from '../../../../host/server/store/inverted-index/fields.js';
import { bodyBytes, decodeHead, headBytes } from '../../../../host/server/store/inverted-index/format.js';
import { inMemory } from '../../../../host/server/store/inverted-index/source.js';

/** Encodes a block. @param columns values of the columns `f0`, `f1` … by row */
async function blockOf(columns: readonly (readonly Cell[])[]): Promise<{ block: Block; bytes: number }> {
  const rows = columns[0]?.length ?? 0;
  const builder = new Builder(0, rows);
  const fields = columns.map((_, at): DynamicField => ({ name: `field${at}`, column: `f${at}`, type: 'keyword' }));
  const cells = new Map(columns.map((column, at) => [`f${at}`, column]));
  const feed = await feedOf(0, rows, (column) => cells.get(column), fields);
  for (let from = 0; from < rows;) from += builder.take(feed, from, textsOf(feed));
  const bytes = encode(builder, 1);
  const head = decodeHead(bytes);
  assert.ok(head);
  return { block: new Block(head, inMemory(bytes.subarray(headBytes(bodyBytes(head))))), bytes: bytes.length };
}

/** Reads the values of column `f<at>` of all rows from a block. */
async function cellsOf(block: Block, at: number): Promise<unknown[]> {
  const column = await block.column(fieldNumber(`f${at}`));
  assert.ok(column, `the block has values of f${at}`);
  const places = await column.places();
  return Array.from({ length: block.rows }, (_, row) => {
    const place = places ? (places[row] ?? 0) : column.values.length;
    return column.values[place - 1] ?? null;
  });
}

const columnOf = (rows: number, value: (row: number) => Cell): Cell[] =>
  Array.from({ length: rows }, (_, row) => value(row));

test('a block of the inverted index returns values unchanged, whether all, many or few rows have one', async () => {
  const rows = 3000;
  for (const different of [1, 2, 255, 256, 700]) {
    const columns = [1, 2, 3, 4, 5, 40, 2500].flatMap((each) => [
      columnOf(rows, (row) => (row % each === 0 ? `value${row % different}` : null)),
      columnOf(rows, (row) => (row % each === 0 ? (row % different) / 4 : null)),
    ]);
    const { block } = await blockOf(columns);
    for (const [at, column] of columns.entries())
      assert.deepEqual(await cellsOf(block, at), column, `the values of f${at} are unchanged`);
  }
});

test('the size of fields that few messages have does not grow with the number of fields', async () => {
  const rows = 2000;
  const of = (fields: number): Cell[][] =>
    Array.from({ length: fields }, (_, at) =>
      columnOf(rows, (row) => (row % fields === at ? `value${row % 7}` : null)),
    );
  const [few, many] = [await blockOf(of(2)), await blockOf(of(200))];
  assert.ok(many.bytes < few.bytes * 5, `200 fields take ${many.bytes} bytes, two fields ${few.bytes} bytes`);
});
