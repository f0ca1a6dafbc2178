/** The extractor of JSON texts (contract data-intake json): an object becomes fields. */
import { DecodeFailure } from '../decode/decoded.js';
import { containerText, fieldValue } from '../decode/field-values.js';
import { jsonObject, type JsonObject } from '../decode/json-object.js';
import type { FieldValue } from '../../store/types.js';
import { ExtractionError, type Extract } from './extraction.js';

export interface JsonOptions {
  /** An object within becomes one field, a text of its pairs; else a field for each. */
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

/** Deeper objects are kept as JSON text. */
const deepest = 20;
const mostFields = 2_000;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

class Walk {
  readonly fields = new Map<string, FieldValue>();

  constructor(private readonly options: JsonOptions) {}

  add(key: string, value: unknown, depth: number): void {
    if (this.fields.size >= mostFields) return;
    if (isObject(value) && !this.options.flatten && depth < deepest) {
      for (const [inner, of] of Object.entries(value)) {
        this.add(`${key}${this.options.keySeparator}${this.#keyOf(inner)}`, of, depth + 1);
      }
      return;
    }
    const flat = this.#valueOf(value);
    if (flat !== undefined) this.fields.set(key, flat);
  }

  addAll(object: JsonObject): void {
    for (const [key, value] of Object.entries(object)) this.add(this.options.keyPrefix + this.#keyOf(key), value, 0);
  }

  #keyOf(key: string): string {
    return this.options.replaceKeyWhitespace ? key.replace(/\s/g, () => this.options.keyWhitespaceReplacement) : key;
  }

  #valueOf(value: unknown): FieldValue | undefined {
    const { listSeparator, pairSeparator, flatten } = this.options;
    if (Array.isArray(value)) return value.flatMap((item) => textOf(item) ?? []).join(listSeparator);
    if (!isObject(value) || !flatten) return fieldValue(value);
    const pairs = Object.entries(value).flatMap(([key, of]) => {
      const text = textOf(of);
      return text === undefined ? [] : [`${this.#keyOf(key)}${pairSeparator}${text}`];
    });
    return pairs.join(listSeparator);
  }
}

function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  return typeof value === 'object' ? containerText(value) : String(value);
}

/** The fields of a text that is one JSON object. @throws ExtractionError when it is not */
export function jsonFields(text: string, options: JsonOptions): ReadonlyMap<string, FieldValue> {
  try {
    const walk = new Walk(options);
    walk.addAll(jsonObject(text));
    return walk.fields;
  } catch (error) {
    if (error instanceof DecodeFailure) throw new ExtractionError(error.message);
    throw error;
  }
}

export const json =
  (options: JsonOptions): Extract =>
  (text) =>
    [...jsonFields(text, options)].map(([target, value]) => ({ target, value }));
