/**
 * One index: a DuckDB file with messages, their field names, indexing failures, and a position in the journal. The
 * messages before this position are loaded into the index.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fixedFields } from './columns.js';
import { syncDirectory } from './data-directory.js';
import { inTransaction, quoteName, quoteText, storageVersion } from './database.js';
import { draftEnding, removeDraft } from './index-draft.js';
import { ensureRefused, writeFailures } from './failures.js';
import { isExactAsDouble, planBatch, writeBatch, type BatchPlan, type KnownFields } from './index-load.js';
import { readKnownFields } from './known-fields.js';
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
import { ensureRestFields, restField, textsOfField } from './rest-fields.js';
import { countRetries, writeRetries, type Retry } from './retries.js';
import { ensureStreamFields } from './stream-fields.js';
import { openingTorn } from './torn-blocks.js';
import type { ListedFailure, StoredField, StoredIndex } from './types.js';
import type { DynamicField } from './load-plan.js';
import { passLoadedRows } from './loaded-rows.js';
import type { InvertedIndex } from './inverted-index/inverted-index.js';
import type { RowPages } from './row-pages/row-pages.js';

export class IndexFile {
  readonly name: string;
  readonly path: string;
  /** Quoted catalog name, ready for SQL. */
  readonly catalog: string;
  #state: IndexState;
  #known: KnownFields;
  #wireFields: ReadonlyMap<string, StoredField> | undefined;
  #rest: ReadonlyMap<string, StoredField> | undefined;
  #texts: ReadonlyMap<string, StoredField> | undefined;
  #snapshot: StoredIndex | undefined;
  #words: InvertedIndex | undefined;
  #pages: RowPages | undefined;
  /** Maps the name of each home index to the number of copies in this index that name it as their home. */
  #copies: ReadonlyMap<string, number> = new Map();
  #retries = 0;
  /** Messages that this index has refused. */
  readonly refusals = new Refusals();
  /** True: the rows are numbered from 0 without gaps. */
  #isDense = false;

  private constructor(name: string, path: string, state: IndexState, known: KnownFields) {
    this.name = name;
    this.path = path;
    this.catalog = quoteName(name);
    this.#state = state;
    this.#known = known;
  }

  /**
   * Creates the file of a new index. The file gets its final name when it is complete, so that a crash leaves no
   * incomplete index.
   * @param position journal position from which on the index is loaded
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
      // A remaining draft would occupy disk space and the number of the index.
      await removeDraft(draft).catch(() => {});
      throw error;
    }
    await rename(draft, path);
    await syncDirectory(dirname(path));
    return IndexFile.attach(connection, name, path);
  }

  /**
   * Attaches an existing file.
   * @param onMended called with the number of blocks that were torn by a crash and repaired
   * @throws Error when the file cannot be attached, for example because it is damaged or is no index
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

  /**
   * Reads the state of the file again after a transaction with unknown outcome.
   * @throws Error when the file cannot be read
   */
  async refresh(connection: DuckDBConnection): Promise<void> {
    const before = this.messages;
    this.#become(await readState(connection, this.catalog), await readKnownFields(connection, this.catalog));
    this.#isDense = await isDense(connection, this.catalog, this.messages);
    this.#copies = await readCopies(connection, this.catalog, this.#known.fields);
    this.#retries = await countRetries(connection, this.catalog);
    if (this.failures > 0) await this.refusals.read(connection, this.catalog);
    this.#snapshot = undefined;
    // A page addresses rows by their number, so pages are unusable when the numbers have gaps.
    if (!this.#isDense) await this.#pages?.remove(this.name);
    // More messages than before mean that the transaction was committed. So the inverted index and the pages have to
    // read its rows from the file.
    if (this.messages <= before) return;
    await this.#words?.loaded(this.name, before, this.messages - before);
    await this.#pages?.loaded(this.name, before, this.messages - before);
  }

  /** Attaches the file again after the database has detached it, as it does when a checkpoint fails. */
  async reattach(connection: DuckDBConnection): Promise<void> {
    // A full disk interrupts a checkpoint like a crash, so blocks of the file may be torn.
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

  /** Journal position up to which the messages for this index are in it. */
  get position(): JournalPosition {
    return this.#state.position;
  }

  /** Starts to maintain the inverted index of this index. */
  async keepWords(words: InvertedIndex, path: string): Promise<void> {
    this.#words = words;
    await words.open(this, path);
    this.wordsChanged();
  }

  /** Starts to maintain the pages of rows of this index, if its rows are numbered without gaps. */
  keepPages(pages: RowPages, path: string): void {
    if (!this.#isDense) return;
    this.#pages = pages;
    pages.open(this, path);
    this.wordsChanged();
  }

  /**
   * Starts to maintain the inverted indexes of many index files, which are opened one after another in the background.
   */
  static keepWordsInTime(
    words: InvertedIndex,
    indices: readonly { readonly index: IndexFile; readonly path: string }[],
  ): void {
    for (const { index } of indices) index.#words = words;
    words.openInTime(indices);
  }

  /** Discards the snapshot after the inverted index or the pages cover other rows, so that the next one covers them. */
  wordsChanged(): void {
    this.#snapshot = undefined;
  }

  get messages(): number {
    return this.#state.messages;
  }

  /** Sum of the accounted sizes of the messages in bytes. */
  get bytes(): number {
    return this.#state.bytes;
  }

  dynamicFields(): DynamicField[] {
    return [...this.#known.fields.values()];
  }

  /** Returns the name of each home index with the number of copies in this index that name it as their home. */
  get copies(): ReadonlyMap<string, number> {
    return this.#copies;
  }

  /** Column that names the home index of a copied message; undefined: the index contains no copies. */
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

  /** Number of rows in the table `retries` (see retries.ts). */
  get retries(): number {
    return this.#retries;
  }

  get createdAt(): number {
    return this.#state.createdAt;
  }

  get sealed(): boolean {
    return this.#state.sealedAt !== undefined;
  }

  /** Returns the state of the index for searches. After a change of the contents of the index, it is a new object. */
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
      rowsEnd: this.#isDense && !this.sealed ? this.#state.messages : undefined,
      minTimestamp: this.#state.minTimestamp,
      maxTimestamp: this.#state.maxTimestamp,
      words: this.#words?.view(this.name),
      pages: this.#isDense ? this.#pages?.view(this.name) : undefined,
    }));
  }

  /**
   * Stores rows, new columns, failures and the journal position in one transaction.
   * @param refused messages that are left out, with the reason
   * @param retried results of messages that were refused before and are retried now
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
    await passLoadedRows({ words: this.#words, pages: this.#pages }, connection, this, old.messages, plan);
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

  /** Stores that the journal contains no further messages for this index before a position. */
  async advance(connection: DuckDBConnection, position: JournalPosition): Promise<void> {
    const state = { ...this.#state, position };
    await writeState(connection, this.catalog, state);
    this.#state = state;
  }

  /**
   * Loads messages and rolls the transaction back, to find out whether they can be stored.
   * @throws the error of loading
   */
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

  /** Marks this index as complete: no message is written to it any more. */
  async seal(connection: DuckDBConnection, now = Date.now()): Promise<void> {
    const state = { ...this.#state, sealedAt: now };
    await writeState(connection, this.catalog, state);
    this.#become(state, this.#known);
    this.#words?.seal(this.name);
    this.#pages?.seal(this.name);
  }
}
