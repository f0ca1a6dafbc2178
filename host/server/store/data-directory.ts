/** The data directory: made when missing, used by one server at a time. */
import { constants } from 'node:fs';
import { access, chmod, mkdir, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DataDirectoryError } from './errors.js';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'it is not writable for this user',
  EPERM: 'it is not writable for this user',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'there is a file of that name',
  ENOSPC: 'the disk is full',
};

/** @throws DataDirectoryError when the directory is not there and cannot be made, or cannot be written */
export async function makeDirectory(directory: string): Promise<string> {
  const path = resolve(directory);
  try {
    await mkdir(path, { recursive: true });
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw directoryError(path, error as NodeJS.ErrnoException);
  }
  return path;
}

/**
 * Keeps what is stored from other users of the machine: new files and directories are for this one only, and so is a data directory of
 * ours that an earlier version made for all. Another directory is left as it is: it may serve others, too.
 * @param ours whether the directory holds data of this program
 */
export async function keepPrivate(directory: string, ours: boolean): Promise<void> {
  process.umask(0o077);
  if (ours && process.platform !== 'win32') await chmod(directory, 0o700).catch(() => undefined);
}

function directoryError(path: string, error: NodeJS.ErrnoException): DataDirectoryError {
  const reason = reasons[error.code ?? ''] ?? error.message;
  return new DataDirectoryError(
    `The data directory ${path} cannot be used: ${reason}. Make it writable, or choose another with --data.`,
    { cause: error },
  );
}

/** Makes names that were added to a directory survive a power failure; Windows needs and knows no such thing. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

const inUse = new Set<string>();

/** The lock on the database file keeps other processes out; this keeps out a second store in the same one. */
export function claim(path: string): () => void {
  if (inUse.has(path))
    throw new DataDirectoryError(
      `${path} is in use by another Log Console in this process. Choose another directory with --data.`,
    );
  inUse.add(path);
  return () => void inUse.delete(path);
}
