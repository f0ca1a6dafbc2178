/** One index: a DuckDB file of messages, the names of its fields, its failures, and how far the journal is loaded into it. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fixedColumns, fixedFields } from './columns.js';
import { syncDirectory } from './data-directory.js';
import { inTransaction, quoteName, quoteText, storageVersion } from './database.js';
import {
  isExactAsDouble,
  planBatch,
  writeBatch,
  writeFailures,
  type BatchPlan,
  type KnownFields,
} from './index-load.js';
import { createTables, readFields, readState, writeState, type IndexState } from './index-tables.js';
import type { JournalPosition } from './journal-format.js';
import type { LoadLimits } from './load-plan.js';
import type { AcceptedMessage } from './record.js';
import { ensureStreamFields, readStreamFields } from './stream-fields.js';
import type { StoredField, StoredIndex } from './types.js';
import type { DynamicField } from './load-plan.js';
import type { Words } from './words/words.js';

/** The file of an index that is being made ends so. */
export const draftEnding = '.draft';

export class IndexFile {
  readonly name: string;
  readonly path: string;
  /** Quoted, ready for SQL. */
  readonly catalog: string;
  #state: IndexState;
  #known: KnownFields;
  #wireFields: ReadonlyMap<string, StoredField> | undefined;
  #snapshot: StoredIndex | undefined;
  #words: Words | undefined;

  private constructor(name: string, path: string, state: IndexState, known: KnownFields) {
    this.name = name;
    this.path = path;
    this.catalog = quoteName(name);
    this.#state = state;
    this.#known = known;
  }

  /**
   * Makes the file of a new index, into which the journal is loaded from a position on. It gets its name when it is complete, so
   * that a crash leaves no half of one.
   */
  static async create(
    connection: DuckDBConnection,
    name: string,
    path: string,
    position: JournalPosition,
    createdAt = Date.now(),
  ): Promise<IndexFile> {
    const draft = path + draftEnding;
    const catalog = quoteName(`${name}${draftEnding}`);
    await rm(draft, { force: true });
    await rm(`${draft}.wal`, { force: true });
    await connection.run(`ATTACH ${quoteText(draft)} AS ${catalog} (STORAGE_VERSION '${storageVersion}')`);
    try {
      await createTables(connection, catalog, position, createdAt);
      await connection.run(`CHECKPOINT ${catalog}`);
    } finally {
      await connection.run(`DETACH ${catalog}`);
    }
    await rename(draft, path);
    await syncDirectory(dirname(path));
    return IndexFile.attach(connection, name, path);
  }

  /** Attaches an existing file. @throws when it is no index file, or damaged */
  static async attach(connection: DuckDBConnection, name: string, path: string): Promise<IndexFile> {
    const catalog = quoteName(name);
    await connection.run(`ATTACH ${quoteText(path)} AS ${catalog}`);
    try {
      const state = await readState(connection, catalog);
      await ensureStreamFields(connection, name, catalog, await readFields(connection, catalog));
      return new IndexFile(name, path, state, await readKnownFields(connection, catalog));
    } catch (error) {
      await connection.run(`DETACH ${catalog}`).catch(() => {});
      throw error;
    }
  }

  /** Reads again what is in the file, after a transaction whose end is not known. @throws when the file cannot be read */
  async refresh(connection: DuckDBConnection): Promise<void> {
    const before = this.messages;
    this.#become(await readState(connection, this.catalog), await readKnownFields(connection, this.catalog));
    // The transaction was committed after all: what its rows are is read from the file.
    if (this.messages > before) await this.#words?.loaded(this.name, before, this.messages - before);
  }

  /** Makes a new beginning with a file that the database has given up, as it does when a checkpoint fails. */
  async reattach(connection: DuckDBConnection): Promise<void> {
    await connection.run(`DETACH ${this.catalog}`).catch(() => {});
    await connection.run(`ATTACH ${quoteText(this.path)} AS ${this.catalog}`);
    await this.refresh(connection);
  }

  #become(state: IndexState, known: KnownFields): void {
    const before = this.#known.fields;
    const same =
      known.fields.size === before.size &&
      [...known.fields].every(([name, field]) => before.get(name)?.type === field.type);
    if (!same) this.#wireFields = undefined;
    this.#state = state;
    this.#known = known;
    this.#snapshot = undefined;
  }

  /** Behind the last record of the journal that is in this index. */
  get position(): JournalPosition {
    return this.#state.position;
  }

  /** From now on its words are kept. @param path of their file */
  async keepWords(words: Words, path: string): Promise<void> {
    await words.open(this, path);
    this.#words = words;
    this.wordsChanged();
  }

  /** Other rows of it can be looked up. */
  wordsChanged(): void {
    this.#snapshot = undefined;
  }

  get messages(): number {
    return this.#state.messages;
  }

  /** Sum of the accounted sizes of the messages. */
  get bytes(): number {
    return this.#state.bytes;
  }

  dynamicFields(): DynamicField[] {
    return [...this.#known.fields.values()];
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
    this.#wireFields ??= new Map<string, StoredField>(
      [...fixedFields, ...this.#known.fields.values()].map((field) => [field.name, field]),
    );
    return (this.#snapshot ??= Object.freeze({
      name: this.name,
      catalog: this.catalog,
      sealed: this.sealed,
      createdAt: this.#state.createdAt,
      sealedAt: this.#state.sealedAt,
      bytes: this.#state.bytes,
      fields: this.#wireFields,
      fieldsOfStreams: this.#known.fieldsOfStreams,
      messages: this.#state.messages,
      minTimestamp: this.#state.minTimestamp,
      maxTimestamp: this.#state.maxTimestamp,
      words: this.#words?.view(this.name),
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
    const plan = await this.#plan(connection, messages, nodeId, limits);
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
    await inTransaction(connection, async () => {
      await writeBatch(connection, this.#target(), plan);
      await writeFailures(connection, this.#target(), plan, old.failures);
      await writeState(connection, this.catalog, state);
    });
    this.#become(state, { fields: plan.fields, fieldsOfStreams: plan.fieldsOfStreams });
    await this.#feedWords(connection, old.messages, plan);
  }

  /** Rows are taken for those of the batch only where the file says that they are. */
  async #feedWords(connection: DuckDBConnection, first: number, { slices, rows }: BatchPlan): Promise<void> {
    if (!this.#words || rows === 0) return;
    const fields = this.dynamicFields();
    const ids = await readIds(connection, this.catalog, first).catch(() => new Map<number, string>());
    let at = 0;
    for (const slice of slices) {
      const own = slice.columns[fixedColumns.findIndex(({ column }) => column === 'id')] ?? [];
      const known =
        own.length === slice.rows && own.every((id, row) => (at + row) % idStep > 0 || ids.get(at + row) === id);
      await this.#words.loaded(this.name, first + at, slice.rows, known ? { slice, fields } : undefined);
      at += slice.rows;
      await nextTurn();
    }
  }

  /** Goes through the motions of loading and takes everything back. @throws what loading would throw */
  async probe(
    connection: DuckDBConnection,
    messages: readonly AcceptedMessage[],
    nodeId: string,
    limits: LoadLimits,
  ): Promise<void> {
    const plan = await this.#plan(connection, messages, nodeId, limits);
    await connection.run('BEGIN TRANSACTION');
    try {
      await writeBatch(connection, this.#target(), plan);
    } finally {
      await connection.run('ROLLBACK').catch(() => {});
    }
  }

  #plan(
    connection: DuckDBConnection,
    messages: readonly AcceptedMessage[],
    nodeId: string,
    limits: LoadLimits,
  ): Promise<BatchPlan> {
    return planBatch(messages, this.#known, nodeId, limits, (column) =>
      isExactAsDouble(connection, this.catalog, column),
    );
  }

  #target(): { name: string; catalog: string; empty: boolean } {
    return { name: this.name, catalog: this.catalog, empty: this.#state.messages === 0 };
  }

  /** From now on nothing is loaded into it. */
  async seal(connection: DuckDBConnection, now = Date.now()): Promise<void> {
    const state = { ...this.#state, sealedAt: now };
    await writeState(connection, this.catalog, state);
    this.#become(state, this.#known);
    this.#words?.seal(this.name);
  }
}

/** The engine might move chunks of 2048 rows, not single ones: to look at some is enough. */
const idStep = 64;

/** The ids of some of the rows from one on, by their distance to it. */
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

async function readKnownFields(connection: DuckDBConnection, catalog: string): Promise<KnownFields> {
  return {
    fields: await readFields(connection, catalog),
    fieldsOfStreams: await readStreamFields(connection, catalog),
  };
}
