/**
 * Finds the files for a name in `--follow` or in the settings of an input that reads files. The name is the path of one
 * file, the path of a directory (its files are read), or a glob such as `/var/log/*.log`.
 */
import type { Stats } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  compressedName,
  isArchiveName,
  isMerelyNumbered,
  isRotatedName,
  namesBefore,
  writtenSince,
} from './rotated-name.js';

/** Largest number of followed files per directory or glob. */
export const mostFiles = 200;
/** Largest number of files, in the order of their names, from which the followed files are chosen. */
const mostLookedAt = 5_000;
const compressed = /\.(?:gz|bz2|xz|zst|zip|Z)$/;

const isPattern = (name: string): boolean => /[*?]/.test(basename(name));

/**
 * Matches a glob: `*` matches any characters, `?` one character. The number of steps is at most the name's length times
 * the pattern's, because authors of patterns are not trusted.
 */
function matches(pattern: readonly string[], name: readonly string[]): boolean {
  let at = 0;
  let letter = 0;
  let star = -1;
  let from = 0;
  while (letter < name.length) {
    if (pattern[at] === '*') {
      star = at;
      from = letter;
      at += 1;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[letter])) {
      at += 1;
      letter += 1;
    } else if (star >= 0) {
      // Backtrack: the last star matches one more character.
      from += 1;
      at = star + 1;
      letter = from;
    } else return false;
  }
  return pattern.slice(at).every((rest) => rest === '*');
}

function matcher(pattern: string): (name: string) => boolean {
  const letters = [...pattern];
  return (name) => matches(letters, [...name]);
}

/** Tells whether a glob may match a name: hidden files need a glob that begins with a dot. */
const isMeant = (name: string, pattern: string): boolean => !name.startsWith('.') || pattern.startsWith('.');

/**
 * Tells whether the file at `path`, whose name has a number, is independent of the file at `other`. A file that was
 * written to after `other` was created is no rotated version of `other`.
 */
async function isOfItsOwn(path: string, other: string): Promise<boolean> {
  const [about, begun] = await Promise.all([path, other].map((one) => stat(one).catch(() => undefined)));
  return about !== undefined && begun !== undefined && writtenSince(about, begun);
}

async function namesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
}

/**
 * Returns the paths of the files in a directory that match a glob, without rotated and compressed files.
 * @param known names of followed files, which may be missing for a moment during rotation
 */
async function matching(directory: string, pattern: string, known: ReadonlySet<string>): Promise<string[]> {
  const wanted = matcher(pattern);
  const isWanted = (name: string) => wanted(name) && isMeant(name, pattern) && !compressed.test(name);
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
    // If the file may have had a followed name before a rotation, that name stays in the list even while no file has
    // it: the follower of the name reads the rotated file to its end.
    for (const other of before) if (known.has(other) && isWanted(other)) current.add(other);
  }
  return [...current].sort().map((name) => join(directory, name));
}

interface Found {
  readonly path: string;
  /** Result of `stat`; undefined: the file is missing. */
  readonly about: Stats | undefined;
}

/** Keeps one path of each file if several paths lead to the same file, preferably a path that is no symbolic link. */
async function withoutLinks(found: readonly Found[]): Promise<Found[]> {
  const byFile = new Map<string, Found[]>();
  for (const one of found) {
    const key = one.about ? `${one.about.dev}:${one.about.ino}` : one.path;
    byFile.set(key, [...(byFile.get(key) ?? []), one]);
  }
  const isLink = ({ path }: Found) =>
    lstat(path).then(
      (about) => about.isSymbolicLink(),
      () => false,
    );
  const first = async (alike: readonly Found[]): Promise<Found[]> => {
    if (alike.length < 2) return [...alike];
    for (const one of alike) if (!(await isLink(one))) return [one];
    return alike.slice(0, 1);
  };
  return (await Promise.all([...byFile.values()].map(first))).flat();
}

/**
 * Returns the regular files among the first `mostLookedAt` paths, each once. Known files that are missing for a moment,
 * as during a rotation, are returned, too.
 * @param known names of followed files, including files that are missing for a moment
 */
async function files(paths: readonly string[], known: ReadonlySet<string>): Promise<Found[]> {
  const found = await Promise.all(
    paths.slice(0, mostLookedAt).map(async (path): Promise<Found[]> => {
      const about = await stat(path).catch(() => undefined);
      return (about === undefined ? known.has(basename(path)) : about.isFile()) ? [{ path, about }] : [];
    }),
  );
  return withoutLinks(found.flat());
}

const written = ({ about }: Found): number => about?.mtimeMs ?? 0;

/**
 * Milliseconds without writing after which a file is idle. If there are too many files, newer files replace idle ones.
 * The last line of an idle file is complete even without a line end.
 */
const idleMs = 60_000;

export const isAtRest = ({ mtimeMs }: Pick<Stats, 'mtimeMs'>): boolean => Date.now() - mtimeMs >= idleMs;

export async function isIdle(path: string): Promise<boolean> {
  const about = await stat(path).catch(() => undefined);
  return about === undefined || isAtRest(about);
}

/** Tells whether a name stands for several files: it is a directory, or a glob and not the name of an existing file. */
async function meansSeveral(name: string): Promise<boolean> {
  const about = await stat(name).catch(() => undefined);
  return about === undefined ? isPattern(name) : about.isDirectory();
}

/** Returns the directory that is listed to find the files that a name stands for. */
export async function directoryOf(name: string): Promise<string> {
  return (await meansSeveral(name)) && !isPattern(name) ? name : dirname(name);
}

/**
 * Called when a directory or glob has more files than are followed.
 * @param newest path of the most recently written file
 */
export type OnTooMany = (name: string, count: number, newest: string) => void;

/**
 * Lists the paths of the files to follow. If a directory or glob has more than `mostFiles` files, only the most
 * recently written ones are listed. The list may contain missing files: files that are named by their paths, and
 * followed files that were just rotated.
 * @param known paths of present and former followed files
 */
export async function followedPaths(
  names: readonly string[],
  known: readonly string[] = [],
  onTooMany?: OnTooMany,
): Promise<string[]> {
  const several = async (name: string, directory: string, pattern: string): Promise<string[]> => {
    const here = new Set(known.filter((path) => dirname(path) === directory).map((path) => basename(path)));
    const paths = await matching(directory, pattern, here);
    const found = await files(paths, here);
    if (found.length <= mostFiles) return found.map(({ path }) => path);
    const newest = found.toSorted((one, other) => written(other) - written(one)).slice(0, mostFiles);
    const followed = newest.map(({ path }) => path).sort();
    const [newestPath] = newest.map(({ path }) => path);
    if (newestPath !== undefined) onTooMany?.(name, found.length, newestPath);
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

/** Largest number of compressed files that are listed for one name. */
const mostArchives = 2_000;

/**
 * Tells by its name whether a compressed file contains the file `name` or a rotated version of it. A name that differs
 * only by a number before the extension, such as `worker-1.log.gz` for `worker.log`, does not count, because the file
 * may belong to another log.
 */
function isCompressedOf(archive: string, name: string): boolean {
  const content = compressedName(archive);
  return content === name || (isRotatedName(content, name) && !isMerelyNumbered(content, name));
}

/**
 * Lists the paths of `.gz` files, except `.tar.gz`. For a directory or glob, these are its `.gz` files; for a file,
 * those that contain the file or its rotated versions according to their names. A name that is itself a `.gz` file is
 * listed even if the file is missing. Compressed files do not grow, so each is read once.
 */
export async function archivePaths(names: readonly string[]): Promise<string[]> {
  const those = async (directory: string, isWanted: (name: string) => boolean): Promise<string[]> => {
    const found = (await namesIn(directory)).filter((name) => isArchiveName(name) && isWanted(name));
    return found
      .sort()
      .slice(0, mostArchives)
      .map((name) => join(directory, name));
  };
  const of = (directory: string, pattern: string): Promise<string[]> => {
    const wanted = matcher(pattern);
    return those(directory, (name) => wanted(name) && isMeant(name, pattern));
  };
  const lists = await Promise.all(
    names.map(async (name) => {
      if (!(await meansSeveral(name)))
        return isArchiveName(name) ? [name] : those(dirname(name), (other) => isCompressedOf(other, basename(name)));
      return isPattern(name) ? of(dirname(name), basename(name)) : of(name, '*');
    }),
  );
  return [...new Set(lists.flat())];
}
