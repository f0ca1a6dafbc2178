/** The parameters of one SQL statement: every value from outside goes in here, never into the text. */
import type { SqlValue } from '../store/types.js';

export class Parameters {
  readonly values: SqlValue[] = [];
  readonly #known = new Map<string, string>();

  /** @returns the placeholder, `$1`; equal values share one */
  add(value: SqlValue): string {
    const key = `${typeof value} ${Array.isArray(value) ? JSON.stringify(value) : value instanceof Date ? `D${value.getTime()}` : String(value)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.values.push(value);
    const placeholder = `$${this.values.length}`;
    this.#known.set(key, placeholder);
    return placeholder;
  }
}
