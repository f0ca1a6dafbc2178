import { parseJson } from '../../../api/json.js';
import type { Row, StoredIndex } from './types.js';

/**
 * Formats an instant in ISO 8601, in UTC and with milliseconds, as the API requires.
 * @param milliseconds epoch milliseconds
 */
function isoInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/**
 * Returns the columns that contain the given fields, and the column `extra`. `extra` has the values that did not fit
 * their column or whose field has no column.
 */
export function columnsOf(index: StoredIndex, fields: Iterable<string>): string[] {
  const columns = [...fields].flatMap((name) => {
    const field = index.fields.get(name);
    if (!field) return [];
    return field.computedAs === undefined ? field.column : `${field.column} AS ${field.computedAs}`;
  });
  return [...new Set([...columns, 'extra'])];
}

/**
 * Returns the message of a row in the form of the API: `_id`, `timestamp` (ISO, UTC, milliseconds), `source`,
 * `message`, `streams`, `gl2_*` and every field with a value. Values have the JSON type of their column; integers
 * beyond 2^53 are bigint. Values that did not fit their column, or whose field has no column, are returned as they were
 * sent (column `extra`).
 *
 * @param row columns of the index's table by name; columns that were not selected are left out
 */
export function reconstruct(row: Row, index: StoredIndex): Record<string, unknown> {
  const message: Record<string, unknown> = {};
  for (const { name, column, type, computedAs } of index.fields.values()) {
    const value = row[computedAs ?? column];
    if (value === null || value === undefined) continue;
    set(message, name, type === 'date' && typeof value === 'number' ? isoInstant(value) : value);
  }
  const extra = row['extra'];
  // The store writes the column as a JSON object.
  if (typeof extra === 'string')
    for (const [name, value] of Object.entries(parseJson(extra) as Record<string, unknown>)) set(message, name, value);
  return message;
}

/** Sets a property of a message. A field may be named `__proto__`, for which an assignment would set the prototype. */
function set(message: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(message, name, { value, enumerable: true, configurable: true, writable: true });
  else message[name] = value;
}
