/** Opens the database of the documents, and migrates it to the present layout first. */
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { join } from 'node:path';
import type { BodyFiles } from './body-files.js';
import { keepBefore } from './before-upgrade.js';
import { openDatabase, type DatabaseOptions } from './database.js';
import { createDocumentTable } from './document-table.js';
import { hasOldDocuments, migrationMemory, moveOldDocuments } from './old-documents.js';

const MiB = 1024 * 1024;

export interface OpenFile {
  readonly instance: DuckDBInstance;
  readonly writer: DuckDBConnection;
  /** Separate connection for reading, so that reads do not see uncommitted writes. */
  readonly reader: DuckDBConnection;
}

type OnMended = DatabaseOptions['onMended'];

/**
 * Opens the database file, and creates the table of documents if it is missing.
 * @param root path of the data directory, to which SQL may access files
 * @param memoryBytes memory limit of the database
 * @param onMended called with the number of repaired blocks, if the file was torn
 */
export async function openFile(
  path: string,
  root: string,
  memoryBytes: number,
  onMended?: OnMended,
): Promise<OpenFile> {
  const instance = await openDatabase({
    path,
    threads: 1,
    memoryBytes,
    checkpointBytes: 8 * MiB,
    temporaryDirectory: join(root, 'temporary'),
    allowedDirectory: root,
    ...(onMended && { onMended }),
  });
  try {
    const [writer, reader] = [await instance.connect(), await instance.connect()];
    await createDocumentTable(writer);
    return { instance, writer, reader };
  } catch (error) {
    instance.closeSync();
    throw error;
  }
}

export function closeFile({ instance, writer, reader }: OpenFile): void {
  reader.disconnectSync();
  writer.disconnectSync();
  instance.closeSync();
}

/** Opens the database of documents, and migrates a file of an earlier version first. */
export async function openMigrated(
  path: string,
  root: string,
  memoryBytes: number,
  bodies: BodyFiles,
  onMended?: OnMended,
): Promise<OpenFile> {
  const file = await openFile(path, root, memoryBytes, onMended);
  try {
    if (!(await hasOldDocuments(file.writer))) return file;
  } catch (error) {
    closeFile(file);
    throw error;
  }
  closeFile(file);
  // The file must not be open in the database while it is copied, because closing the file descriptor of the copy would
  // release the lock that this process has on the file.
  await keepBefore(root, 'documents-1', ['documents.duckdb', 'documents.duckdb.wal']);
  const large = await openFile(path, root, await migrationMemory(path, memoryBytes));
  try {
    await moveOldDocuments(large, path, bodies);
  } finally {
    closeFile(large);
  }
  return openFile(path, root, memoryBytes);
}
