/** Puts index files aside that cannot be read, so that the store starts without them. */
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import type { Log } from '../log/log.js';
import { DataDirectoryError, isDiskFull } from './errors.js';

/** An index file that could not be read at the start. */
export interface UnreadableIndex {
  readonly name: string;
  /** Path to which the file was moved. */
  readonly file: string;
  readonly reason: string;
}

/** Extension that is appended to the name of an unreadable file. */
const unreadableMark = '.unreadable';

/** Errors of the engine whose cause is not the file: the file may be readable at the next start. */
const otherCauses =
  /too many open files|out of memory|\block\b|already attached|already exists|of a previous fatal error/i;

/**
 * Renames an index file that cannot be opened, and its write-ahead log.
 * @param error the reason why the file at the path cannot be opened
 * @throws DataDirectoryError when the file itself is not the cause, for instance because the disk is full
 */
export async function putIndexAside(name: string, path: string, error: Error, log: Log): Promise<UnreadableIndex> {
  const reason = (error.message.split('\n')[0] ?? '').slice(0, 500);
  if (isDiskFull(error) || otherCauses.test(error.message))
    throw new DataDirectoryError(`${path} cannot be opened: ${reason}`, { cause: error });
  let file = path + unreadableMark;
  for (let at = 1; existsSync(file); at += 1) file = `${path}${unreadableMark}.${at}`;
  await rename(path, file);
  await rename(`${path}.wal`, `${file}.wal`).catch(() => {});
  log.error('An index cannot be read and is put aside', { index: name, file, error });
  return { name, file, reason };
}
