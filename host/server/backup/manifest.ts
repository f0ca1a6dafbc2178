/**
 * Reads and lists backups and defines their `manifest.json`, which is written last, so that a directory with a manifest
 * is a complete backup.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../foundation/command-error.js';
import { errorOf } from '../foundation/caught.js';
import { buffersOf } from '../foundation/buffers-of.js';

export const manifestFile = 'manifest.json';
const manifestFormat = 1;
/** Extension of the directory of an incomplete backup. */
export const draftEnding = '.part';
const product = 'log-console-backup';

export interface BackedUpFile {
  /** Path within the data directory, with `/` as separator. */
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 of the content, hexadecimal. */
  readonly sha256: string;
  /**
   * Identifies the content of the copied file: equal stamps mean equal content. Absent: the content may change without
   * a new stamp.
   */
  readonly stamp?: string | undefined;
}

export interface Manifest {
  readonly product: typeof product;
  readonly format: number;
  /** Version of the program that made the backup. */
  readonly program: string;
  readonly layout: Readonly<Record<string, number>>;
  /** Id of the server's node. */
  readonly node: string;
  /** Time up to which every acknowledged message is in the backup, ISO 8601. */
  readonly at: string;
  readonly files: readonly BackedUpFile[];
}

export const manifestOf = (of: Omit<Manifest, 'product' | 'format'>): Manifest => ({
  product,
  format: manifestFormat,
  ...of,
});

/** Tells whether a relative path stays within its directory. */
const isInside = (path: string): boolean =>
  path !== '' && !/[\\:\0]/.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

const isFile = (value: unknown): value is BackedUpFile => {
  if (typeof value !== 'object' || value === null) return false;
  const { path, bytes, sha256, stamp } = value as Partial<Record<keyof BackedUpFile, unknown>>;
  return (
    typeof path === 'string' &&
    isInside(path) &&
    Number.isSafeInteger(bytes) &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    (stamp === undefined || typeof stamp === 'string')
  );
};

/**
 * Reads the manifest of a backup.
 * @throws CommandError when the file cannot be read, is no valid manifest, or is of a newer version
 */
export async function readManifest(directory: string): Promise<Manifest> {
  const path = join(directory, manifestFile);
  let read: Partial<Record<keyof Manifest, unknown>> | null;
  try {
    read = JSON.parse(await readFile(path, 'utf8')) as Partial<Record<keyof Manifest, unknown>> | null;
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${errorOf(error).message}.`);
  }
  if (read?.product !== product) throw new CommandError(`${path} is not of a backup of Log Console.`);
  if (read.format !== manifestFormat)
    throw new CommandError(`${path} is of a newer Log Console (${String(read.program)}): use that one.`);
  const { program, layout, node, at, files } = read;
  const isWhole =
    typeof program === 'string' &&
    typeof node === 'string' &&
    typeof at === 'string' &&
    typeof layout === 'object' &&
    layout !== null &&
    Object.values(layout).every((number) => Number.isSafeInteger(number)) &&
    Array.isArray(files) &&
    files.every(isFile);
  if (!isWhole) throw new CommandError(`${path} is damaged.`);
  return manifestOf({ program, node, at, layout: layout as Record<string, number>, files: files as BackedUpFile[] });
}

/**
 * Returns the names of the backups in a directory, newest first. A backup whose removal was interrupted is listed, too,
 * although its manifest is missing.
 */
export async function backupsIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && /^\d{8}T\d{9}Z$/.test(entry.name))
    .map(({ name }) => name)
    .sort()
    .reverse();
}

/**
 * Returns the directory name of a backup. The alphabetical order of such names is the order of the times.
 * @param at epoch milliseconds
 */
export const backupName = (at: number): string => new Date(at).toISOString().replace(/[-:.]/g, '');

/**
 * Returns the SHA-256 of a file, hexadecimal.
 * @param bytes hashes only this many bytes at the beginning of the file
 */
export async function sha256Of(path: string, bytes?: number): Promise<string> {
  const hash = createHash('sha256');
  if (bytes === 0) return hash.digest('hex');
  const source = createReadStream(path, { highWaterMark: 1024 * 1024, ...(bytes !== undefined && { end: bytes - 1 }) });
  for await (const chunk of buffersOf(source)) hash.update(chunk);
  return hash.digest('hex');
}
