/** Values of a document by the names that loggers and shippers give them. */
import { isObject } from './flatten.js';
import { own, type JsonObject } from './json-object.js';

export interface FoundValue<T> {
  /** The key that it stands for altogether, so that it needs no field of its own. */
  readonly key: string | undefined;
  readonly value: T;
}

/** The first of the paths whose value fits; `a.b` is written so, or as objects. */
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
