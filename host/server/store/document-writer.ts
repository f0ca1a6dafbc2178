/**
 * Writes rows of documents; writes that wait at the same time share a transaction. While the disk is full, the writer
 * tests regularly whether writing is possible again. After the database has detached its file, the writer opens the
 * database again.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { BodyFiles } from './body-files.js';
import { inTransaction } from './database.js';
import { closeFile, type OpenFile } from './document-database.js';
import { deleteRow, insertRow, probe, readRow, type DocumentRow } from './document-table.js';
import { DiskFullError, isDiskFull, StoreClosedError } from './errors.js';
import { errorOf } from '../foundation/caught.js';

/** Milliseconds between two tests whether a full disk is writable again. */
const defaultProbeIntervalMs = 2000;

export interface DocumentWriterNeeds {
  /** Database as it was opened at the start. */
  readonly file: OpenFile;
  readonly bodies: BodyFiles;
  /** Opens the database again after it has detached its file. */
  readonly reopen: () => Promise<OpenFile>;
  /** Called once when the disk is full, and with `undefined` when writing succeeds again. */
  readonly onFailure: ((failure: Error | undefined) => void) | undefined;
  readonly probeIntervalMs: number | undefined;
}

interface PendingWrite {
  readonly collection: string;
  readonly id: string;
  /** New row of the document; undefined deletes it. */
  readonly row: DocumentRow | undefined;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export class DocumentWriter {
  readonly #needs: DocumentWriterNeeds;
  #file: OpenFile | undefined;
  #pending: PendingWrite[] = [];
  #writing: Promise<void> | undefined;
  #closed = false;
  #failure: Error | undefined;
  #probe: NodeJS.Timeout | undefined;

  constructor(needs: DocumentWriterNeeds) {
    this.#needs = needs;
    this.#file = needs.file;
  }

  /**
   * Returns the database.
   * @throws Error with the reason while the database is not open
   */
  opened(): OpenFile {
    if (!this.#file) throw this.#failure ?? new Error('The file of the documents is not open.');
    return this.#file;
  }

  /**
   * Writes or deletes a row; resolves when the change is durable.
   * @throws DiskFullError when the disk is full, otherwise the error of the database
   */
  write(collection: string, id: string, row: DocumentRow | undefined): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.#pending.push({ collection, id, row, resolve, reject });
      this.#writing ??= this.#writeGroups();
    });
  }

  async #writeGroups(): Promise<void> {
    await Promise.resolve();
    while (this.#pending.length > 0) {
      const group = this.#pending.splice(0);
      try {
        if (!this.#file) await this.#recover();
        const { writer } = this.opened();
        await inTransaction(writer, () => writeGroup(writer, group));
        this.#succeeded();
        for (const { resolve } of group) resolve();
      } catch (error) {
        let reason = errorOf(error);
        await this.#recover().catch((again: unknown) => {
          if (isDiskFull(again)) reason = errorOf(again);
        });
        const reported = this.failed(reason);
        for (const write of group) {
          // The error may have occurred after the commit, so each row is read back.
          if (await this.#isWritten(write).catch(() => false)) write.resolve();
          else write.reject(reported);
        }
      }
    }
    this.#writing = undefined;
  }

  async #isWritten({ collection, id, row }: PendingWrite): Promise<boolean> {
    const found = await readRow(this.opened().reader, collection, id);
    if (!row || !found) return row === found;
    return found.head === row.head && found.body === row.body && found.file === row.file;
  }

  /** Opens the database again if the database has detached its file, as it does when it cannot write to the file. */
  async #recover(): Promise<void> {
    try {
      await this.#file?.writer.run('SELECT count(*) FROM entries');
    } catch {
      if (this.#file) closeFile(this.#file);
      this.#file = undefined;
    }
    this.#file ??= await this.#needs.reopen();
  }

  /**
   * Handles a failed write. If the disk is full, the writer remembers this, and tests later whether the disk is
   * writable.
   * @returns the error for the caller of the write
   */
  failed(error: Error): Error {
    if (!isDiskFull(error)) return error;
    const failure = new DiskFullError({ cause: error });
    if (!this.#failure) {
      this.#failure = failure;
      this.#needs.onFailure?.(failure);
    }
    this.#tryLater();
    return failure;
  }

  #succeeded(): void {
    if (!this.#failure) return;
    clearTimeout(this.#probe);
    this.#probe = undefined;
    this.#failure = undefined;
    this.#needs.onFailure?.(undefined);
  }

  #tryLater(): void {
    if (this.#closed) return;
    this.#probe ??= setTimeout(() => {
      this.#probe = undefined;
      void this.#tryAgain();
    }, this.#needs.probeIntervalMs ?? defaultProbeIntervalMs).unref();
  }

  /** Tests whether documents can be written again, by writing and deleting a file and a row of blanks. */
  async #tryAgain(): Promise<void> {
    if (this.#closed || !this.#failure) return;
    if (this.#writing) return this.#tryLater();
    const trying = this.#tryToWrite();
    this.#writing = trying.catch(() => {});
    try {
      await trying;
      this.#succeeded();
    } catch {
      this.#tryLater();
    }
    this.#writing = this.#pending.length > 0 ? this.#writeGroups() : undefined;
  }

  async #tryToWrite(): Promise<void> {
    await this.#needs.bodies.remove(await this.#needs.bodies.write(' '.repeat(256 * 1024)));
    await this.#recover();
    await probe(this.opened().writer);
  }

  /**
   * Runs a task while nothing is written, after the write-ahead log was written into the database file, if possible.
   * @throws StoreClosedError when the writer is closed, or the error of the task
   */
  async whileStill<T>(work: () => Promise<T>): Promise<T> {
    while (this.#writing) await this.#writing;
    if (this.#closed) throw new StoreClosedError();
    let end: () => void = () => undefined;
    this.#writing = new Promise((resolve) => (end = resolve));
    try {
      // Writes the database's write-ahead log into the file, so that the file is complete.
      await this.#file?.writer.run('CHECKPOINT').catch(() => undefined);
      return await work();
    } finally {
      this.#writing = this.#pending.length > 0 ? this.#writeGroups() : undefined;
      end();
    }
  }

  /** Ends retrying; `finish` waits for the last writes. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#probe);
  }

  /** Waits for the last writes and closes the database. */
  async finish(): Promise<void> {
    await this.#writing;
    if (!this.#file) return;
    await this.#file.writer.run('CHECKPOINT').catch(() => {});
    closeFile(this.#file);
  }
}

/**
 * Writes the rows of a group. A group contains each document at most once, because writes of one document wait for each
 * other.
 */
async function writeGroup(connection: DuckDBConnection, group: readonly PendingWrite[]): Promise<void> {
  for (const { collection, id, row } of group) {
    await deleteRow(connection, collection, id);
    if (row) await insertRow(connection, row);
  }
}
