/**
 * Records the layout version of each kind of stored data in `layout.json` of the data directory. A server that knows
 * only older versions refuses to start before it has changed anything.
 */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { version } from '../foundation/version.js';
import { makeDirectory, syncDirectory } from './data-directory.js';
import { DataDirectoryError } from './errors.js';
import { errorOf } from '../foundation/caught.js';

export const layoutFile = 'layout.json';
/**
 * File that exists during a restore. If it still exists afterwards, the directory contains only a part of the backup.
 */
export const restoringMark = 'restoring';

/**
 * Present layout versions. A version is raised when a server that knows only the preceding version could not read the
 * data, or would misinterpret it.
 */
export const layouts = {
  /** 1: whole texts in a table `documents`; 2: rows of a table `entries`, large texts in files. */
  documents: 2,
  /** Index files with the tables of `index-tables.ts`. */
  indices: 1,
  /**
   * Journal files with records in the format of `journal-format.ts`, which contain lines in the format of `record.ts`.
   */
  journal: 1,
  /** Queues of outputs. */
  outputs: 1,
  /** Queues and histories of notifications. */
  notifications: 1,
  /** The file `secret.key`, and the encryption of secrets with it. */
  secrets: 1,
} as const;

interface StoredLayout {
  /** Version of the program that wrote the directory last. */
  readonly program: string;
  readonly layout: Readonly<Record<string, number>>;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Parses the content of `layout.json`.
 * @throws Error when the text is no valid layout
 */
function readLayoutText(text: string): StoredLayout {
  const read: unknown = JSON.parse(text);
  if (!isRecord(read) || typeof read['program'] !== 'string' || !isRecord(read['layout']))
    throw new Error('It does not name the layout of the stored data.');
  const layout = Object.entries(read['layout']).map(([kind, number]) => {
    if (!Number.isSafeInteger(number)) throw new Error(`The layout of ${kind} is no number.`);
    return [kind, number as number] as const;
  });
  return { program: read['program'], layout: Object.fromEntries(layout) };
}

/** Describes the first kind of data whose layout this server does not know; undefined: it knows all layouts. */
export function unknownLayout({ program, layout }: StoredLayout): string | undefined {
  for (const [kind, number] of Object.entries(layout)) {
    const known: number | undefined = (layouts as Readonly<Record<string, number>>)[kind];
    if (known === undefined) return `"${kind}" of Log Console ${program}, which this one (${version}) does not know`;
    if (number > known)
      return `${kind} in layout ${number} of Log Console ${program}, and this one (${version}) knows up to ${known}`;
  }
  return undefined;
}

/**
 * Checks whether this server can read the data directory. Must be called before any file in the directory is opened.
 * @throws DataDirectoryError when a newer program has written the directory, a restore was interrupted, or
 * `layout.json` cannot be read
 */
export async function checkLayout(directory: string): Promise<void> {
  const path = join(directory, layoutFile);
  const names = await readdir(directory).catch((): string[] => []);
  if (names.includes(restoringMark))
    throw new DataDirectoryError(
      `A restore into ${directory} was not finished. Empty the directory and restore again, or choose another with --data.`,
    );
  if (!names.includes(layoutFile)) return;
  let stored: StoredLayout;
  try {
    stored = readLayoutText(await readFile(path, 'utf8'));
  } catch (error) {
    throw new DataDirectoryError(
      `${path} cannot be read: ${errorOf(error).message} Restore it from a backup, or choose another directory with --data.`,
      { cause: error },
    );
  }
  const unknown = unknownLayout(stored);
  if (unknown === undefined) return;
  throw new DataDirectoryError(
    `The data directory ${directory} holds ${unknown}. Start the newer version, or choose another directory with --data.`,
  );
}

/** Writes the present layout versions. Must be called when all data has the present layout. */
export async function writeLayout(directory: string): Promise<void> {
  const root = await makeDirectory(directory);
  const path = join(root, layoutFile);
  const text = `${JSON.stringify({ program: version, layout: layouts } satisfies StoredLayout, undefined, 1)}\n`;
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return;
  await writeFile(`${path}.new`, text, { flush: true });
  await rename(`${path}.new`, path);
  await syncDirectory(root);
}
