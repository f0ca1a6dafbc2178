/**
 * One walk through an object whose inner values become fields: of names and values of log lines. A name is cut at every level, so that
 * what many keys have before them is not written out for each of them, and the number of values is bounded.
 */
import { cutName } from './field-names.js';
import type { JsonObject } from './json-object.js';

/** Objects that lie deeper are kept as JSON text. */
const maxDepth = 20;
/** The number of fields that one message may get from an object. */
const maxFields = 2_000;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface WalkOptions {
  /** Stands between the names of two levels. */
  readonly separator: string;
  /** Makes of a key, which is cut already, what stands in the name. */
  readonly nameOf: (key: string) => string;
  /** False: an object within another one is a value, too. */
  readonly intoObjects: boolean;
  /** Takes a value that is not walked into. */
  readonly found: (name: string, value: unknown) => void;
}

export class ObjectWalk {
  #count = 0;

  constructor(private readonly options: WalkOptions) {}

  get isFull(): boolean {
    return this.#count >= maxFields;
  }

  /** The name of a key, with what stands before it. */
  nameOf(before: string, key: string): string {
    return cutName(`${before}${this.options.nameOf(cutName(key))}`);
  }

  /** @param name of the value, at most as long as the name of a field */
  into(value: unknown, name: string, depth = 0): void {
    const { separator, intoObjects, found } = this.options;
    if (intoObjects && isObject(value) && depth < maxDepth) {
      const before = cutName(`${name}${separator}`);
      for (const key of Object.keys(value)) {
        if (this.isFull) return;
        this.into(value[key], this.nameOf(before, key), depth + 1);
      }
      return;
    }
    this.#count += 1;
    found(name, value);
  }
}
