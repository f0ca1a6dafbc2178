/** Finds values in a document by the names that loggers and shippers use. */
import { own, type JsonObject } from './json-object.js';
import { isObject } from '../../foundation/is-object.js';

export interface FoundValue<T> {
  /**
   * Key of the document that has this value; the caller does not add this key as a field, too. Undefined: the value was
   * found by a path with a dot.
   */
  readonly key: string | undefined;
  readonly value: T;
}

interface Path {
  readonly whole: string;
  /** Key of the object in the document, and key of the value in this object; undefined: the path has no dot. */
  readonly nested: readonly [outer: string, inner: string] | undefined;
}

function parsePath(whole: string): Path {
  const [outer = '', inner] = whole.split('.', 2);
  return { whole, nested: inner === undefined ? undefined : [outer, inner] };
}

/** Cache of the parsed paths by list of paths, because the lists are constants that are used for each message. */
const parsedLists = new WeakMap<readonly string[], readonly Path[]>();

function parsedPaths(paths: readonly string[]): readonly Path[] {
  let parsed = parsedLists.get(paths);
  if (!parsed) parsedLists.set(paths, (parsed = paths.map(parsePath)));
  return parsed;
}

/**
 * Returns the value at the first path where `fits` accepts the value; the path `a.b` means the key `a.b`, or the key
 * `b` of the object `a`. Returns undefined when no path has such a value.
 */
export function findValue<T>(
  document: JsonObject,
  paths: readonly string[],
  fits: (value: unknown) => value is T,
): FoundValue<T> | undefined {
  for (const { whole, nested } of parsedPaths(paths)) {
    const direct = own(document, whole);
    if (fits(direct)) return { key: nested ? undefined : whole, value: direct };
    if (!nested) continue;
    const outer = own(document, nested[0]);
    const inner = isObject(outer) ? own(outer, nested[1]) : undefined;
    if (fits(inner)) return { key: undefined, value: inner };
  }
  return undefined;
}
