/**
 * In which layout each kind of what is stored lies in the data directory: `layout.json`. A server that knows only older ones refuses to
 * start, before it has touched anything.
 */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { version } from '../foundation/version.js';
import { makeDirectory, syncDirectory } from './data-directory.js';
import { DataDirectoryError } from './errors.js';

export const layoutFile = 'layout.json';
/** A file that exists during a restore; when it remains, the directory holds only a part of the backup. */
export const restoringMark = 'restoring';

/** Raised when a server that knows only the number before could not read what is written, or would take it for something else. */
export const layouts = {
  /** 1: whole texts in a table `documents`; 2: rows of a table `entries`, large texts in files. */
  documents: 2,
  /** Files of indices: tables of `index-tables.ts`. */
  indices: 1,
  /** Records of `journal-format.ts` with lines of `record.ts`. */
  journal: 1,
  /** Queues of outputs. */
  outputs: 1,
  /** Queues and histories of notifications. */
  notifications: 1,
  /** `secret.key`, and how secrets are sealed with it. */
  secrets: 1,
} as const;

interface StoredLayout {
  /** Version of the program that wrote it last. */
  readonly program: string;
  readonly layout: Readonly<Record<string, number>>;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** @throws Error when it is none */
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

/** Names the part of a layout that this server does not know; undefined: it knows all. */
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
 * To be called before anything is opened.
 * @throws DataDirectoryError when a newer program has written it, or a restore was cut off
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
      `${path} cannot be read: ${(error as Error).message} Restore it from a backup, or choose another directory with --data.`,
      { cause: error },
    );
  }
  const unknown = unknownLayout(stored);
  if (unknown === undefined) return;
  throw new DataDirectoryError(
    `The data directory ${directory} holds ${unknown}. Start the newer version, or choose another directory with --data.`,
  );
}

/** To be called when all of it is of today's layout. */
export async function writeLayout(directory: string): Promise<void> {
  const root = await makeDirectory(directory);
  const path = join(root, layoutFile);
  const text = `${JSON.stringify({ program: version, layout: layouts } satisfies StoredLayout, undefined, 1)}\n`;
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return;
  await writeFile(`${path}.new`, text, { flush: true });
  await rename(`${path}.new`, path);
  await syncDirectory(root);
}
