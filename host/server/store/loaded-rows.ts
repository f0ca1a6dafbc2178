/** Passes the rows of a batch that was loaded into an index to its inverted index and its pages of rows. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fixedColumns } from './columns.js';
import type { BatchPlan } from './index-load.js';
import type { DynamicField } from './load-plan.js';
import type { InvertedIndex } from './inverted-index/inverted-index.js';
import type { RowPages } from './row-pages/row-pages.js';

const idAt = fixedColumns.findIndex(({ column }) => column === 'id');
/**
 * Only every `idStep`-th row has its id compared with the database. The database might store the rows of a batch in
 * another order, but only in whole chunks of 2048 rows, so comparing a part of the rows suffices.
 */
const idStep = 64;

export interface LoadedIndex {
  readonly name: string;
  /** Quoted catalog name, ready for SQL. */
  readonly catalog: string;
  dynamicFields(): readonly DynamicField[];
}

/** Receivers of loaded rows; undefined: the index has none. */
export interface LoadedRowReaders {
  readonly words: InvertedIndex | undefined;
  readonly pages: RowPages | undefined;
}

/**
 * Passes the rows of a batch to the inverted index and the pages of rows. If the database has other messages at the
 * numbers of these rows, or their ids cannot be read, only the numbers are passed. The rows are then read from the
 * database later.
 * @param first number of the batch's first row
 */
export async function passLoadedRows(
  { words, pages }: LoadedRowReaders,
  connection: DuckDBConnection,
  index: LoadedIndex,
  first: number,
  { slices, rows }: BatchPlan,
): Promise<void> {
  if (rows === 0) return;
  const isWanted = words?.wants(index.name, first) === true;
  if (words && !isWanted) await words.loaded(index.name, first, rows);
  if (!isWanted && !pages) return;
  const fields = index.dynamicFields();
  const ids = await readIds(connection, index.catalog, first).catch(() => new Map<number, string>());
  let at = 0;
  for (const slice of slices) {
    const own = slice.columns[idAt] ?? [];
    const known =
      own.length === slice.rows && own.every((id, row) => (at + row) % idStep > 0 || ids.get(at + row) === id);
    if (words && isWanted)
      await words.loaded(index.name, first + at, slice.rows, known ? { slice, fields } : undefined);
    await pages?.loaded(index.name, first + at, slice.rows, known ? slice : undefined);
    at += slice.rows;
    await nextTurn();
  }
}

/** Returns the ids of every `idStep`-th row from `first` on, by the distance of the row from `first`. */
async function readIds(
  connection: DuckDBConnection,
  catalog: string,
  first: number,
): Promise<ReadonlyMap<number, string>> {
  const found = await connection.runAndReadAll(
    `SELECT (rowid - ${first})::INTEGER AS r, id FROM ${catalog}.messages WHERE rowid >= ${first} AND (rowid - ${first}) % ${idStep} = 0`,
  );
  const [rows = [], ids = []] = found.getColumns();
  return new Map(rows.map((row, at) => [Number(row), String(ids[at])]));
}
