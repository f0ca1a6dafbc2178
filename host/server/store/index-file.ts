/** One index: a DuckDB file of messages, the names of its fields, its failures, and how far the journal is loaded into it. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fixedFields } from './columns.js';
import { syncDirectory } from './data-directory.js';
import { inTransaction, quoteName, quoteText, storageVersion } from './database.js';
import { ensureRefused, writeFailures } from './failures.js';
import { isExactAsDouble, planBatch, writeBatch, type BatchPlan, type KnownFields } from './index-load.js';
import {
  createTables,
  isDense,
  readCopies,
  readFields,
  readState,
  writeState,
  type IndexState,
} from './index-tables.js';
import type { JournalPosition } from './journal-format.js';
import { homeField, type LoadLimits } from './load-plan.js';
import type { AcceptedMessage } from './record.js';
import { Refusals } from './refusals.js';
import { ensureRestFields, readRestFields, restField, textsOfField } from './rest-fields.js';
import { countRetries, writeRetries, type Retry } from './retries.js';
import { ensureStreamFields, readStreamFields } from './stream-fields.js';
import { openingTorn } from './torn-blocks.js';
import type { ListedFailure, StoredField, StoredIndex } from './types.js';
import type { DynamicField } from './load-plan.js';
import { feedInvertedIndex } from './inverted-index/loaded-rows.js';
import type { InvertedIndex } from './inverted-index/inverted-index.js';

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
  #rest: ReadonlyMap<string, StoredField> | undefined;
  #texts: ReadonlyMap<string, StoredField> | undefined;
  #snapshot: StoredIndex | undefined;
  #words: InvertedIndex | undefined;
  /** Name of another index → how many of the messages it holds as well. */
  #copies: ReadonlyMap<string, number> = new Map();
  #retries = 0;
  /** Messages that were refused by this index. */
  readonly refusals = new Refusals();
  /** True if its rows are numbered from 0 without gaps. */
  #isDense = false;

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
    fields: readonly DynamicField[] = [],
    createdAt = Date.now(),
  ): Promise<IndexFile> {
    const draft = path + draftEnding;
    const catalog = quoteName(`${name}${draftEnding}`);
    await removeDraft(draft);
    try {
      await connection.run(`ATTACH ${quoteText(draft)} AS ${catalog} (STORAGE_VERSION '${storageVersion}')`);
      try {
        await createTables(connection, catalog, position, createdAt, fields);
        await connection.run(`CHECKPOINT ${catalog}`);
      } finally {
        await connection.run(`DETACH ${catalog}`);
      }
    } catch (error) {
      // Half of one takes space and a number.
      await removeDraft(draft).catch(() => {});
      throw error;
    }
    await rename(draft, path);
    await syncDirectory(dirname(path));
    return IndexFile.attach(connection, name, path);
  }

  /**
   * Attaches an existing file.
   * @param onMended called with the number of blocks that a crash had torn
   * @throws when it is no index file, or damaged
   */
  static attach(
    connection: DuckDBConnection,
    name: string,
    path: string,
    onMended?: (blocks: number) => void,
  ): Promise<IndexFile> {
    return openingTorn(path, () => IndexFile.#attach(connection, name, path), onMended);
  }

  static async #attach(connection: DuckDBConnection, name: string, path: string): Promise<IndexFile> {
    const catalog = quoteName(name);
    await connection.run(`ATTACH ${quoteText(path)} AS ${catalog}`);
    try {
      const state = await readState(connection, catalog);
      await ensureStreamFields(connection, name, catalog, await readFields(connection, catalog));
      await ensureRefused(connection, catalog);
      await ensureRestFields(connection, catalog);
      const file = new IndexFile(name, path, state, await readKnownFields(connection, catalog));
      file.#isDense = await isDense(connection, catalog, state.messages);
      file.#copies = await readCopies(connection, catalog, file.#known.fields);
      file.#retries = await countRetries(connection, catalog);
      if (state.failures > 0) await file.refusals.read(connection, catalog);
      return file;
    } catch (error) {
      await connection.run(`DETACH ${catalog}`).catch(() => {});
      throw error;
    }
  }

  /** Reads again what is in the file, after a transaction whose end is not known. @throws when the file cannot be read */
  async refresh(connection: DuckDBConnection): Promise<void> {
    const before = this.messages;
    this.#become(await readState(connection, this.catalog), await readKnownFields(connection, this.catalog));
    this.#isDense = await isDense(connection, this.catalog, this.messages);
    this.#copies = await readCopies(connection, this.catalog, this.#known.fields);
    this.#retries = await countRetries(connection, this.catalog);
    if (this.failures > 0) await this.refusals.read(connection, this.catalog);
    this.#snapshot = undefined;
    // The transaction was committed after all: what its rows are is read from the file.
    if (this.messages > before) await this.#words?.loaded(this.name, before, this.messages - before);
  }

  /** Makes a new beginning with a file that the database has given up, as it does when a checkpoint fails. */
  async reattach(connection: DuckDBConnection): Promise<void> {
    // A disk that is full cuts the writing of a checkpoint as a crash does.
    await openingTorn(this.path, async () => {
      await connection.run(`DETACH ${this.catalog}`).catch(() => {});
      await connection.run(`ATTACH ${quoteText(this.path)} AS ${this.catalog}`);
      await this.refresh(connection);
    });
  }

  #become(state: IndexState, known: KnownFields): void {
    const before = this.#known.fields;
    const same =
      known.fields.size === before.size &&
      [...known.fields].every(([name, field]) => before.get(name)?.type === field.type);
    if (!same) this.#wireFields = undefined;
    if (known.rest !== this.#known.rest) this.#rest = undefined;
    if (known.rest !== this.#known.rest || known.mixed !== this.#known.mixed) this.#texts = undefined;
    this.#state = state;
    const { fields, fieldsOfStreams, rest, mixed, made } = known;
    this.#known = { fields, fieldsOfStreams, rest, mixed, made };
    this.#snapshot = undefined;
  }

  /** Position behind the last record of the journal that is in this index. */
  get position(): JournalPosition {
    return this.#state.position;
  }

  /** Starts to keep the words of the index. */
  async keepWords(words: InvertedIndex, path: string): Promise<void> {
    this.#words = words;
    await words.open(this, path);
    this.wordsChanged();
  }

  /** Builds the inverted index of many files, in the background. */
  static keepWordsInTime(
    words: InvertedIndex,
    indices: readonly { readonly index: IndexFile; readonly path: string }[],
  ): void {
    for (const { index } of indices) index.#words = words;
    words.openInTime(indices);
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

  /** Name of another index → how many of the messages it holds as well. */
  get copies(): ReadonlyMap<string, number> {
    return this.#copies;
  }

  /** Column that says of copies which index holds them as well; undefined: there are none. */
  get homeColumn(): string | undefined {
    return this.#known.fields.get(homeField)?.column;
  }

  get minTimestamp(): number | undefined {
    return this.#state.minTimestamp;
  }

  get maxTimestamp(): number | undefined {
    return this.#state.maxTimestamp;
  }

  get sealedAt(): number | undefined {
    return this.#state.sealedAt;
  }

  get failures(): number {
    return this.#state.failures;
  }

  /** Rows in its table of refused messages that were tried again. */
  get retries(): number {
    return this.#retries;
  }

  get createdAt(): number {
    return this.#state.createdAt;
  }

  get sealed(): boolean {
    return this.#state.sealedAt !== undefined;
  }

  /** State that searches see; a new object after every change. */
  snapshot(): StoredIndex {
    this.#wireFields ??= new Map<string, StoredField>(
      [...fixedFields, ...this.#known.fields.values()].flatMap((field) =>
        field.name === homeField ? [] : [[field.name, field] as const],
      ),
    );
    this.#rest ??= new Map(Array.from(this.#known.rest, ([name, type]) => [name, restField(name, type)] as const));
    this.#texts ??= new Map(
      Array.from(this.#known.mixed, (name) => [name, textsOfField(name, this.#known.rest.get(name))] as const),
    );
    return (this.#snapshot ??= Object.freeze({
      name: this.name,
      catalog: this.catalog,
      sealed: this.sealed,
      createdAt: this.#state.createdAt,
      sealedAt: this.#state.sealedAt,
      bytes: this.#state.bytes,
      fields: this.#wireFields,
      rest: this.#rest,
      texts: this.#texts,
      fieldsOfStreams: this.#known.fieldsOfStreams,
      knownStreams: this.#isDense ? new Set(this.#known.fieldsOfStreams.keys()) : undefined,
      messages: this.#state.messages,
      minTimestamp: this.#state.minTimestamp,
      maxTimestamp: this.#state.maxTimestamp,
      words: this.#words?.view(this.name),
    }));
  }

  /**
   * Rows, new columns, failures and the journal position in one transaction.
   * @param refused messages that are left out, and why
   * @param retried what becomes of messages by this that were refused before
   */
  async load(
    connection: DuckDBConnection,
    messages: readonly AcceptedMessage[],
    position: JournalPosition,
    nodeId: string,
    limits: LoadLimits,
    refused: readonly ListedFailure[] = [],
    retried: readonly Retry[] = [],
  ): Promise<void> {
    const plan = await this.#plan(connection, messages, nodeId, limits);
    const old = this.#state;
    const listed = [...plan.slices.flatMap(({ failures }) => failures), ...refused];
    const state: IndexState = {
      ...old,
      messages: old.messages + plan.rows,
      bytes: old.bytes + plan.bytes,
      minTimestamp: plan.rows ? Math.min(old.minTimestamp ?? Infinity, plan.minTimestamp) : old.minTimestamp,
      maxTimestamp: plan.rows ? Math.max(old.maxTimestamp ?? -Infinity, plan.maxTimestamp) : old.maxTimestamp,
      failures: old.failures + plan.failureCount + refused.length,
      position,
    };
    await inTransaction(connection, async () => {
      await writeBatch(connection, this.#target(), plan);
      await writeFailures(connection, this.#target(), listed, old.failures, state.failures);
      await writeRetries(connection, this.name, retried);
      await writeState(connection, this.catalog, state);
    });
    this.#become(state, plan);
    if (plan.wide.length > 0) limits.onWide?.(this.name, plan.wide);
    this.#countCopies(messages);
    this.#retries += retried.length;
    if (retried.length === 0) this.refusals.loaded(refused);
    if (this.#words) await feedInvertedIndex(this.#words, connection, this, old.messages, plan);
  }

  #countCopies(messages: readonly AcceptedMessage[]): void {
    let copies: Map<string, number> | undefined;
    for (const { home } of messages) {
      if (home === undefined) continue;
      copies ??= new Map(this.#copies);
      copies.set(home, (copies.get(home) ?? 0) + 1);
    }
    if (copies) this.#copies = copies;
  }

  /** The journal holds nothing for it up to a position. */
  async advance(connection: DuckDBConnection, position: JournalPosition): Promise<void> {
    const state = { ...this.#state, position };
    await writeState(connection, this.catalog, state);
    this.#state = state;
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

  /** Ends the writing to this index. */
  async seal(connection: DuckDBConnection, now = Date.now()): Promise<void> {
    const state = { ...this.#state, sealedAt: now };
    await writeState(connection, this.catalog, state);
    this.#become(state, this.#known);
    this.#words?.seal(this.name);
  }
}

async function removeDraft(draft: string): Promise<void> {
  await rm(draft, { force: true });
  await rm(`${draft}.wal`, { force: true });
}

async function readKnownFields(connection: DuckDBConnection, catalog: string): Promise<KnownFields> {
  return {
    fields: await readFields(connection, catalog),
    fieldsOfStreams: await readStreamFields(connection, catalog),
    ...(await readRestFields(connection, catalog)),
    made: new Map(),
  };
}
