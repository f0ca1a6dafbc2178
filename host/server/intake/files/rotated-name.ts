import type { Stats } from 'node:fs';
import { extname } from 'node:path';

const archive = /(?<!\.tar)\.gz$/;

/** Matches the number, date or time that rotation appends to a name or inserts before its extension. */
const mark = /^[.\-_]?\d[\d.\-_:TZ]*$/;
const markedEnd = /[\d.\-_:TZ]+$/;
/**
 * Matches suffixes of single backups. A backup may be a copy of the file without the suffix. If that file exists, the
 * backup is read neither as its rotation nor as a separate file.
 */
const word = /\.(?:old|bak|prev|orig)$/;
const number = /^[.\-_]?\d{1,5}$/;

/**
 * Returns the text that `candidate` has between the stem and the extension of `name`; undefined: `candidate` lacks the
 * stem or the extension.
 */
function beforeEnding(candidate: string, name: string): string | undefined {
  const ending = extname(name);
  const stem = name.slice(0, name.length - ending.length);
  if (ending === '' || !candidate.startsWith(stem) || !candidate.endsWith(ending)) return undefined;
  return candidate.slice(stem.length, candidate.length - ending.length);
}

/** Tells whether a file may be a rotation of `name`: `app.log.1`, `app.log-20261120`, `app-2026-11-20.log`. */
export function isRotatedName(candidate: string, name: string): boolean {
  if (candidate.startsWith(name)) return mark.test(candidate.slice(name.length));
  const between = beforeEnding(candidate, name);
  return between !== undefined && mark.test(between);
}

/**
 * Tells whether a name differs only by a number before the extension: `worker-1.log` may be a rotation of `worker.log`,
 * or the log of another worker.
 */
export function isMerelyNumbered(candidate: string, name: string): boolean {
  return !candidate.startsWith(name) && number.test(beforeEnding(candidate, name) ?? '');
}

/**
 * Tells whether the first file was written to after the second was created; then the first is no rotation of the
 * second. Returns false when the file system records no creation times.
 */
export const writtenSince = ({ mtimeMs }: Stats, { birthtimeMs }: Stats): boolean =>
  birthtimeMs > 0 && mtimeMs > birthtimeMs;

function* shortened(text: string): Generator<string> {
  const marked = markedEnd.exec(text)?.[0].length ?? 0;
  for (let length = text.length - marked; length < text.length; length += 1) yield text.slice(0, length);
}

/** Returns the names among `names` that a file may have had before a rotation, without examining every name. */
export function namesBefore(candidate: string, names: ReadonlySet<string>): string[] {
  const ending = extname(candidate);
  const stems = shortened(candidate.slice(0, candidate.length - ending.length));
  const possible = [...shortened(candidate), ...[...stems].map((stem) => stem + ending)];
  const rotated = possible.filter((name) => name !== candidate && names.has(name) && isRotatedName(candidate, name));
  const aside = candidate.replace(word, '');
  return aside !== candidate && names.has(aside) ? [...rotated, aside] : rotated;
}

/**
 * Tells whether a name belongs to a single compressed file (`.gz`), not to an archive with several files (`.tar.gz`).
 */
export const isArchiveName = (name: string): boolean => archive.test(name);

/** Returns the name before compression: `app.log.2.gz` was `app.log.2`. */
export const compressedName = (name: string): string => name.replace(archive, '');

/**
 * Returns the name of a log before its rotations, as far as it can be derived: `app.log` for `app.log.2.gz`,
 * `app.log-20261120.gz`, `app.log`.
 */
export function logName(name: string): string {
  const content = compressedName(name);
  const [, dated] = /^(.+\.[A-Za-z]\w*?)[.\-_]?\d[\d.\-_:TZ]*$/.exec(content) ?? [];
  const [, numbered] = /^(.+?)\.\d{1,5}$/.exec(content) ?? [];
  return dated ?? numbered ?? content;
}

/** Tells whether a compressed file may contain the file `name` or a rotated version of the same log. */
export function mayHold(archiveName: string, name: string): boolean {
  const content = compressedName(archiveName);
  return content === name || isRotatedName(content, name) || logName(content) === logName(name);
}
