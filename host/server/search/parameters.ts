/**
 * Collects the parameters of one SQL statement. Every value from outside becomes a parameter and never a part of the
 * SQL text.
 */
import { SearchTypeError } from './errors.js';
import { texts } from './texts.js';
import type { SqlValue } from '../store/types.js';

/** Largest number of conditions in one statement; building and planning a larger statement would take too long. */
const mostConditions = 20_000;

export class Parameters {
  #conditions = 0;
  readonly #values: SqlValue[] = [];
  /** Maps the keys of values to placeholders. A bit set is its own key; the key of any other value is a text. */
  readonly #known = new Map<string | Uint8Array, string>();

  /** Counts conditions of the statement. @throws SearchTypeError when the statement has too many conditions */
  count(conditions: number): void {
    this.#conditions += conditions;
    if (this.#conditions > mostConditions)
      throw new SearchTypeError(texts.unableToSearch(texts.tooManyConditions(mostConditions)));
  }

  /** Adds a value, and returns its placeholder, for instance `$1`; equal values share a placeholder. */
  add(value: SqlValue): string {
    const key =
      value instanceof Uint8Array
        ? value
        : `${typeof value} ${Array.isArray(value) ? JSON.stringify(value) : value instanceof Date ? `D${value.getTime()}` : String(value)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#values.push(value);
    const placeholder = `$${this.#values.length}`;
    this.#known.set(key, placeholder);
    return placeholder;
  }

  /**
   * Returns the statement with the values that it really uses, because conditions may be discarded after their values
   * were added.
   * @param sql SQL that contains `$` followed by digits only as placeholders
   */
  bind(sql: string): [sql: string, values: SqlValue[]] {
    const used = new Map<string, number>();
    const values: SqlValue[] = [];
    const bound = sql.replace(/\$(\d+)/g, (_whole, number: string) => {
      let place = used.get(number);
      if (place === undefined) {
        place = values.push(this.#values[Number(number) - 1] ?? null);
        used.set(number, place);
      }
      return `$${place}`;
    });
    return [bound, values];
  }
}
