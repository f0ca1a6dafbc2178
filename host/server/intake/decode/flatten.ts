/** Nested objects as fields of one level: `{a: {b: 1}}` is `a_b`. */
import type { Fields } from './decoded.js';
import { cutName, mayBeSet, setField } from './field-names.js';
import { containerText, fieldValue } from './field-values.js';
import type { JsonObject } from './json-object.js';

const keySeparator = '_';
const listSeparator = ', ';
/** Deeper objects are kept as JSON text. */
const maxDepth = 20;
const maxFields = 2_000;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function listText(list: readonly unknown[]): string {
  if (list.some((item) => typeof item === 'object' && item !== null)) return containerText(list);
  return list.map(String).join(listSeparator);
}

/** Fills the fields of one message; no more of them than any message may have. */
export class Flattening {
  #count = 0;

  /**
   * @param nameOf of a key, as it is stored
   * @param instead put before names that messages have for themselves (`source`); otherwise such values are left out
   */
  constructor(
    private readonly fields: Fields,
    private readonly nameOf: (key: string) => string = (key) => key,
    private readonly instead?: string,
  ) {}

  /** Names that are there already keep their values. @throws DecodeFailure when a value is nested too deeply to be written */
  add(entries: Iterable<readonly [string, unknown]>, prefix = ''): void {
    const before = cutName(prefix);
    for (const [key, value] of entries) {
      if (this.#isFull) return;
      const name = this.#nameOf(before, key);
      this.#walk(value, this.instead === undefined || mayBeSet(name) ? name : `${this.instead}${name}`, 0);
    }
  }

  get #isFull(): boolean {
    return this.#count >= maxFields;
  }

  /** Cut at every level: what many keys have before them is not written out for each. */
  #nameOf(before: string, key: string): string {
    return cutName(`${before}${this.nameOf(cutName(key))}`);
  }

  #walk(value: unknown, name: string, depth: number): void {
    if (isObject(value) && depth < maxDepth) {
      for (const key of Object.keys(value)) {
        if (this.#isFull) return;
        this.#walk(value[key], this.#nameOf(`${name}${keySeparator}`, key), depth + 1);
      }
      return;
    }
    this.#count += 1;
    const flat = Array.isArray(value) ? listText(value) : fieldValue(value);
    if (flat !== undefined) setField(this.fields, name, flat);
  }
}
