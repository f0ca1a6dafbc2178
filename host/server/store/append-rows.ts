/** Writes the rows of a planned batch into the table of an index, and yields to the event loop meanwhile. */
import { DuckDBDataChunk, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sharedTurn, Yielder } from '../foundation/yielding.js';
import { fixedColumns, sqlTypes } from './columns.js';
import { columnWriters, type ColumnWriter } from './database.js';
import type { FieldsByName } from './index-tables.js';
import type { Cell, LoadPlan } from './load-plan.js';

/**
 * Number of characters at which a slice of a batch is full. Converting this many characters takes a few milliseconds.
 */
export const charactersPerSlice = 1024 * 1024;
/**
 * Number of characters from which on a message is large. A large message forms a slice of its own. It is written by a
 * statement, which the database executes on another thread. Appending it would block the event loop for tens of
 * milliseconds, because the database has to provide memory for it.
 */
export const largeCharacters = 1024 * 1024;
/** Rows per data chunk of DuckDB (its vector size). */
const rowsPerChunk = 2048;

interface Table {
  readonly name: string;
  /** Quoted catalog name, ready for SQL. */
  readonly catalog: string;
}

interface Rows {
  /** All dynamic fields of the index, in the order of their columns. */
  readonly fields: FieldsByName;
  readonly slices: readonly LoadPlan[];
}

/** Writes the only row of a slice by a statement, on a thread of the database. */
async function insertRow(
  connection: DuckDBConnection,
  { catalog }: Table,
  names: readonly string[],
  writers: readonly ColumnWriter[],
  { columns }: LoadPlan,
): Promise<void> {
  const cells = columns.flatMap((column, index) => {
    const cell = column?.[0] ?? null;
    const writer = writers[index];
    return cell === null || !writer ? [] : [{ name: names[index], value: writer.value(cell), type: writer.type }];
  });
  const places = cells.map((_, at) => `$${at + 1}`);
  const statement = await connection.prepare(
    `INSERT INTO ${catalog}.messages (${cells.map(({ name }) => name).join(', ')}) VALUES (${places.join(', ')})`,
  );
  try {
    for (const [at, { value, type }] of cells.entries()) {
      // Binding copies the value, which takes milliseconds for megabytes of text.
      if (sharedTurn.isOver) await sharedTurn.room();
      if (typeof value === 'string') statement.bindVarchar(at + 1, value);
      else statement.bindValue(at + 1, value, type);
    }
    await statement.run();
  } finally {
    statement.destroySync();
  }
}

/** Writes the rows of a planned batch in their order. Must be called inside a transaction. */
export async function appendRows(connection: DuckDBConnection, target: Table, plan: Rows): Promise<void> {
  const writers = [
    ...fixedColumns.map(({ sql }) => columnWriter(sql)),
    ...Array.from(plan.fields.values(), ({ type }) => columnWriter(sqlTypes[type])),
  ];
  const names = [
    ...fixedColumns.map(({ column }) => column),
    ...Array.from(plan.fields.values(), ({ column }) => column),
  ];
  const types = writers.map(({ type }) => type);
  const appender = await connection.createAppender('messages', 'main', target.name);
  try {
    let collectedRows = 0;
    const flush = (): void => {
      appender.flushSync();
      collectedRows = 0;
    };
    for (const slice of plan.slices) {
      const { rows, columns, bytes } = slice;
      if (rows === 1 && bytes >= largeCharacters) {
        flush();
        await insertRow(connection, target, names, writers, slice);
        continue;
      }
      // DuckDB keeps the order of rows within a chunk only, but the row numbers of the inverted index need the order of
      // all rows.
      if (collectedRows + rows > rowsPerChunk) flush();
      collectedRows += rows;
      const isLong = bytes >= charactersPerSlice;
      if (isLong) await sharedTurn.room();
      const yielder = new Yielder();
      const chunk = DuckDBDataChunk.create(types, rows);
      for (const [index, writer] of writers.entries()) {
        writeColumn(chunk, index, columns[index] ?? [], writer);
        if (yielder.isOver) await yielder.pause();
      }
      if (isLong) await sharedTurn.room();
      appender.appendDataChunk(chunk);
      await nextTurn();
      if (!isLong) continue;
      // Long texts are flushed early, because flushing all of them at the end of the batch would block the event loop.
      await sharedTurn.room();
      flush();
    }
  } finally {
    // The appender is closed for a failed batch, too: otherwise garbage collection would flush its rows outside of the
    // transaction.
    appender.closeSync();
  }
}

/** Validity mask of a vector: one bit per row, 0 for NULL. */
interface NullBits {
  data: BigUint64Array | null;
}

/**
 * Sets the values of a column of a new chunk. Most columns of a wide index are NULL in most rows, and setting each NULL
 * individually would take most of the time. So if at most half of the rows have a value, the mask is cleared for all
 * rows first, and only the values are set.
 */
function writeColumn(chunk: DuckDBDataChunk, index: number, cells: readonly Cell[], writer: ColumnWriter): void {
  const { value } = writer;
  const rows = chunk.rowCount;
  let filled = 0;
  for (const cell of cells) if (cell !== null) filled += 1;
  const vector = chunk.getColumnVector(index);
  // Cast: the published types of the database lack this member.
  const { validity } = vector as { validity?: NullBits };
  if (writer.integer && filled === rows && writeIntegers(vector, cells, writer.integer)) return;
  if (filled * 2 > rows || validity?.data !== null) {
    chunk.setColumnValues(index, cells.length === rows ? cells.map(value) : new Array<DuckDBValue>(rows).fill(null));
    return;
  }
  validity.data = new BigUint64Array(Math.ceil(rows / 64));
  for (const [row, cell] of cells.entries()) if (cell !== null) vector.setItem(row, value(cell));
  vector.flush();
}

/** Vector of 64-bit integers; the published types of the database lack its member. */
interface IntegerVector {
  readonly items?: unknown;
  flush(): void;
}

/**
 * Sets all values of an integer column without a bigint for each, which would take most of the time.
 * @returns false: some values are not safe integers, or the vector has other members than expected
 */
function writeIntegers(vector: IntegerVector, cells: readonly Cell[], integer: (cell: number) => number): boolean {
  const { items } = vector;
  if (!(items instanceof BigInt64Array) || items.length !== cells.length) return false;
  // All processors for which the database is built store the lower half first.
  const halves = new Uint32Array(items.buffer, items.byteOffset, items.length * 2);
  for (let row = 0; row < cells.length; row += 1) {
    const cell = cells[row];
    const value = typeof cell === 'number' ? integer(cell) : Number.NaN;
    if (!Number.isSafeInteger(value)) return false;
    // A typed array stores a number modulo 2^32, so that negative numbers become two's complements.
    halves[row * 2] = value;
    halves[row * 2 + 1] = Math.floor(value / 2 ** 32);
  }
  vector.flush();
  return true;
}

function columnWriter(sql: string): ColumnWriter {
  const writer = columnWriters[sql];
  if (!writer) throw new Error(`Columns of the type ${sql} cannot be written`);
  return writer;
}
