/** All index files of the store: opened at the start, rotated, sealed, and removed when there are too many. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { existsSync } from 'node:fs';
import { readdir, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quoteName, quoteText } from './database.js';
import { DataDirectoryError } from './errors.js';
import { draftEnding, IndexFile } from './index-file.js';
import { indexNumber, isDue, surplus, type IndexSetDocument } from './index-set.js';
import { isBefore, type JournalPosition } from './journal-format.js';
import type { QueryPool } from './query-pool.js';
import { removeWords, type Words } from './words/words.js';
import type { Log } from '../log.js';
import type { IndexChange, IndexRemoval, StoredIndex } from './types.js';

/** An index without which the store has started. */
export interface UnreadableIndex {
  readonly name: string;
  /** Where its file is now. */
  readonly file: string;
  readonly reason: string;
}

export interface IndexFamilyOptions {
  readonly connection: DuckDBConnection;
  readonly directory: string;
  readonly indexSet: () => IndexSetDocument;
  readonly pool: QueryPool;
  readonly words: Words;
  readonly log: Log;
  /** The file of an index could not be read and was put aside. */
  readonly onUnreadable: (index: UnreadableIndex) => void;
  /** How long a removed index stays readable for searches that have already seen it. */
  readonly graceMs: number;
  readonly onChange?: ((change: IndexChange) => void) | undefined;
}

const extension = '.duckdb';
const wordsExtension = '.words';
/** Beside the file of an index that is to be removed: so it is gone after a restart as well. */
const droppedMark = '.dropped';
/** After the name of a file that cannot be read. */
const unreadableMark = '.unreadable';

interface Removal {
  readonly index: IndexFile;
  readonly startedAt: number;
  readonly notBefore: number;
}

export class IndexFamily {
  readonly #options: IndexFamilyOptions;
  /** Sealed ones, oldest first. */
  #sealed: IndexFile[] = [];
  #current: IndexFile | undefined;
  #removals: Removal[] = [];
  /** Sealed indices that are still attached for writing. */
  readonly #toReattach = new Set<IndexFile>();
  #snapshot: readonly StoredIndex[] | undefined;

  private constructor(options: IndexFamilyOptions) {
    this.#options = options;
  }

  static async open(options: IndexFamilyOptions): Promise<IndexFamily> {
    const family = new IndexFamily(options);
    await family.#removeDropped();
    await family.#attachAll();
    return family;
  }

  async #removeDropped(): Promise<void> {
    const { directory } = this.#options;
    for (const file of await readdir(directory)) {
      if (file.includes(extension + draftEnding)) await unlink(join(directory, file));
      if (!file.endsWith(droppedMark)) continue;
      await this.#unlink(file.slice(0, -droppedMark.length));
    }
  }

  async #attachAll(): Promise<void> {
    const { connection, directory } = this.#options;
    const names = (await readdir(directory))
      .filter((file) => file.endsWith(extension))
      .map((file) => file.slice(0, -extension.length))
      .filter((name) => /_\d+$/.test(name));
    const opened: IndexFile[] = [];
    for (const name of names) {
      const path = join(directory, name + extension);
      try {
        opened.push(await IndexFile.attach(connection, name, path));
      } catch (error) {
        await this.#putAside(name, path, error as Error);
      }
    }
    opened.sort((a, b) => a.createdAt - b.createdAt || a.name.localeCompare(b.name, 'en', { numeric: true }));
    const open = opened.filter((index) => !index.sealed);
    this.#current = open.pop();
    // A crash between making a new index and sealing the old one leaves two open.
    for (const index of open) await index.seal(connection);
    this.#sealed = opened.filter((index) => index !== this.#current);
    for (const index of this.#sealed) this.#toReattach.add(index);
    await this.#reattach();
    this.#current ??= await this.#create(this.position);
    await this.#removeOrphans();
    for (const index of opened) await this.#keepWords(index);
  }

  #keepWords(index: IndexFile): Promise<void> {
    return index.keepWords(this.#options.words, join(this.#options.directory, index.name + wordsExtension));
  }

  /** Words of an index that is not there any more, or was put aside. */
  async #removeOrphans(): Promise<void> {
    const { directory } = this.#options;
    const names = new Set(this.#withCurrent().map(({ name }) => name + wordsExtension));
    for (const file of await readdir(directory))
      if (file.endsWith(wordsExtension) && !names.has(file)) await removeWords(join(directory, file));
  }

  /** The rest starts without it. @throws DataDirectoryError when it is not the file that is at fault */
  async #putAside(name: string, path: string, error: Error): Promise<void> {
    const { log, onUnreadable } = this.#options;
    const reason = (error.message.split('\n')[0] ?? '').slice(0, 500);
    if (/too many open files|out of memory|lock/i.test(error.message))
      throw new DataDirectoryError(`${path} cannot be opened: ${reason}`, { cause: error });
    let file = path + unreadableMark;
    for (let at = 1; existsSync(file); at += 1) file = `${path}${unreadableMark}.${at}`;
    await rename(path, file);
    await rename(`${path}.wal`, `${file}.wal`).catch(() => {});
    log.error('An index cannot be read and is put aside', { index: name, file, error });
    onUnreadable({ name, file, reason });
  }

  /** Behind the last record of the journal that is in an index. */
  get position(): JournalPosition {
    let latest: JournalPosition = { segment: 0, offset: 0 };
    for (const index of this.#withCurrent()) if (isBefore(latest, index.position)) latest = index.position;
    return latest;
  }

  /** The index that is written to. */
  get current(): IndexFile {
    if (!this.#current) throw new Error('No index is open for writing');
    return this.#current;
  }

  #withCurrent(): IndexFile[] {
    return this.#current ? [...this.#sealed, this.#current] : this.#sealed;
  }

  /** Index files that searches may see, oldest first. */
  files(): readonly IndexFile[] {
    return this.#withCurrent();
  }

  snapshot(): readonly StoredIndex[] {
    return (this.#snapshot ??= Object.freeze(this.#withCurrent().map((index) => index.snapshot())));
  }

  async diskBytes(): Promise<ReadonlyMap<string, number>> {
    return new Map(
      await Promise.all(
        this.#withCurrent().map(async ({ name, path }) => {
          const words = await sizeOf(join(this.#options.directory, name + wordsExtension));
          return [name, (await fileBytes(path)) + words] as const;
        }),
      ),
    );
  }

  removals(): readonly IndexRemoval[] {
    return this.#removals.map(({ index, startedAt }) => ({ index: index.name, startedAt }));
  }

  /** Other rows can be looked up. */
  wordsChanged(name: string): void {
    this.#withCurrent()
      .find((index) => index.name === name)
      ?.wordsChanged();
    this.changed();
  }

  /** Something was loaded. */
  changed(): void {
    this.#snapshot = undefined;
  }

  async #create(position: JournalPosition): Promise<IndexFile> {
    const { connection, directory, indexSet } = this.#options;
    const { prefix } = indexSet();
    const taken = (await readdir(directory)).map((file) => indexNumber(file.replace(/\..*$/s, ''), prefix) ?? -1);
    const name = `${prefix}_${Math.max(-1, ...taken) + 1}`;
    // One of an index of that name which was removed by hand.
    await removeWords(join(directory, name + wordsExtension));
    const index = await IndexFile.create(connection, name, join(directory, name + extension), position);
    await this.#keepWords(index);
    return index;
  }

  /** Seals the current index and begins the next. Only between two loads. */
  async cycle(): Promise<void> {
    const old = this.current;
    if (old.messages === 0) return;
    const next = await this.#create(old.position);
    // In one step, so that no search misses or doubles an index.
    this.#sealed.push(old);
    this.#current = next;
    this.changed();
    this.#options.onChange?.({ kind: 'begun', index: next.name, sealed: old.name });
    const retained = this.retain();
    await old.seal(this.#options.connection);
    this.#toReattach.add(old);
    this.changed();
    await retained;
  }

  /** Rotation, retention and what waits for a quiet moment. Only between two loads. */
  async maintain(now = Date.now()): Promise<void> {
    const { current } = this;
    const figures = {
      messages: current.messages,
      fileBytes: await fileBytes(current.path),
      ageMs: now - current.createdAt,
    };
    if (isDue(this.#options.indexSet(), figures)) await this.cycle();
    else await this.retain();
    await this.#reattach();
    await this.#removeDue(now);
  }

  /** Takes indices beyond the number to keep out of the searches' sight. */
  async retain(): Promise<void> {
    const count = surplus(this.#options.indexSet(), this.#sealed.length);
    await Promise.all(this.#sealed.slice(0, count).map((index) => this.#drop(index)));
  }

  async drop(name: string): Promise<boolean> {
    const index = this.#sealed.find((one) => one.name === name);
    if (!index) return false;
    await this.#drop(index);
    return true;
  }

  async #drop(index: IndexFile): Promise<void> {
    const { directory, graceMs, log } = this.#options;
    this.#sealed = this.#sealed.filter((one) => one !== index);
    this.#toReattach.delete(index);
    this.#options.words.drop(index.name);
    this.changed();
    log.info('An index is removed', { index: index.name, messages: index.messages });
    // On a full disk this may fail; the index goes all the same, at the latest by retention after the next start.
    await writeFile(join(directory, index.name + droppedMark), '').catch(() => {});
    const startedAt = Date.now();
    this.#removals.push({ index, startedAt, notBefore: startedAt + graceMs });
    this.#options.onChange?.({ kind: 'removed', index: index.name });
  }

  /** Sealed indices become read-only in a moment without searches; until then they are just not written to. */
  async #reattach(): Promise<void> {
    const { connection, pool, log } = this.#options;
    for (const index of this.#toReattach) {
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

  async #removeDue(now: number): Promise<void> {
    for (const removal of this.#removals) {
      if (removal.notBefore > now) continue;
      await this.#options.pool.whenFree(async () => {
        this.#removals = this.#removals.filter((one) => one !== removal);
        await this.#options.connection.run(`DETACH ${removal.index.catalog}`);
        await this.#options.words.remove(removal.index.name);
        await this.#unlink(removal.index.name);
      });
    }
  }

  async #unlink(name: string): Promise<void> {
    const path = join(this.#options.directory, name);
    for (const file of [path + wordsExtension, path + extension, `${path}${extension}.wal`, path + droppedMark])
      await unlink(file).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') this.#options.log.warn('A file of a removed index stays', { file, error });
      });
  }

  /** After a failed load: finds out what the current index really holds, and opens it anew when the database gave it up. */
  async recover(): Promise<void> {
    const { connection, pool, log } = this.#options;
    const index = this.current;
    try {
      await index.refresh(connection);
    } catch (error) {
      log.warn('The current index is opened anew', { index: index.name, error });
      await pool.whenFree(() => index.reattach(connection));
    }
    this.changed();
  }

  /** Writes what is in write-ahead logs into the files, so that the next start is fast. */
  async checkpoint(): Promise<void> {
    await this.#options.connection.run(`CHECKPOINT ${this.current.catalog}`);
  }
}

async function fileBytes(path: string): Promise<number> {
  return (await sizeOf(path)) + (await sizeOf(`${path}.wal`));
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => ({ size: 0 }))).size;
}
