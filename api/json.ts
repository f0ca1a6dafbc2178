/**
 * JSON whose integers beyond 2^53 stay exact: they are read as bigint and written as plain digits.
 * Ordinary documents take the built-in parser; only a text with a number of 16 digits takes the slower exact one.
 */
import { isInteger, isSafeNumber, parse, stringify } from 'lossless-json';
import { hasLongInteger } from './long-integers.js';

function exactNumber(text: string): number | bigint {
  return isInteger(text) && !isSafeNumber(text) ? BigInt(text) : Number(text);
}

/** @throws SyntaxError when the text is not JSON. */
export function parseJson(text: string): unknown {
  if (!hasLongInteger(text)) return JSON.parse(text);
  // A repeated key is answered as the built-in parser does: the last one counts.
  return parse(text, undefined, { parseNumber: exactNumber, onDuplicateKey: ({ newValue }) => newValue });
}

/** Like JSON.stringify, with bigint as digits. */
export function stringifyJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent) ?? 'null';
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return stringify(value, undefined, indent) ?? 'null';
  }
}
