/** Columns in the dictionary, with their numbers and kinds. */
import { fixedColumns } from '../columns.js';
import { longestKey } from './format.js';

/** Dynamic columns follow; fixed ones have room to become more. */
const firstDynamic = 64;

/** Number of a column (`message`, `f12`) in the dictionary. */
export function fieldNumber(column: string): number {
  const dynamic = /^f(\d+)$/.exec(column)?.[1];
  if (dynamic !== undefined) return firstDynamic + Number(dynamic);
  return fixedColumns.findIndex((fixed) => fixed.column === column);
}

/** Fixed columns whose values are searched by; of text the words are. */
export const fixedValues = ['source', 'input', 'node', 'size', 'remote_ip', 'remote_port'] as const;
/** Number of a column whose values are in the dictionary as they are; undefined: of others. */
export const valueNumber = (column: string): number | undefined =>
  /^f\d+$/.test(column) || fixedValues.some((name) => name === column) ? fieldNumber(column) : undefined;

export const wordColumns = [
  { column: 'message', words: 'message_tok' },
  { column: 'full_message', words: 'full_message_tok' },
] as const;
/** Fields for which the dictionary also has word positions. */
export const fieldsOfWords: ReadonlySet<number> = new Set(wordColumns.map(({ column }) => fieldNumber(column)));
export const listColumns = ['streams'] as const;

/** Signs that become ASCII in lower case. */
export const becomesAscii = /[\u0130\u212a]/;

interface ValueKey {
  readonly value: Buffer;
  /** True when the value was cut for the index: each hit must be compared with the stored value. */
  readonly cut: boolean;
}

/** A value as it is in the dictionary. */
export function keyOf(value: string): ValueKey {
  // A sign is a byte at least.
  const bytes = Buffer.from(value.slice(0, longestKey + 1));
  const cut = bytes.length >= longestKey;
  return { value: cut ? bytes.subarray(0, longestKey) : bytes, cut };
}
