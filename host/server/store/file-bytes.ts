/** Bytes that files take on disk; none where there is no file. */
import { stat } from 'node:fs/promises';

export async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => ({ size: 0 }))).size;
}

/** Bytes of a database including its write-ahead log. */
export async function databaseBytes(path: string): Promise<number> {
  return (await sizeOf(path)) + (await sizeOf(`${path}.wal`));
}
