/** Columns in the dictionary of the inverted index, with their numbers and kinds. */
import { fixedColumns } from '../columns.js';
import { longestKey } from './format.js';

/** Number of the first dynamic column; smaller numbers are reserved for fixed columns. */
const firstDynamic = 64;

/** Returns the number of a column (`message`, `f12`) in the dictionary. */
export function fieldNumber(column: string): number {
  const dynamic = /^f(\d+)$/.exec(column)?.[1];
  if (dynamic !== undefined) return firstDynamic + Number(dynamic);
  return fixedColumns.findIndex((fixed) => fixed.column === column);
}

/** Fixed columns whose values are indexed whole. */
export const fixedValues = ['source', 'input', 'node', 'size', 'remote_ip', 'remote_port'] as const;
/**
 * Returns the number of a column whose values are indexed whole and not by word; undefined for other columns. The
 * values of `source` are indexed in lower case.
 */
export const valueNumber = (column: string): number | undefined =>
  /^f\d+$/.test(column) || fixedValues.some((name) => name === column) ? fieldNumber(column) : undefined;

export const wordColumns = [
  { column: 'message', words: 'message_tok' },
  { column: 'full_message', words: 'full_message_tok' },
] as const;
/** Fields for which the dictionary also has word positions. */
export const fieldsOfWords: ReadonlySet<number> = new Set(wordColumns.map(({ column }) => fieldNumber(column)));
export const listColumns = ['streams'] as const;

/** Matches non-ASCII characters whose lower case begins with an ASCII letter. */
export const becomesAscii = /[\u0130\u212a]/;

interface ValueKey {
  readonly value: Buffer;
  /**
   * True for a value of at least `longestKey` bytes. Its key may stand for several values, so each match must be
   * compared with the stored value.
   */
  readonly cut: boolean;
}

/** Converts a value to its key in the dictionary of the inverted index: UTF-8, truncated to `longestKey` bytes. */
export function keyOf(value: string): ValueKey {
  // A character takes at least one byte, so this prefix suffices.
  const bytes = Buffer.from(value.slice(0, longestKey + 1));
  const cut = bytes.length >= longestKey;
  return { value: cut ? bytes.subarray(0, longestKey) : bytes, cut };
}
