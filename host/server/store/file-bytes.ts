/** Determines the sizes of files in bytes; a missing file has the size 0. */
import { stat } from 'node:fs/promises';

export async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => ({ size: 0 }))).size;
}

/** Returns the size of a database file including its write-ahead log, in bytes. */
export async function databaseBytes(path: string): Promise<number> {
  return (await sizeOf(path)) + (await sizeOf(`${path}.wal`));
}
