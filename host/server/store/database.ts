/**
 * Opens DuckDB databases, and provides helpers for their connections. One database contains the documents; the index
 * files are attached to the other.
 */
import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  DuckDBInstance,
  DuckDBListValue,
  DuckDBTimestampValue,
  LIST,
  TIMESTAMP,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import { join } from 'node:path';
import { availableMemory } from '../foundation/memory.js';
import { DataDirectoryError } from './errors.js';
import type { Cell } from './load-plan.js';
import { openingTorn } from './torn-blocks.js';
import { errorOf } from '../foundation/caught.js';

/** Storage version of new files, which every DuckDB from this version on can read. */
export const storageVersion = 'v1.2.0';

const MiB = 1024 * 1024;

/**
 * Returns the default memory limit in bytes: a quarter of the memory available to this process, between 128 MiB and 4
 * GiB.
 */
export function defaultMemoryLimit(): number {
  return Math.min(Math.max(availableMemory() / 4, 128 * MiB), 4096 * MiB);
}

export interface DatabaseOptions {
  readonly path: string;
  readonly threads: number;
  readonly memoryBytes: number;
  readonly checkpointBytes: number;
  /**
   * Tells whether the database merges small row groups; true by default. Files from which single rows are deleted need
   * merging. False: rows that are added after a checkpoint stay in row groups of their own. `checkpointBytes` then
   * bounds the memory of a read, because the database reads 2,048 values of a row group at a time.
   */
  readonly mergesRowGroups?: boolean;
  /** Directory for temporary data that does not fit into memory. */
  readonly temporaryDirectory: string;
  /** Directory to which file access by SQL is restricted. */
  readonly allowedDirectory: string;
  /** Called with the number of blocks that a crash had torn, if the file was repaired when it was opened. */
  readonly onMended?: (blocks: number) => void;
}

export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Opens a database file, which is created if it does not exist.
 * @throws DataDirectoryError when another process uses the file, or the file cannot be opened for another reason
 */
export async function openDatabase(options: DatabaseOptions): Promise<DuckDBInstance> {
  let instance: DuckDBInstance;
  try {
    const settings = {
      threads: String(options.threads),
      memory_limit: `${Math.round(options.memoryBytes / MiB)}MiB`,
      wal_autocheckpoint: `${Math.max(1, Math.round(options.checkpointBytes / MiB))}MiB`,
      temp_directory: options.temporaryDirectory,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      allow_community_extensions: 'false',
      preserve_insertion_order: 'false',
      ...(options.mergesRowGroups === false && { max_vacuum_tasks: '0' }),
      storage_compatibility_version: storageVersion,
    };
    instance = await openingTorn(options.path, () => DuckDBInstance.create(options.path, settings), options.onMended);
  } catch (error) {
    throw openingError(options.path, errorOf(error));
  }
  const connection = await instance.connect();
  try {
    await connection.run(`SET allowed_directories = [${quoteText(join(options.allowedDirectory, '/'))}]`);
    await connection.run('SET enable_external_access = false');
    // A cast to a time with a time zone must mean UTC, whatever the machine's time zone.
    await connection.run("SET GLOBAL TimeZone = 'UTC'");
    // Closing must be quick; the store decides itself whether there is time for a checkpoint.
    await connection.run('PRAGMA disable_checkpoint_on_shutdown');
    await connection.run('SET lock_configuration = true');
  } finally {
    connection.disconnectSync();
  }
  return instance;
}

function openingError(path: string, error: Error): DataDirectoryError {
  const holder = /Conflicting lock is held in .*?\(PID (\d+)\)/.exec(error.message);
  if (holder || /Could not set lock|being used by another process/i.test(error.message))
    return new DataDirectoryError(
      `${path} is in use by another Log Console${holder ? ` (process ${holder[1]})` : ''}. Stop it, or choose another directory with --data.`,
      { cause: error },
    );
  return new DataDirectoryError(`${path} cannot be opened: ${error.message.split('\n')[0]}`, { cause: error });
}

/**
 * Runs statements as one transaction: all changes are durable when the promise resolves, and undone when `work`
 * rejects.
 */
export async function inTransaction<T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> {
  await connection.run('BEGIN TRANSACTION');
  try {
    const result = await work();
    await connection.run('COMMIT');
    return result;
  } catch (error) {
    await connection.run('ROLLBACK').catch(() => {});
    throw error;
  }
}

export const timestampValue = (milliseconds: number): DuckDBTimestampValue =>
  new DuckDBTimestampValue(BigInt(Math.floor(milliseconds)) * 1000n);

/** Converts the cells of a column of a SQL type to the values that a data chunk takes. */
export interface ColumnWriter {
  readonly type: DuckDBType;
  readonly value: (cell: Cell) => DuckDBValue;
  /**
   * Converts a number to the integer of 64 bits that the column stores; absent: the column stores values of another
   * kind.
   */
  readonly integer?: (cell: number) => number;
}

const asIs = (cell: Cell): DuckDBValue => cell as DuckDBValue;
const listType = LIST(VARCHAR);

export const columnWriters: Readonly<Record<string, ColumnWriter>> = {
  VARCHAR: { type: VARCHAR, value: asIs },
  DOUBLE: { type: DOUBLE, value: asIs },
  BOOLEAN: { type: BOOLEAN, value: asIs },
  BIGINT: {
    type: BIGINT,
    value: (cell) => (typeof cell === 'number' ? BigInt(cell) : asIs(cell)),
    integer: (cell) => cell,
  },
  TIMESTAMP: {
    type: TIMESTAMP,
    value: (cell) => (typeof cell === 'number' ? timestampValue(cell) : null),
    integer: (cell) => Math.floor(cell) * 1000,
  },
  'VARCHAR[]': { type: listType, value: (cell) => (cell === null ? null : new DuckDBListValue(cell as string[])) },
};
