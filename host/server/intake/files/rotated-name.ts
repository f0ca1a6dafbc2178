import type { Stats } from 'node:fs';
import { extname } from 'node:path';

const archive = /(?<!\.tar)\.gz$/;

/** A number, a date, a time: what rotation puts behind a name, or before its ending. */
const mark = /^[.\-_]?\d[\d.\-_:TZ]*$/;
const markedEnd = /[\d.\-_:TZ]+$/;
/** Suffixes of single backups. They may be copies, so they are neither read for the file nor on their own. */
const word = /\.(?:old|bak|prev|orig)$/;
const number = /^[.\-_]?\d{1,5}$/;

/** Undefined when the rotated name has nothing before the ending of `name`. */
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

/** `worker-1.log` may be what was in `worker.log`, or the log of another worker: the name does not tell. */
export function isMerelyNumbered(candidate: string, name: string): boolean {
  return !candidate.startsWith(name) && number.test(beforeEnding(candidate, name) ?? '');
}

/** A file that was written to after the other one began is no rotation of it. Not every file system knows when a file began. */
export const writtenSince = ({ mtimeMs }: Stats, { birthtimeMs }: Stats): boolean =>
  birthtimeMs > 0 && mtimeMs > birthtimeMs;

function* shortened(text: string): Generator<string> {
  const marked = markedEnd.exec(text)?.[0].length ?? 0;
  for (let length = text.length - marked; length < text.length; length += 1) yield text.slice(0, length);
}

/** Names that a candidate may have had before a rotation, without examining every name. */
export function namesBefore(candidate: string, names: ReadonlySet<string>): string[] {
  const ending = extname(candidate);
  const stems = shortened(candidate.slice(0, candidate.length - ending.length));
  const possible = [...shortened(candidate), ...[...stems].map((stem) => stem + ending)];
  const rotated = possible.filter((name) => name !== candidate && names.has(name) && isRotatedName(candidate, name));
  const aside = candidate.replace(word, '');
  return aside !== candidate && names.has(aside) ? [...rotated, aside] : rotated;
}

/** A compressed file of lines; one of several files is none. */
export const isArchiveName = (name: string): boolean => archive.test(name);

/** Name before compression: `app.log.2.gz` was `app.log.2`. */
export const compressedName = (name: string): string => name.replace(archive, '');

/** The name of the log before its rotations, as far as it tells: `app.log` of `app.log.2.gz`, `app.log-20261120.gz`, `app.log`. */
export function logName(name: string): string {
  const content = compressedName(name);
  const [, dated] = /^(.+\.[A-Za-z]\w*?)[.\-_]?\d[\d.\-_:TZ]*$/.exec(content) ?? [];
  const [, numbered] = /^(.+?)\.\d{1,5}$/.exec(content) ?? [];
  return dated ?? numbered ?? content;
}

/** Tells whether an archive may contain a file of this name. */
export function mayHold(archiveName: string, name: string): boolean {
  const content = compressedName(archiveName);
  return content === name || isRotatedName(content, name) || logName(content) === logName(name);
}
