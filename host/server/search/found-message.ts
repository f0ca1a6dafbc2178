/** Messages that a search has found, with the requested fields. */
import { columnsOf, reconstruct } from '../store/reconstruct.js';
import type { Row, StoredIndex } from '../store/types.js';

export interface FoundMessage {
  readonly index: StoredIndex;
  readonly message: Record<string, unknown>;
}

const alwaysReturned = ['_id', 'timestamp', 'streams'];

/** Returns the names of the fields to read. @param fields names of the requested fields; empty: all fields */
export const namesOf = (index: StoredIndex, fields: readonly string[]): Iterable<string> =>
  fields.length === 0 ? index.fields.keys() : [...alwaysReturned, ...fields];

/** Returns the SQL list of the columns to read. */
export const wantedColumns = (index: StoredIndex, fields: readonly string[]): string =>
  columnsOf(index, namesOf(index, fields)).join(', ');

/**
 * Returns the message of a row.
 * @param fields fields to return in addition to `alwaysReturned`; empty: all fields
 */
export function messageOf(row: Row, index: StoredIndex, fields: readonly string[]): FoundMessage {
  const message = reconstruct(row, index);
  if (fields.length > 0) {
    const wanted = new Set([...alwaysReturned, ...fields]);
    for (const name of Object.keys(message)) if (!wanted.has(name)) delete message[name];
  }
  return { index, message };
}
