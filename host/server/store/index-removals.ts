/** Indices that are out of the searches' sight: their files go when none reads them any more. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.js';
import type { IndexFile } from './index-file.js';
import type { QueryPool } from './query-pool.js';
import type { IndexRemoval } from './types.js';
import type { Words } from './words/words.js';

export const wordsExtension = '.words';
/** Beside the file of an index that is to be removed: so it is gone after a restart as well. */
const droppedMark = '.dropped';
/** What an index has of files. */
const endings = [wordsExtension, '.duckdb', '.duckdb.wal', '.closed', '.reopened', droppedMark];

export interface IndexRemovalsOptions {
  readonly connection: DuckDBConnection;
  readonly directory: string;
  readonly pool: QueryPool;
  readonly words: Words;
  readonly log: Log;
  /** How long a removed index stays readable for searches that have already seen it. */
  readonly graceMs: number;
}

interface Removal {
  readonly index: IndexFile;
  readonly startedAt: number;
  readonly notBefore: number;
  /** False: the files stay, although nobody reads them any more. */
  readonly withFiles: boolean;
}

export class IndexRemovals {
  #removals: Removal[] = [];

  constructor(private readonly options: IndexRemovalsOptions) {}

  /** Those that an earlier run began. @param files of the directory */
  async finish(files: readonly string[]): Promise<void> {
    for (const file of files) if (file.endsWith(droppedMark)) await this.#unlink(file.slice(0, -droppedMark.length));
  }

  /** It is out of sight already. @param withFiles false: the files stay, although nobody reads them any more */
  async add(index: IndexFile, withFiles = true): Promise<void> {
    const { directory, graceMs, log } = this.options;
    log.info('An index is removed', { index: index.name, messages: index.messages, withFiles });
    const startedAt = Date.now();
    this.#removals.push({ index, startedAt, notBefore: startedAt + graceMs, withFiles });
    // On a full disk this may fail; the index goes all the same, unless the server ends before its files do.
    if (withFiles) await writeFile(join(directory, index.name + droppedMark), '').catch(() => {});
  }

  all(): readonly IndexRemoval[] {
    return this.#removals.map(({ index, startedAt }) => ({ index: index.name, startedAt }));
  }

  /** Those whose time has come, in a moment without searches. */
  async run(now: number): Promise<void> {
    for (const removal of this.#removals) {
      if (removal.notBefore > now) continue;
      const { pool, log } = this.options;
      await pool
        .whenFree(() => this.#end(removal))
        .catch((error: unknown) => log.error('An index could not be removed', { index: removal.index.name, error }));
    }
  }

  async #end(removal: Removal): Promise<void> {
    const { index, withFiles } = removal;
    const { connection, words } = this.options;
    this.#removals = this.#removals.filter((one) => one !== removal);
    await connection.run(`DETACH ${index.catalog}`);
    await words.remove(index.name);
    this.options.pool.reads.forget(index.name);
    if (withFiles) await this.#unlink(index.name);
  }

  async #unlink(name: string): Promise<void> {
    for (const ending of endings) {
      const file = join(this.options.directory, name + ending);
      await unlink(file).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') this.options.log.warn('A file of a removed index stays', { file, error });
      });
    }
  }
}
