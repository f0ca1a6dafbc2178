/**
 * Traverses a nested object whose inner values become fields. Names are truncated at every level, because a long common
 * prefix would otherwise be copied for each of many keys. The number of values is bounded.
 */
import { cutName } from './field-names.js';
import { isObject } from '../../foundation/is-object.js';

/** Depth beyond which objects are kept as JSON text. */
const maxDepth = 20;
/** Largest number of values that one `ObjectWalk` reports. */
const maxFields = 2_000;

export interface WalkOptions {
  /** Separator between the names of two levels. */
  readonly separator: string;
  /** Converts a key, which is truncated already, to its part of the field name. */
  readonly nameOf: (key: string) => string;
  /** False: a nested object is reported as one value. */
  readonly intoObjects: boolean;
  /** Called for each value that the traversal reaches. */
  readonly found: (name: string, value: unknown) => void;
}

export class ObjectWalk {
  #count = 0;

  constructor(private readonly options: WalkOptions) {}

  get isFull(): boolean {
    return this.#count >= maxFields;
  }

  /** Returns the field name of a key: the prefix `before` and the converted key, truncated. */
  nameOf(before: string, key: string): string {
    return cutName(`${before}${this.options.nameOf(cutName(key))}`);
  }

  /**
   * Reports a value, or the values of a nested object.
   * @param name field name of the value, already truncated
   */
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
