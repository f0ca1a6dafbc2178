/**
 * The index files of one index set. The class opens them at the start, rotates and seals them. When there are too many
 * or they are too old, it closes or deletes the oldest.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quoteName, quoteText } from './database.js';
import { databaseBytes, sizeOf } from './file-bytes.js';
import { IndexFile } from './index-file.js';
import { closedMark, databaseExtension, pagesExtension, reopenedMark, wordsExtension } from './index-file-names.js';
import type { IndexRemovals } from './index-removals.js';
import { expired, fieldsOfNew, indexNumber, isDue, type IndexSetDocument, type KeptIndex } from './index-set.js';
import { isBefore, type JournalPosition } from './journal-format.js';
import { putIndexAside, type UnreadableIndex } from './put-index-aside.js';
import type { QueryPool } from './query-pool.js';
import type { InvertedIndex } from './inverted-index/inverted-index.js';
import type { RowPages } from './row-pages/row-pages.js';
import type { Log } from '../log/log.js';
import type { IndexChange } from './types.js';
import { errorOf } from '../foundation/caught.js';

export interface IndexFamilyOptions {
  readonly connection: DuckDBConnection;
  readonly directory: string;
  /** Id of the index set. */
  readonly set: string;
  readonly indexSet: () => IndexSetDocument;
  /** Position in the journal at which a set without an index continues. */
  readonly position?: JournalPosition | undefined;
  /**
   * Returns the index names that copies refer to as their home. A new index must not reuse such a name, because
   * searches would then skip the copies.
   */
  readonly homes: () => readonly string[];
  readonly pool: QueryPool;
  readonly words: InvertedIndex;
  readonly pages: RowPages;
  readonly log: Log;
  /** Called when the file of an index could not be read and was put aside. */
  readonly onUnreadable: (index: UnreadableIndex) => void;
  readonly removals: IndexRemovals;
  /** Called when searches must see other indices, or a changed state of an index. */
  readonly onSeen: () => void;
  readonly onChange?: ((change: IndexChange) => void) | undefined;
}

export class IndexFamily {
  readonly #options: IndexFamilyOptions;
  /** Sealed indices, oldest first. */
  #sealed: IndexFile[] = [];
  #current: IndexFile | undefined;
  /** Sealed indices that are still attached for writing. */
  readonly #toReattach = new Set<IndexFile>();
  readonly #closed = new Set<IndexFile>();
  readonly #reopened = new Set<IndexFile>();

  private constructor(options: IndexFamilyOptions) {
    this.#options = options;
  }

  /**
   * Opens the index files of a set, puts unreadable files aside, and creates an index if there is none to write to.
   * @throws the first error that is not due to an unreadable file; in this case no file of the set stays open
   */
  static async open(options: IndexFamilyOptions): Promise<IndexFamily> {
    const family = new IndexFamily(options);
    try {
      await family.#attachAll();
    } catch (error) {
      await family.abandon();
      throw error;
    }
    return family;
  }

  /** Id of the index set. */
  get set(): string {
    return this.#options.set;
  }

  async #attachAll(): Promise<void> {
    const { connection, directory, indexSet, position, log, onUnreadable } = this.#options;
    const { prefix } = indexSet();
    const files = new Set(await readdir(directory));
    const names = [...files]
      .filter((file) => file.endsWith(databaseExtension))
      .map((file) => file.slice(0, -databaseExtension.length))
      .filter((name) => indexNumber(name, prefix) !== undefined);
    for (const name of names) {
      const path = join(directory, name + databaseExtension);
      try {
        const mended = (blocks: number): void =>
          log.warn('Blocks of an index that a crash had torn were mended', { index: name, blocks });
        this.#sealed.push(await IndexFile.attach(connection, name, path, mended));
      } catch (error) {
        onUnreadable(await putIndexAside(name, path, errorOf(error), log));
      }
    }
    const opened = this.#sealed.toSorted(
      (a, b) => a.createdAt - b.createdAt || a.name.localeCompare(b.name, 'en', { numeric: true }),
    );
    const open = opened.filter((index) => !index.sealed);
    this.#current = open.pop();
    // A crash between creating a new index and sealing the old index leaves two unsealed indices.
    for (const index of open) await index.seal(connection);
    this.#sealed = opened.filter((index) => index !== this.#current);
    for (const index of this.#sealed) {
      this.#toReattach.add(index);
      if (files.has(index.name + closedMark)) this.#closed.add(index);
      if (files.has(index.name + reopenedMark)) this.#reopened.add(index);
    }
    await this.#reattach();
    if (this.#current) await this.#keepWords(this.#current);
    else this.#current = await this.#create(position ?? this.position);
    // The newest indices are opened first, because most searches need them.
    const sealed = this.#sealed.map((index) => ({ index, path: this.#wordsPath(index) })).reverse();
    IndexFile.keepWordsInTime(this.#options.words, sealed);
    for (const index of [...this.#withCurrent()].reverse()) this.#keepPages(index);
  }

  #keepWords(index: IndexFile): Promise<void> {
    return index.keepWords(this.#options.words, this.#wordsPath(index));
  }

  #keepPages(index: IndexFile): void {
    index.keepPages(this.#options.pages, join(this.#options.directory, index.name + pagesExtension));
  }

  #wordsPath(index: IndexFile): string {
    return join(this.#options.directory, index.name + wordsExtension);
  }

  /** Returns the journal position up to which the messages for the set are in its indices. */
  get position(): JournalPosition {
    let latest: JournalPosition = { segment: 0, offset: 0 };
    for (const index of this.#withCurrent()) if (isBefore(latest, index.position)) latest = index.position;
    return latest;
  }

  /** The index that new messages are written to. */
  get current(): IndexFile {
    if (!this.#current) throw new Error('No index is open for writing');
    return this.#current;
  }

  #withCurrent(): IndexFile[] {
    return this.#current ? [...this.#sealed, this.#current] : this.#sealed;
  }

  /** Returns all index files, oldest first, including closed ones. */
  files(): readonly IndexFile[] {
    return this.#withCurrent();
  }

  isClosed(index: IndexFile): boolean {
    return this.#closed.has(index);
  }

  isReopened(index: IndexFile): boolean {
    return this.#reopened.has(index);
  }

  /** Returns the index that contains, or will contain, the messages of the batch that ends at a journal position. */
  holderOf(end: JournalPosition): IndexFile {
    return this.#withCurrent().find(({ position }) => !isBefore(position, end)) ?? this.current;
  }

  async diskBytes(): Promise<ReadonlyMap<string, number>> {
    return new Map(
      await Promise.all(
        this.#withCurrent().map(async ({ name, path }) => {
          const [words = 0, pages = 0] = await Promise.all(
            [wordsExtension, pagesExtension].map((ending) => sizeOf(join(this.#options.directory, name + ending))),
          );
          return [name, (await databaseBytes(path)) + words + pages] as const;
        }),
      ),
    );
  }

  async #create(position: JournalPosition): Promise<IndexFile> {
    const { connection, directory, indexSet, homes } = this.#options;
    const set = indexSet();
    const { prefix } = set;
    const names = (await readdir(directory)).map((file) => file.replace(/\..*$/s, ''));
    const taken = [...names, ...homes()].map((known) => indexNumber(known, prefix) ?? -1);
    const name = `${prefix}_${Math.max(-1, ...taken) + 1}`;
    // A leftover inverted index belongs to an earlier index of this name whose file a user has deleted.
    for (const ending of [wordsExtension, pagesExtension]) await rm(join(directory, name + ending), { force: true });
    const path = join(directory, name + databaseExtension);
    const index = await IndexFile.create(connection, name, path, position, fieldsOfNew(set));
    await this.#keepWords(index);
    return index;
  }

  /** Seals the current index, even an empty one, and begins the next. Must run while nothing is loaded. */
  async cycle(): Promise<void> {
    await this.#cycle(Date.now());
  }

  async #cycle(now: number): Promise<void> {
    const old = this.current;
    const next = await this.#create(old.position);
    this.#keepPages(next);
    // The indices change in one synchronous step, so that no search misses an index or sees it twice.
    this.#sealed.push(old);
    this.#current = next;
    this.#options.onSeen();
    this.#options.onChange?.({ kind: 'begun', index: next.name, sealed: old.name });
    this.#toReattach.add(old);
    await Promise.all([this.retain(now), this.#seal(old)]);
  }

  async #seal(index: IndexFile): Promise<void> {
    await index.seal(this.#options.connection);
    this.#options.onSeen();
  }

  /** Runs rotation, retention and the tasks that wait for an idle moment. Must run while nothing is loaded. */
  async maintain(now = Date.now()): Promise<void> {
    const { current } = this;
    const figures = {
      messages: current.messages,
      fileBytes: await databaseBytes(current.path),
      ageMs: now - current.createdAt,
      emptyBefore: this.#sealed.length - 1 - this.#sealed.findLastIndex(({ messages }) => messages > 0),
    };
    try {
      if (isDue(this.#options.indexSet(), figures, now)) await this.#cycle(now);
    } finally {
      // Retention also runs when the disk is too full to begin an index.
      await this.retain(now);
    }
    await this.#reattach();
  }

  /** Closes or deletes indices that are too many or too old, as the index set configures. */
  async retain(now = Date.now()): Promise<void> {
    const set = this.#options.indexSet();
    const kept = this.#sealed.map((index) => this.#kept(index));
    for (const { index } of expired(set, kept, now))
      if (set.retention === 'close') await this.close(index.name);
      else await this.#drop(index);
  }

  #kept(index: IndexFile): KeptIndex & { readonly index: IndexFile } {
    return { index, sealedAt: index.sealedAt, isClosed: this.isClosed(index), isReopened: this.isReopened(index) };
  }

  /**
   * Deletes a sealed index.
   * @returns false: the set has no sealed index of this name
   */
  async drop(name: string): Promise<boolean> {
    const index = this.#sealedOne(name);
    if (!index) return false;
    await this.#drop(index);
    return true;
  }

  #sealedOne(name: string): IndexFile | undefined {
    return this.#sealed.find((one) => one.name === name);
  }

  async #drop(index: IndexFile): Promise<void> {
    this.#sealed = this.#sealed.filter((one) => one !== index);
    this.#forget(index);
    await this.#options.removals.add(index);
    this.#options.onChange?.({ kind: 'removed', index: index.name });
  }

  #forget(index: IndexFile): void {
    this.#toReattach.delete(index);
    this.#closed.delete(index);
    this.#reopened.delete(index);
    this.#options.words.drop(index.name);
    this.#options.onSeen();
  }

  /**
   * Closes a sealed index, so that searches skip it.
   * @returns false: the set has no sealed index of this name
   */
  async close(name: string): Promise<boolean> {
    const index = this.#sealedOne(name);
    if (!index) return false;
    await writeFile(this.#markPath(index, closedMark), '');
    this.#closed.add(index);
    this.#options.onSeen();
    return true;
  }

  /**
   * Reopens a closed index; retention keeps it from then on.
   * @returns false: the set has no sealed index of this name
   */
  async reopen(name: string): Promise<boolean> {
    const index = this.#sealedOne(name);
    if (!index) return false;
    await writeFile(this.#markPath(index, reopenedMark), '');
    await rm(this.#markPath(index, closedMark), { force: true });
    this.#reopened.add(index);
    this.#closed.delete(index);
    this.#options.onSeen();
    return true;
  }

  #markPath(index: IndexFile, mark: string): string {
    return join(this.#options.directory, index.name + mark);
  }

  /**
   * Removes all indices of a deleted set from searches.
   * @param withIndices false: the files of the indices are kept
   */
  async end(withIndices: boolean): Promise<void> {
    const all = this.#withCurrent();
    this.#sealed = [];
    this.#current = undefined;
    for (const index of all) {
      this.#forget(index);
      await this.#options.removals.add(index, withIndices);
    }
  }

  /** Closes the files of a family that no search has used yet, so that they can be opened again. */
  async abandon(): Promise<void> {
    const { connection, words, pages, log } = this.#options;
    for (const { name, catalog } of new Set(this.#withCurrent())) {
      await words.remove(name);
      await pages.remove(name);
      await connection
        .run(`DETACH ${catalog}`)
        .catch((error: unknown) => log.warn('The file of an index stays open', { index: name, error }));
    }
    this.#sealed = [];
    this.#current = undefined;
  }

  /**
   * Attaches sealed indices read-only in a moment without searches. Until then they are attached for writing. They
   * remain so if attaching them read-only fails.
   */
  async #reattach(): Promise<void> {
    const { connection, pool, log } = this.#options;
    for (const index of this.#toReattach) {
      // An index is not sealed yet if the disk was full when it should have been sealed.
      if (!index.sealed) await this.#seal(index);
      await pool.whenFree(async () => {
        this.#toReattach.delete(index);
        await connection.run(`DETACH ${index.catalog}`);
        try {
          await connection.run(`ATTACH ${quoteText(index.path)} AS ${index.catalog} (READ_ONLY)`);
        } catch (error) {
          log.warn('An index could not be attached read-only', { index: index.name, error });
          await connection.run(`ATTACH ${quoteText(index.path)} AS ${quoteName(index.name)}`);
        }
      });
    }
  }

  /**
   * Recovers from a failed load: reads which messages the current index really contains. If the database has detached
   * the index, it is attached again.
   */
  async recover(): Promise<void> {
    const { connection, pool, log } = this.#options;
    const index = this.current;
    try {
      await index.refresh(connection);
    } catch (error) {
      log.warn('The current index is being reopened', { index: index.name, error });
      await pool.whenFree(() => index.reattach(connection));
    }
    this.#options.onSeen();
  }

  /**
   * Stores that the journal contains no further messages for the set before a position. Must run while nothing is
   * loaded.
   */
  async advance(position: JournalPosition): Promise<void> {
    if (isBefore(this.position, position)) await this.current.advance(this.#options.connection, position);
  }

  /**
   * Writes the write-ahead log of an index into the index file, so that the next start is fast.
   * @param name name of the index; by default the index that is written to
   */
  async checkpoint(name = this.current.name): Promise<void> {
    const index = [this.current, ...this.#toReattach].find((one) => one.name === name);
    if (index) await this.#options.connection.run(`CHECKPOINT ${index.catalog}`);
  }
}
