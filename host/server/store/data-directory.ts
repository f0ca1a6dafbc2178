/** Creates and protects the data directory, which only one server may use at a time. */
import { constants } from 'node:fs';
import { access, chmod, mkdir, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DataDirectoryError } from './errors.js';
import { errorOf } from '../foundation/caught.js';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'it is not writable for this user',
  EPERM: 'it is not writable for this user',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'there is a file of that name',
  ENOSPC: 'the disk is full',
};

/**
 * Creates a directory if it is missing, and returns its absolute path.
 * @throws DataDirectoryError when the directory cannot be created, read or written
 */
export async function makeDirectory(directory: string): Promise<string> {
  const path = resolve(directory);
  try {
    await mkdir(path, { recursive: true });
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw directoryError(path, errorOf(error));
  }
  return path;
}

/**
 * Protects stored data from other users of the machine: only the user of this process can access new files and
 * directories, and a data directory that an earlier version created for all users. A directory without data of this
 * program keeps its permissions, because other programs may use it, too.
 * @param ours true: the directory contains data of this program
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

/** Makes new directory entries survive a power failure; Windows has no such operation and does not need it. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Makes the content of a file survive a power failure. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

const inUse = new Set<string>();

/**
 * Reserves a path for one store within this process. Other processes are kept out by the lock on the database file.
 * @returns a function that releases the path
 * @throws DataDirectoryError when another store of this process has reserved the path
 */
export function claim(path: string): () => void {
  if (inUse.has(path))
    throw new DataDirectoryError(
      `${path} is in use by another Log Console in this process. Choose another directory with --data.`,
    );
  inUse.add(path);
  return () => void inUse.delete(path);
}
