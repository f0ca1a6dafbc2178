/**
 * Removes the files of indices that new searches no longer see. The files are deleted when no running search reads them
 * any more.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log/log.js';
import type { IndexFile } from './index-file.js';
import {
  closedMark,
  databaseExtension,
  droppedMark,
  pagesExtension,
  reopenedMark,
  wordsExtension,
} from './index-file-names.js';
import type { QueryPool } from './query-pool.js';
import type { IndexRemoval } from './types.js';
import type { InvertedIndex } from './inverted-index/inverted-index.js';
import { errorOf } from '../foundation/caught.js';
import type { RowPages } from './row-pages/row-pages.js';

/** Extensions of all files of an index. */
const endings = [
  wordsExtension,
  pagesExtension,
  databaseExtension,
  `${databaseExtension}.wal`,
  closedMark,
  reopenedMark,
  droppedMark,
];

export interface IndexRemovalsOptions {
  readonly connection: DuckDBConnection;
  readonly directory: string;
  readonly pool: QueryPool;
  readonly words: InvertedIndex;
  readonly pages: RowPages;
  readonly log: Log;
  /** Milliseconds for which a removed index stays readable for running searches. */
  readonly graceMs: number;
}

interface Removal {
  readonly index: IndexFile;
  /** Earliest time of the removal, epoch milliseconds. */
  readonly notBefore: number;
  /**
   * The removal as callers see it. Its own `withFiles` stays if the files are kept after all; only the `withFiles`
   * below changes.
   */
  readonly progress: IndexRemoval;
  withFiles: boolean;
  /**
   * Ends the removal.
   * @param failure reason for which files may remain; absent: the removal has succeeded
   */
  readonly end: (failure?: Error) => void;
}

type Listener = (removal: IndexRemoval) => void;

export class IndexRemovals {
  #removals: Removal[] = [];
  readonly #listeners: Listener[] = [];

  constructor(private readonly options: IndexRemovalsOptions) {}

  /**
   * Completes removals that an earlier run began.
   * @param files names of the files in the directory
   */
  async finish(files: readonly string[]): Promise<void> {
    for (const file of files) if (file.endsWith(droppedMark)) await this.#unlink(file.slice(0, -droppedMark.length));
  }

  /**
   * Begins the removal of an index that new searches no longer see.
   * @param withFiles false: the files are kept
   */
  async add(index: IndexFile, withFiles = true): Promise<void> {
    const { directory, graceMs, log } = this.options;
    log.info('An index is removed', { index: index.name, messages: index.messages, withFiles });
    const startedAt = Date.now();
    let end: Removal['end'] = () => undefined;
    const ended = new Promise<void>((resolve, reject) => {
      end = (failure) => (failure ? reject(failure) : resolve());
    });
    // Callers that watch the removal handle its failure. Without such a caller, the failure must not become an
    // unhandled rejection.
    ended.catch(() => undefined);
    const removal: IndexRemoval = { index: index.name, startedAt, withFiles, ended };
    this.#removals.push({ index, notBefore: startedAt + graceMs, progress: removal, withFiles, end });
    // Writing the marker may fail on a full disk. The files of the index are deleted nevertheless, unless the server
    // ends before that. Without the marker, the next start opens the index again.
    if (withFiles)
      await writeFile(join(directory, index.name + droppedMark), '').catch((error: unknown) =>
        log.warn('A removed index comes back if the server ends before its files are gone', {
          index: index.name,
          error,
        }),
      );
    for (const listener of this.#listeners) listener(removal);
  }

  all(): readonly IndexRemoval[] {
    return this.#removals.map(({ progress: removal }) => removal);
  }

  /** Calls the listener for each removal that begins from now on. */
  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Keeps the remaining files of the given indices. */
  async keepFiles(names: readonly string[]): Promise<void> {
    const kept = this.#removals.filter(({ withFiles, index }) => withFiles && names.includes(index.name));
    // All flags are set at once, because the grace period of another removal may end meanwhile.
    for (const removal of kept) removal.withFiles = false;
    for (const { index } of kept) await rm(join(this.options.directory, index.name + droppedMark), { force: true });
  }

  /**
   * Detaches the indices whose grace period has ended, while no search runs. Their files are deleted, unless
   * `withFiles` is false.
   */
  async run(now: number): Promise<void> {
    for (const removal of this.#removals) {
      if (removal.notBefore > now) continue;
      const { pool, log } = this.options;
      await pool
        .whenFree(() => this.#end(removal))
        .catch((error: unknown) => {
          log.error('An index could not be removed', { index: removal.index.name, error });
          removal.end(errorOf(error));
        });
    }
  }

  async #end(removal: Removal): Promise<void> {
    const { index, withFiles, end } = removal;
    const { connection, words, pages } = this.options;
    this.#removals = this.#removals.filter((one) => one !== removal);
    await connection.run(`DETACH ${index.catalog}`);
    await words.remove(index.name);
    await pages.remove(index.name);
    this.options.pool.reads.forget(index.name);
    if (withFiles) await this.#unlink(index.name);
    end();
  }

  async #unlink(name: string): Promise<void> {
    for (const ending of endings) await this.#unlinkFile(name + ending);
  }

  async #unlinkFile(name: string): Promise<void> {
    const file = join(this.options.directory, name);
    await unlink(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') this.options.log.warn('A file of a removed index stays', { file, error });
    });
  }
}
