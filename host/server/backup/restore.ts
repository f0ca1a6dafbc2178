/** `log-console restore DIR`: restores a data directory from a backup, and verifies the checksum of each file. */
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError } from '../foundation/command-error.js';
import { syncDirectory } from '../store/data-directory.js';
import { restoringMark, unknownLayout } from '../store/layout.js';
import { backupsIn, manifestFile, readManifest, type BackedUpFile, type Manifest } from './manifest.js';
import { errorOf } from '../foundation/caught.js';

export interface RestoreOptions {
  /** Path of a backup, or of a directory of backups, of which the newest is restored. */
  readonly source: string;
  readonly data: string;
}

export interface Restored {
  readonly directory: string;
  readonly manifest: Manifest;
  readonly bytes: number;
}

/**
 * Restores a data directory.
 * @throws CommandError when there is no complete backup or only one of a newer version, when the data directory is not
 * empty, when a file of the backup is missing or damaged, or when copying fails. After an error, no restored file
 * remains
 */
export async function restore({ source, data }: RestoreOptions): Promise<Restored> {
  const directory = await backupOf(source);
  const manifest = await readManifest(directory);
  const unknown = unknownLayout({ program: manifest.program, layout: manifest.layout });
  if (unknown !== undefined)
    throw new CommandError(`${directory} holds ${unknown}. Restore it with the newer version.`);
  const mark = await beginning(data);
  try {
    for (const file of manifest.files) await copyChecked(directory, data, file);
    const folders = new Set(manifest.files.map(({ path }) => dirname(join(data, path))));
    for (const folder of folders) await syncDirectory(folder);
    await rm(mark);
    await syncDirectory(data);
  } catch (error) {
    await emptied(data, manifest);
    const { code, message } = errorOf(error);
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new CommandError(`There is no space left in ${data}.`);
    if (error instanceof CommandError) throw error;
    throw new CommandError(`Restoring into ${data} failed: ${message}.`);
  }
  return { directory, manifest, bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

async function backupOf(source: string): Promise<string> {
  const isOne = await stat(join(source, manifestFile)).catch(() => undefined);
  if (isOne) return source;
  for (const name of await backupsIn(source)) {
    const directory = join(source, name);
    if (await stat(join(directory, manifestFile)).catch(() => undefined)) return directory;
  }
  throw new CommandError(`${source} holds no whole backup.`);
}

/**
 * Creates the mark of an incomplete restore in an empty data directory, and returns its path.
 * @throws CommandError when the directory is not empty or cannot be used
 */
async function beginning(data: string): Promise<string> {
  let names: string[];
  try {
    await mkdir(data, { recursive: true });
    names = (await readdir(data)).filter((name) => name !== 'lost+found');
  } catch (error) {
    throw new CommandError(`${data} cannot be used: ${errorOf(error).message}.`);
  }
  if (names.length > 0)
    throw new CommandError(
      `${data} is not empty, and a restore overwrites nothing. Choose another directory with --data.`,
    );
  const mark = join(data, restoringMark);
  await writeFile(mark, '', { flag: 'wx', flush: true });
  await syncDirectory(data);
  return mark;
}

async function copyChecked(directory: string, data: string, { path, bytes, sha256 }: BackedUpFile): Promise<void> {
  const target = join(data, path);
  await mkdir(dirname(target), { recursive: true });
  const from = await open(join(directory, path), 'r').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      error.code === 'ENOENT'
        ? `${join(directory, path)} is missing: this backup is damaged.`
        : `${join(directory, path)} cannot be read: ${error.message}.`,
    );
  });
  try {
    const to = await open(target, 'wx', 0o600);
    try {
      const hash = createHash('sha256');
      const buffer = Buffer.allocUnsafe(1024 * 1024);
      let at = 0;
      for (;;) {
        const { bytesRead } = await from.read(buffer, 0, buffer.length, at);
        if (bytesRead === 0) break;
        hash.update(buffer.subarray(0, bytesRead));
        for (let done = 0; done < bytesRead;)
          done += (await to.write(buffer, done, bytesRead - done, at + done)).bytesWritten;
        at += bytesRead;
      }
      if (at !== bytes || hash.digest('hex') !== sha256)
        throw new CommandError(`${join(directory, path)} is not what was backed up: this backup is damaged.`);
      await to.sync();
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

/** Removes restored files after a failure, the mark of the incomplete restore last. */
async function emptied(data: string, { files }: Manifest): Promise<void> {
  for (const top of new Set(files.map(({ path }) => path.split('/')[0] ?? '')))
    await rm(join(data, top), { recursive: true, force: true }).catch(() => undefined);
  await rm(join(data, restoringMark), { force: true }).catch(() => undefined);
}
