/** The files that `--follow` names: one by its path, all of a directory, or all whose names are of a pattern (`/var/log/*.log`). */
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isArchiveName, isMerelyNumbered, namesBefore, writtenSince } from './transport/rotated-name.js';

/** Of one directory or pattern. */
export const mostFiles = 200;
const compressed = /\.(?:gz|bz2|xz|zst|zip|Z)$/;

const isPattern = (name: string): boolean => /[*?]/.test(basename(name));

function matcher(pattern: string): RegExp {
  const escaped = pattern.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll(/\*+/g, '.*').replaceAll('?', '.')}$`, 'u');
}

/** Hidden ones are not meant unless the pattern says so. */
const isMeant = (name: string, pattern: string): boolean => !name.startsWith('.') || pattern.startsWith('.');

/** A number in a name says little: what was written to since the other began is a file of its own. */
async function isOfItsOwn(path: string, other: string): Promise<boolean> {
  const [about, begun] = await Promise.all([path, other].map((one) => stat(one).catch(() => undefined)));
  return about !== undefined && begun !== undefined && writtenSince(about, begun);
}

async function namesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
}

/** @param known names of files that are followed, which may be away for a moment */
async function matching(directory: string, pattern: string, known: ReadonlySet<string>): Promise<string[]> {
  const wanted = matcher(pattern);
  const isWanted = (name: string) => wanted.test(name) && isMeant(name, pattern) && !compressed.test(name);
  const found = (await namesIn(directory)).filter(isWanted);
  const all = new Set([...found, ...known]);
  const current = new Set<string>();
  for (const name of found) {
    const before: string[] = [];
    for (const other of namesBefore(name, all)) {
      const mayBeOther = isMerelyNumbered(name, other);
      const isOther =
        mayBeOther && (known.has(name) || (await isOfItsOwn(join(directory, name), join(directory, other))));
      if (!isOther) before.push(other);
    }
    if (before.length === 0) current.add(name);
    // What a file was rotated to is read with the file.
    for (const other of before) if (known.has(other) && isWanted(other)) current.add(other);
  }
  return [...current].sort().map((name) => join(directory, name));
}

/** @param known names of files that are followed, also while they are away */
async function files(paths: readonly string[], known: ReadonlySet<string>): Promise<string[]> {
  const found = await Promise.all(
    paths.slice(0, mostFiles).map(async (path) => {
      const about = await stat(path).catch(() => undefined);
      return (about === undefined ? known.has(basename(path)) : about.isFile()) ? [path] : [];
    }),
  );
  return found.flat();
}

/** Whether other files may come to be meant by it. */
export async function meansSeveral(name: string): Promise<boolean> {
  const about = await stat(name).catch(() => undefined);
  return about === undefined ? isPattern(name) : about.isDirectory();
}

/** @param last of those that are followed */
export type OnTooMany = (name: string, count: number, last: string) => void;

/**
 * Paths of the files as they are now; one that is named by its path need not be there, nor one that was followed and is rotated away.
 * @param known paths of files that are, or were, followed
 */
export async function followedPaths(
  names: readonly string[],
  known: readonly string[] = [],
  onTooMany?: OnTooMany,
): Promise<string[]> {
  const several = async (name: string, directory: string, pattern: string): Promise<string[]> => {
    const here = new Set(known.filter((path) => dirname(path) === directory).map((path) => basename(path)));
    const paths = await matching(directory, pattern, here);
    const followed = await files(paths, here);
    const last = followed.at(-1);
    if (paths.length > mostFiles && last !== undefined) onTooMany?.(name, paths.length, last);
    return followed;
  };
  const lists = await Promise.all(
    names.map(async (name) => {
      if (!(await meansSeveral(name))) return isArchiveName(name) ? [] : [name];
      return isPattern(name) ? several(name, dirname(name), basename(name)) : several(name, name, '*');
    }),
  );
  return [...new Set(lists.flat())];
}

/** Looked at, of one directory or pattern. */
const mostArchives = 2_000;

/** Paths of the compressed files that are meant, as they are now: they do not grow, and are read once. */
export async function archivePaths(names: readonly string[]): Promise<string[]> {
  const of = async (directory: string, pattern: string): Promise<string[]> => {
    const wanted = matcher(pattern);
    const found = (await namesIn(directory)).filter(
      (name) => isArchiveName(name) && wanted.test(name) && isMeant(name, pattern),
    );
    return found
      .sort()
      .slice(0, mostArchives)
      .map((name) => join(directory, name));
  };
  const lists = await Promise.all(
    names.map(async (name) => {
      if (!(await meansSeveral(name))) return isArchiveName(name) ? [name] : [];
      return isPattern(name) ? of(dirname(name), basename(name)) : of(name, '*');
    }),
  );
  return [...new Set(lists.flat())];
}
