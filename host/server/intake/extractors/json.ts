/** Converts a JSON object to fields (contract data-intake, extractor json). */
import { DecodeFailure } from '../decode/decoded.js';
import { cutName } from '../decode/field-names.js';
import { containerText, fieldValue } from '../decode/field-values.js';
import { jsonObject, type JsonObject } from '../decode/json-object.js';
import { ObjectWalk } from '../decode/object-walk.js';
import type { FieldValue } from '../../store/types.js';
import { ExtractionError, type Extract } from './extraction.js';
import { isObject } from '../../foundation/is-object.js';

export interface JsonOptions {
  /** True: a nested object becomes one field with the text of its pairs; false: each of its values becomes a field. */
  readonly flatten: boolean;
  readonly listSeparator: string;
  readonly keySeparator: string;
  readonly pairSeparator: string;
  readonly keyPrefix: string;
  readonly replaceKeyWhitespace: boolean;
  readonly keyWhitespaceReplacement: string;
}

export const jsonDefaults: JsonOptions = {
  flatten: false,
  listSeparator: ', ',
  keySeparator: '_',
  pairSeparator: '=',
  keyPrefix: '',
  replaceKeyWhitespace: false,
  keyWhitespaceReplacement: '_',
};

/** Largest length in characters of a separator or prefix, because they are repeated for every item. */
export const longestOption = 256;
/** Largest number of characters of all values from one text, because separators can multiply its length. */
const mostCharacters = 1_000_000;

/** Counts the characters of the values from one text; its methods throw ExtractionError when the limit is exceeded. */
class Sum {
  #left = mostCharacters;

  take(text: string): string {
    this.spend(text.length);
    return text;
  }

  spend(characters: number): void {
    this.#left -= characters;
    if (this.#left < 0)
      throw new ExtractionError(`The fields of this JSON would have more than ${mostCharacters} characters.`);
  }
}

class Reading {
  readonly fields = new Map<string, FieldValue>();
  readonly #sum = new Sum();
  readonly #walk: ObjectWalk;

  constructor(private readonly options: JsonOptions) {
    this.#walk = new ObjectWalk({
      separator: options.keySeparator,
      nameOf: (key) => this.#keyOf(key),
      intoObjects: !options.flatten,
      found: (name, value) => {
        const flat = this.#valueOf(value);
        if (flat !== undefined) this.fields.set(name, flat);
      },
    });
  }

  read(object: JsonObject): void {
    const before = cutName(this.options.keyPrefix);
    for (const key of Object.keys(object)) {
      if (this.#walk.isFull) return;
      this.#walk.into(object[key], this.#walk.nameOf(before, key));
    }
  }

  /**
   * Replaces whitespace in a key if this is configured. Replacing stops at the largest length of a name, because each
   * replacement may be long.
   */
  #keyOf(key: string): string {
    const { replaceKeyWhitespace, keyWhitespaceReplacement } = this.options;
    if (!replaceKeyWhitespace) return key;
    const [first = '', ...others] = cutName(key).split(/\s/);
    let name = first;
    for (const part of others) {
      name += keyWhitespaceReplacement + part;
      if (cutName(name) !== name) break;
    }
    return cutName(name);
  }

  #valueOf(value: unknown): FieldValue | undefined {
    const { pairSeparator, flatten } = this.options;
    if (Array.isArray(value)) return this.#joined(value, (item) => textOf(item));
    if (!isObject(value) || !flatten) {
      const plain = fieldValue(value);
      return typeof plain === 'string' ? this.#sum.take(plain) : plain;
    }
    return this.#joined(Object.keys(value), (key) => {
      const text = textOf(value[key]);
      return text === undefined ? undefined : `${this.#keyOf(key)}${pairSeparator}${text}`;
    });
  }

  #joined<T>(items: readonly T[], textOfItem: (item: T) => string | undefined): string {
    const { listSeparator: separator } = this.options;
    const texts: string[] = [];
    for (const item of items) {
      const text = textOfItem(item);
      if (text === undefined) continue;
      this.#sum.spend(text.length + separator.length);
      texts.push(text);
    }
    return texts.join(separator);
  }
}

function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  return typeof value === 'object' ? containerText(value) : String(value);
}

/**
 * Returns the fields of a text that is a JSON object.
 * @throws ExtractionError when the text is no JSON object, or its values would be too long
 */
export function jsonFields(text: string, options: JsonOptions): ReadonlyMap<string, FieldValue> {
  try {
    const reading = new Reading(options);
    reading.read(jsonObject(text));
    return reading.fields;
  } catch (error) {
    if (error instanceof DecodeFailure) throw new ExtractionError(error.message);
    throw error;
  }
}

export const json =
  (options: JsonOptions): Extract =>
  (text) =>
    [...jsonFields(text, options)].map(([target, value]) => ({ target, value }));
