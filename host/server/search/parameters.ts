/** The parameters of one SQL statement: every value from outside goes in here, never into the text. */
import { SearchTypeError } from './errors.js';
import { texts } from './texts.js';
import type { SqlValue } from '../store/types.js';

/** Largest number of conditions in one statement; building and planning a larger one would take too long. */
const mostConditions = 20_000;

export class Parameters {
  #conditions = 0;
  readonly #values: SqlValue[] = [];
  /** Placeholders by value, so that equal values share one. Keys are bit sets themselves, and the text of other values. */
  readonly #known = new Map<string | Uint8Array, string>();

  /** @throws SearchTypeError when the statement has too many conditions with these */
  count(conditions: number): void {
    this.#conditions += conditions;
    if (this.#conditions > mostConditions)
      throw new SearchTypeError(texts.unableToSearch(texts.tooManyConditions(mostConditions)));
  }

  /** @returns the placeholder, `$1`; equal values share one */
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
   * The statement with those values that it really uses: conditions may be thrown away after their values were added.
   * @param sql must hold `$` and digits only as placeholders
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
