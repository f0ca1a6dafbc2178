/**
 * Tables in an index file:
 * - `messages`
 * - `fields`: fields and their columns
 * - `stream_fields`: fields of each stream's messages
 * - `rest_fields`: fields without a column
 * - `failures`
 * - `retries`: results of retries
 * - `state`: one row
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { fixedColumns, sqlTypes, type DynamicType } from './columns.js';
import { inTransaction } from './database.js';
import { createFailures } from './failures.js';
import type { JournalPosition } from './journal-format.js';
import { homeField, type DynamicField } from './load-plan.js';
import { ensureRestFields } from './rest-fields.js';
import { createStreamFields } from './stream-fields.js';

/** The only row of the table `state` of an index file. Times are epoch milliseconds. */
export interface IndexState {
  readonly messages: number;
  /** Sum of the accounted sizes of the messages in bytes. */
  readonly bytes: number;
  readonly minTimestamp: number | undefined;
  readonly maxTimestamp: number | undefined;
  /** Number of failures, including failures that are not listed. */
  readonly failures: number;
  /** Journal position at which loading into this index continues. */
  readonly position: JournalPosition;
  readonly createdAt: number;
  readonly sealedAt: number | undefined;
}

export type FieldsByName = ReadonlyMap<string, DynamicField>;

/**
 * Returns the SQL that creates the table of messages.
 * @param create `CREATE TABLE` or `CREATE OR REPLACE TABLE`
 */
export function messagesTableSql(create: string, catalog: string, fields: Iterable<DynamicField>): string {
  const columns = [
    ...fixedColumns.map(({ column, sql }) => `${column} ${sql}`),
    ...Array.from(fields, ({ column, type }) => `${column} ${sqlTypes[type]}`),
  ];
  return `${create} ${catalog}.messages (${columns.join(', ')})`;
}

/** Creates the tables `messages` and `fields` of an empty index. Must be called inside a transaction. */
async function createMessages(
  connection: DuckDBConnection,
  catalog: string,
  fields: readonly DynamicField[],
): Promise<void> {
  await connection.run(messagesTableSql('CREATE OR REPLACE TABLE', catalog, fields));
  await connection.run(`CREATE OR REPLACE TABLE ${catalog}.fields (name VARCHAR, number BIGINT, type VARCHAR)`);
  for (const { name, column, type } of fields)
    await connection.run(`INSERT INTO ${catalog}.fields VALUES ($1, ${column.slice(1)}, '${type}')`, [name]);
}

export async function createTables(
  connection: DuckDBConnection,
  catalog: string,
  position: JournalPosition,
  createdAt: number,
  fields: readonly DynamicField[],
): Promise<void> {
  await inTransaction(connection, async () => {
    await createMessages(connection, catalog, fields);
    await createStreamFields(connection, catalog);
    await ensureRestFields(connection, catalog);
    await createFailures(connection, catalog);
    await connection.run(
      `CREATE TABLE ${catalog}.state AS SELECT 0::BIGINT AS messages, 0::BIGINT AS bytes, NULL::BIGINT AS min_ts,
       NULL::BIGINT AS max_ts, 0::BIGINT AS failures, ${position.segment}::BIGINT AS segment,
       ${position.offset}::BIGINT AS position, ${createdAt}::BIGINT AS created_at, NULL::BIGINT AS sealed_at`,
    );
  });
}

export async function readState(connection: DuckDBConnection, catalog: string): Promise<IndexState> {
  const rows = await connection.runAndReadAll(
    `SELECT messages, bytes, min_ts, max_ts, failures, segment, position, created_at, sealed_at FROM ${catalog}.state`,
  );
  const row = rows.getRows()[0];
  if (!row) throw new Error(`The table "state" of the index ${catalog} is empty.`);
  const number = (index: number): number | undefined => (row[index] === null ? undefined : Number(row[index]));
  return {
    messages: number(0) ?? 0,
    bytes: number(1) ?? 0,
    minTimestamp: number(2),
    maxTimestamp: number(3),
    failures: number(4) ?? 0,
    position: { segment: number(5) ?? 0, offset: number(6) ?? 0 },
    createdAt: number(7) ?? 0,
    sealedAt: number(8),
  };
}

export async function writeState(connection: DuckDBConnection, catalog: string, state: IndexState): Promise<void> {
  const sql = (value: number | undefined): string => (value === undefined ? 'NULL' : String(value));
  await connection.run(
    `UPDATE ${catalog}.state SET messages = ${state.messages}, bytes = ${state.bytes}, failures = ${state.failures},
     min_ts = ${sql(state.minTimestamp)}, max_ts = ${sql(state.maxTimestamp)}, segment = ${state.position.segment},
     position = ${state.position.offset}, sealed_at = ${sql(state.sealedAt)}`,
  );
}

/** Returns the dynamic fields of an index by name, in the order of their columns. */
export async function readFields(connection: DuckDBConnection, catalog: string): Promise<FieldsByName> {
  const rows = await connection.runAndReadAll(`SELECT name, number, type FROM ${catalog}.fields ORDER BY number`);
  const fields = new Map<string, DynamicField>();
  for (const [name, number, type] of rows.getRows())
    fields.set(String(name), { name: String(name), column: `f${number}`, type: type as DynamicType });
  return fields;
}

/**
 * Tells whether the rows are numbered from 0 without gaps. The inverted index relies on it. There are no gaps as long
 * as the database reuses the row numbers of failed transactions.
 */
export async function isDense(connection: DuckDBConnection, catalog: string, messages: number): Promise<boolean> {
  const behind = await connection.runAndReadAll(`SELECT 1 FROM ${catalog}.messages WHERE rowid >= ${messages} LIMIT 1`);
  return behind.currentRowCount === 0;
}

/**
 * Counts the copies in this index by their home index: the index of another set that also contains the message (see
 * `index-families.ts`).
 */
export async function readCopies(
  connection: DuckDBConnection,
  catalog: string,
  fields: FieldsByName,
): Promise<ReadonlyMap<string, number>> {
  const column = fields.get(homeField)?.column;
  if (column === undefined) return new Map();
  const found = await connection.runAndReadAll(
    `SELECT ${column}, count(*) FROM ${catalog}.messages WHERE ${column} IS NOT NULL GROUP BY ALL`,
  );
  return new Map(found.getRows().map(([home, count]) => [String(home), Number(count)]));
}
