/** One index: a DuckDB file of messages, the names of its fields, its failures, and how far the journal is loaded into it. */
import { DuckDBDataChunk, type DuckDBConnection } from '@duckdb/node-api';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fixedColumns, fixedFields, sqlTypes, type DynamicType } from './columns.js';
import { columnWriters, inTransaction, quoteName, quoteText, storageVersion, timestampValue } from './database.js';
import type { JournalPosition } from './journal-format.js';
import { planLoad, type DynamicField, type LoadLimits, type LoadPlan } from './load-plan.js';
import type { AcceptedMessage } from './record.js';
import type { StoredField, StoredIndex } from './types.js';

const rowsPerChunk = 2048;

/** Failures that an index lists; older ones give way to newer ones. */
export const maxListedFailures = 10_000;

/** What the index file says about itself, in its table `state` of one row. */
interface IndexState {
  readonly messages: number;
  readonly bytes: number;
  readonly minTimestamp: number | undefined;
  readonly maxTimestamp: number | undefined;
  readonly failures: number;
  readonly position: JournalPosition;
  readonly createdAt: number;
  readonly sealedAt: number | undefined;
}

export class IndexFile {
  readonly name: string;
  readonly path: string;
  readonly catalog: string;
  #state: IndexState;
  #fields: Map<string, DynamicField>;
  #snapshot: StoredIndex | undefined;

  private constructor(name: string, path: string, state: IndexState, fields: Map<string, DynamicField>) {
    this.name = name;
    this.path = path;
    this.catalog = quoteName(name);
    this.#state = state;
    this.#fields = fields;
  }

  /** Makes the file of a new index, into which the journal is loaded from a position on. */
  static async create(
    connection: DuckDBConnection,
    name: string,
    path: string,
    position: JournalPosition,
    createdAt = Date.now(),
  ): Promise<IndexFile> {
    const catalog = quoteName(name);
    await connection.run(`ATTACH ${quoteText(path)} AS ${catalog} (STORAGE_VERSION '${storageVersion}')`);
    await inTransaction(connection, async () => {
      await connection.run(tableSql('CREATE TABLE', catalog, []));
      await connection.run(`CREATE TABLE ${catalog}.fields (name VARCHAR, number BIGINT, type VARCHAR)`);
      await connection.run(
        `CREATE TABLE ${catalog}.failures (number BIGINT, message_id VARCHAR, field VARCHAR, reason VARCHAR, time TIMESTAMP)`,
      );
      await connection.run(
        `CREATE TABLE ${catalog}.state AS SELECT 0::BIGINT AS messages, 0::BIGINT AS bytes, NULL::BIGINT AS min_ts,
         NULL::BIGINT AS max_ts, 0::BIGINT AS failures, ${position.segment}::BIGINT AS segment,
         ${position.offset}::BIGINT AS position, ${createdAt}::BIGINT AS created_at, NULL::BIGINT AS sealed_at`,
      );
    });
    return new IndexFile(name, path, await readState(connection, catalog), new Map());
  }

  /** Attaches an existing file. @throws when it is no index file, or damaged */
  static async attach(connection: DuckDBConnection, name: string, path: string): Promise<IndexFile> {
    const catalog = quoteName(name);
    await connection.run(`ATTACH ${quoteText(path)} AS ${catalog}`);
    try {
      return new IndexFile(name, path, await readState(connection, catalog), await readFields(connection, catalog));
    } catch (error) {
      await connection.run(`DETACH ${catalog}`).catch(() => {});
      throw error;
    }
  }

  /** Reads again what is in the file, after a transaction whose end is not known. @throws when the file cannot be read */
  async refresh(connection: DuckDBConnection): Promise<void> {
    this.#state = await readState(connection, this.catalog);
    this.#fields = await readFields(connection, this.catalog);
    this.#snapshot = undefined;
  }

  /** Makes a new beginning with a file that the database has given up, as it does when a checkpoint fails. */
  async reattach(connection: DuckDBConnection): Promise<void> {
    await connection.run(`DETACH ${this.catalog}`).catch(() => {});
    await connection.run(`ATTACH ${quoteText(this.path)} AS ${this.catalog}`);
    await this.refresh(connection);
  }

  get position(): JournalPosition {
    return this.#state.position;
  }

  get messages(): number {
    return this.#state.messages;
  }

  get failures(): number {
    return this.#state.failures;
  }

  get createdAt(): number {
    return this.#state.createdAt;
  }

  get sealed(): boolean {
    return this.#state.sealedAt !== undefined;
  }

  /** What searches see; made anew after every change. */
  snapshot(): StoredIndex {
    return (this.#snapshot ??= Object.freeze({
      name: this.name,
      catalog: this.catalog,
      sealed: this.sealed,
      createdAt: this.#state.createdAt,
      sealedAt: this.#state.sealedAt,
      bytes: this.#state.bytes,
      fields: new Map<string, StoredField>(
        [...fixedFields, ...this.#fields.values()].map((field) => [field.name, field]),
      ),
      messages: this.#state.messages,
      minTimestamp: this.#state.minTimestamp,
      maxTimestamp: this.#state.maxTimestamp,
    }));
  }

  /** Rows, new columns, failures and the journal position in one transaction. */
  async load(
    connection: DuckDBConnection,
    messages: readonly AcceptedMessage[],
    position: JournalPosition,
    nodeId: string,
    limits: LoadLimits,
  ): Promise<void> {
    const plan = planLoad(messages, this.#fields, nodeId, limits);
    const old = this.#state;
    const state: IndexState = {
      ...old,
      messages: old.messages + plan.rows,
      bytes: old.bytes + plan.bytes,
      minTimestamp: plan.rows ? Math.min(old.minTimestamp ?? Infinity, plan.minTimestamp) : old.minTimestamp,
      maxTimestamp: plan.rows ? Math.max(old.maxTimestamp ?? -Infinity, plan.maxTimestamp) : old.maxTimestamp,
      failures: old.failures + plan.failureCount,
      position,
    };
    const fields = new Map(this.#fields);
    for (const field of plan.newFields) fields.set(field.name, field);
    await inTransaction(connection, async () => {
      if (plan.newFields.length > 0) await this.#addColumns(connection, plan, fields);
      if (plan.rows > 0) await this.#append(connection, plan, fields);
      if (plan.failures.length > 0) await this.#appendFailures(connection, plan, old.failures, state.failures);
      await this.#writeState(connection, state);
    });
    this.#state = state;
    this.#fields = fields;
    this.#snapshot = undefined;
  }

  /** Goes through the motions of loading and takes everything back. @throws what loading would throw */
  async probe(
    connection: DuckDBConnection,
    messages: readonly AcceptedMessage[],
    nodeId: string,
    limits: LoadLimits,
  ): Promise<void> {
    const plan = planLoad(messages, this.#fields, nodeId, limits);
    const fields = new Map(this.#fields);
    for (const field of plan.newFields) fields.set(field.name, field);
    await connection.run('BEGIN TRANSACTION');
    try {
      if (plan.newFields.length > 0) await this.#addColumns(connection, plan, fields);
      await this.#append(connection, plan, fields);
    } finally {
      await connection.run('ROLLBACK').catch(() => {});
    }
  }

  async #addColumns(
    connection: DuckDBConnection,
    { newFields }: LoadPlan,
    fields: ReadonlyMap<string, DynamicField>,
  ): Promise<void> {
    if (this.#state.messages === 0)
      await connection.run(tableSql('CREATE OR REPLACE TABLE', this.catalog, [...fields.values()]));
    else
      for (const { column, type } of newFields)
        await connection.run(`ALTER TABLE ${this.catalog}.messages ADD COLUMN ${column} ${sqlTypes[type]}`);
    const chunk = DuckDBDataChunk.create([
      columnWriter('VARCHAR').type,
      columnWriter('BIGINT').type,
      columnWriter('VARCHAR').type,
    ]);
    const appender = await connection.createAppender('fields', 'main', this.name);
    for (let from = 0; from < newFields.length; from += rowsPerChunk) {
      const part = newFields.slice(from, from + rowsPerChunk);
      chunk.reset();
      chunk.rowCount = part.length;
      chunk.setColumnValues(
        0,
        part.map(({ name }) => name),
      );
      chunk.setColumnValues(
        1,
        part.map(({ column }) => BigInt(column.slice(1))),
      );
      chunk.setColumnValues(
        2,
        part.map(({ type }) => type),
      );
      appender.appendDataChunk(chunk);
    }
    appender.closeSync();
  }

  async #append(
    connection: DuckDBConnection,
    plan: LoadPlan,
    fields: ReadonlyMap<string, DynamicField>,
  ): Promise<void> {
    const writers = [
      ...fixedColumns.map(({ sql }) => columnWriter(sql)),
      ...Array.from(fields.values(), ({ type }) => columnWriter(sqlTypes[type])),
    ];
    const types = writers.map(({ type }) => type);
    const appender = await connection.createAppender('messages', 'main', this.name);
    for (let from = 0; from < plan.rows; from += rowsPerChunk) {
      if (from > 0) await nextTurn();
      const rows = Math.min(rowsPerChunk, plan.rows - from);
      const chunk = DuckDBDataChunk.create(types, rows);
      const nothing = new Array<null>(rows).fill(null);
      for (const [index, writer] of writers.entries()) {
        const cells = plan.columns[index];
        chunk.setColumnValues(index, cells ? cells.slice(from, from + rows).map(writer.value) : nothing);
      }
      appender.appendDataChunk(chunk);
    }
    appender.closeSync();
  }

  async #appendFailures(connection: DuckDBConnection, plan: LoadPlan, before: number, after: number): Promise<void> {
    const appender = await connection.createAppender('failures', 'main', this.name);
    for (const [index, { messageId, field, reason, time }] of plan.failures.entries()) {
      appender.appendBigInt(BigInt(before + index + 1));
      appender.appendVarchar(messageId);
      appender.appendVarchar(field);
      appender.appendVarchar(reason);
      appender.appendTimestamp(timestampValue(time));
      appender.endRow();
    }
    appender.closeSync();
    // Every tenth of the limit is often enough.
    const step = maxListedFailures / 10;
    if (Math.floor(before / step) !== Math.floor(after / step))
      await connection.run(`DELETE FROM ${this.catalog}.failures WHERE number <= ${after - maxListedFailures}`);
  }

  async #writeState(connection: DuckDBConnection, state: IndexState): Promise<void> {
    const sql = (value: number | undefined): string => (value === undefined ? 'NULL' : String(value));
    await connection.run(
      `UPDATE ${this.catalog}.state SET messages = ${state.messages}, bytes = ${state.bytes}, failures = ${state.failures},
       min_ts = ${sql(state.minTimestamp)}, max_ts = ${sql(state.maxTimestamp)}, segment = ${state.position.segment},
       position = ${state.position.offset}, sealed_at = ${sql(state.sealedAt)}`,
    );
  }

  /** From now on nothing is loaded into it. */
  async seal(connection: DuckDBConnection, now = Date.now()): Promise<void> {
    const state = { ...this.#state, sealedAt: now };
    await this.#writeState(connection, state);
    this.#state = state;
    this.#snapshot = undefined;
  }
}

function columnWriter(sql: string): (typeof columnWriters)[string] {
  const writer = columnWriters[sql];
  if (!writer) throw new Error(`No writer for columns of type ${sql}`);
  return writer;
}

function tableSql(create: string, catalog: string, fields: readonly DynamicField[]): string {
  const columns = [
    ...fixedColumns.map(({ column, sql }) => `${column} ${sql}`),
    ...fields.map(({ column, type }) => `${column} ${sqlTypes[type]}`),
  ];
  return `${create} ${catalog}.messages (${columns.join(', ')})`;
}

async function readState(connection: DuckDBConnection, catalog: string): Promise<IndexState> {
  const rows = await connection.runAndReadAll(
    `SELECT messages, bytes, min_ts, max_ts, failures, segment, position, created_at, sealed_at FROM ${catalog}.state`,
  );
  const row = rows.getRows()[0];
  if (!row) throw new Error(`${catalog} says nothing about its state`);
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

async function readFields(connection: DuckDBConnection, catalog: string): Promise<Map<string, DynamicField>> {
  const rows = await connection.runAndReadAll(`SELECT name, number, type FROM ${catalog}.fields ORDER BY number`);
  const fields = new Map<string, DynamicField>();
  for (const [name, number, type] of rows.getRows())
    fields.set(String(name), { name: String(name), column: `f${number}`, type: type as DynamicType });
  return fields;
}
