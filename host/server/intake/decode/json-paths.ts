/** Finds values in a document by the names that loggers and shippers use. */
import { own, type JsonObject } from './json-object.js';
import { isObject } from '../../foundation/is-object.js';

export interface FoundValue<T> {
  /**
   * Key of the document that has this value, so that the key need not become a field; undefined: the value was found by
   * `a.b`.
   */
  readonly key: string | undefined;
  readonly value: T;
}

/**
 * Returns the value at the first path whose value fits; `a.b` is a key of this name, or the key `b` in the object `a`.
 */
export function findValue<T>(
  document: JsonObject,
  paths: readonly string[],
  fits: (value: unknown) => value is T,
): FoundValue<T> | undefined {
  for (const path of paths) {
    const direct = own(document, path);
    if (fits(direct)) return { key: path.includes('.') ? undefined : path, value: direct };
    const [first = '', second = ''] = path.split('.', 2);
    const outer = own(document, first);
    const inner = isObject(outer) ? own(outer, second) : undefined;
    if (fits(inner)) return { key: undefined, value: inner };
  }
  return undefined;
}
