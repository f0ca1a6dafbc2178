/**
 * Checks the limit of open files of the operating system against the number that the store needs, before opening fails.
 */
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DataDirectoryError } from './errors.js';

/** Number of files for Node, databases, write-ahead logs, journal, page files, inputs and some connections. */
const baseFiles = 192;
/** Number of files per index: the database and the inverted index. */
const filesPerIndex = 2;

/** Returns the largest number of files that this process may open; undefined: there is no limit, or it is unknown. */
export function openFileLimit(): number | undefined {
  if (process.platform === 'win32') return undefined;
  const path = '/proc/self/limits';
  const text = existsSync(path)
    ? /^Max open files\s+(\S+)/m.exec(readFileSync(path, 'utf8'))?.[1]
    : (process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } }).userLimits
        ?.open_files?.soft;
  const limit = Number(text);
  return Number.isFinite(limit) ? limit : undefined;
}

/**
 * Checks the limit of open files.
 * @throws DataDirectoryError when the limit is too low for the stored indices
 */
export async function checkOpenFiles(directory: string, limit = openFileLimit()): Promise<void> {
  if (limit === undefined) return;
  const files = await readdir(join(directory, 'indices')).catch(() => []);
  const indices = files.filter((file) => file.endsWith('.duckdb')).length;
  const needed = baseFiles + indices * filesPerIndex;
  if (limit >= needed) return;
  throw new DataDirectoryError(
    `This program may open only ${limit} files, and needs ${needed} for what is stored in ${directory}. ` +
      `Raise the limit ("ulimit -n ${needed}", or LimitNOFILE=${needed} in a systemd unit) and start again.`,
  );
}
