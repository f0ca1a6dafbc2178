/** Compares pages of rows with the database. */
import assert from 'node:assert/strict';
import { pageColumnNumber } from '../../../../host/server/store/row-pages/columns.js';
import type { MessageStore, ReadMeter, StoredIndex } from '../../../../host/server/store/types.js';

/** Meter without a limit. */
export const unmetered: ReadMeter = { reserve: () => {}, release: () => {}, take: () => {} };

const columnsOf = (index: StoredIndex): string[] => [
  ...new Set([...Array.from(index.fields.values(), ({ column }) => column), 'extra']),
];

/** Asserts that the pages and the database return the same rows. @returns number of rows in pages */
export async function assertSame(store: MessageStore, index: StoredIndex): Promise<number> {
  const names = columnsOf(index);
  const doubles = new Set(
    [...index.fields.values()].flatMap(({ type, column }) => (type === 'double' ? [column] : [])),
  );
  const columns = names.map((name) => ({ name, number: pageColumnNumber(name) ?? -1, isDouble: doubles.has(name) }));
  const rows = await store.query(
    `SELECT rowid AS r, ${names.join(', ')} FROM ${index.catalog}.messages ORDER BY rowid`,
    [],
  );
  const numbers = rows.map(({ r }) => Number(r)).filter((row) => index.pages?.has(row));
  const paged = (await index.pages?.read(numbers, columns, unmetered)) ?? new Map<number, unknown>();
  assert.deepEqual(
    [...paged.keys()].sort((a, b) => a - b),
    numbers,
  );
  for (const { r, ...row } of rows) {
    const found = paged.get(Number(r));
    if (!found) continue;
    const filled = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
    assert.deepEqual(found, filled);
    for (const [name, value] of Object.entries(filled))
      assert.ok(Object.is(value, Reflect.get(found, name)) || typeof value === 'object', name);
  }
  return numbers.length;
}

/** Returns the number of rows that are in pages. */
export const pagedRows = (index: StoredIndex): number =>
  Array.from({ length: index.messages }, (_, row) => row).filter((row) => index.pages?.has(row)).length;
