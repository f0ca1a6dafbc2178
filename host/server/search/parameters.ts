/**
 * Collects the parameters of one SQL statement. The values of conditions become parameters instead of parts of the SQL
 * text.
 */
import { SearchTypeError } from './errors.js';
import { texts } from './texts.js';
import type { SqlValue } from '../store/types.js';

/** Largest number of conditions in one statement; building and planning a larger statement would take too long. */
const mostConditions = 20_000;

function keyOf(value: Exclude<SqlValue, string>): string | Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return JSON.stringify(value);
  return value instanceof Date ? `date ${value.getTime()}` : `${typeof value} ${String(value)}`;
}

export class Parameters {
  #conditions = 0;
  readonly #values: SqlValue[] = [];
  /** Maps texts to placeholders. */
  readonly #texts = new Map<string, string>();
  /** Maps the keys of all other values to placeholders. A bit set is its own key; other keys are texts. */
  readonly #others = new Map<string | Uint8Array, string>();

  /** Counts conditions of the statement. @throws SearchTypeError when the statement has too many conditions */
  count(conditions: number): void {
    this.#conditions += conditions;
    if (this.#conditions > mostConditions)
      throw new SearchTypeError(texts.unableToSearch(texts.tooManyConditions(mostConditions)));
  }

  /**
   * Adds a value, and returns its placeholder, for instance `$1`; equal values share a placeholder. The function is
   * bound to its object, so that thousands of conditions can share this one function.
   */
  readonly add = (value: SqlValue): string =>
    // Texts need no key, because they are by far the most frequent values and building keys takes long.
    typeof value === 'string'
      ? this.#placeholder(this.#texts, value, value)
      : this.#placeholder(this.#others, keyOf(value), value);

  #placeholder<Key>(known: Map<Key, string>, key: Key, value: SqlValue): string {
    const found = known.get(key);
    if (found !== undefined) return found;
    const placeholder = `$${this.#values.push(value)}`;
    known.set(key, placeholder);
    return placeholder;
  }

  /**
   * Returns the statement with the values that it really uses, because conditions may be discarded after their values
   * were added.
   * @param sql SQL in which every `$` followed by digits is a placeholder
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
