/**
 * JSON with exact integers beyond 2^53: they are parsed as bigint and written as digits. The built-in parser does most
 * of the work, because a slower parser would take a tenth of a second for a malicious text.
 */
import { isSafeNumber, stringify } from 'lossless-json';
import { longIntegers } from './integer-places.js';

const colon = /[ \t\r\n]*:/y;

/**
 * Tells whether digits must become a bigint. Numbers with a leading 0 are left to the built-in parser, which refuses
 * them.
 */
const isExactInteger = (digits: string): boolean => !/^-?0/.test(digits) && !isSafeNumber(digits);

/** Returns a value in which strings that begin with `mark` are replaced by the bigints that they contain. */
function unmark(value: unknown, mark: string): unknown {
  const unmarked = (one: unknown): unknown =>
    typeof one === 'string' && one.startsWith(mark) ? BigInt(one.slice(mark.length)) : one;
  const open: object[] = [];
  /** Remembers an object or array for a later visit; returns every other value converted. */
  const visit = (one: unknown): unknown => {
    if (typeof one === 'string') return unmarked(one);
    if (typeof one === 'object' && one !== null) open.push(one);
    return one;
  };
  const root = visit(value);
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (Array.isArray(one)) for (let at = 0; at < one.length; at += 1) one[at] = visit(one[at]);
    else {
      const members = one as Record<string, unknown>;
      for (const name in members) {
        const inner = members[name];
        const kept = visit(inner);
        // The property is defined and not assigned, because an assignment to `__proto__` would set the prototype.
        if (kept !== inner)
          Object.defineProperty(members, name, { value: kept, configurable: true, enumerable: true, writable: true });
      }
    }
  }
  return root;
}

/**
 * Parses JSON; integers beyond 2^53 become bigint. If a key is repeated the last value counts, as with the built-in
 * parser.
 * @throws SyntaxError when the text is not JSON
 */
export function parseJson(text: string): unknown {
  // The mark is random, so that no string in the text can begin with it, whether by chance or on purpose.
  const mark = `${Math.random()}:`;
  const marked: string[] = [];
  let done = 0;
  for (const [start, end] of longIntegers(text)) {
    const digits = text.slice(start, end);
    // A number in place of a key is no JSON: it stays unmarked, so that the built-in parser refuses it.
    colon.lastIndex = end;
    if (!isExactInteger(digits) || colon.test(text)) continue;
    marked.push(text.slice(done, start), `"${mark}${digits}"`);
    done = end;
  }
  if (done === 0) return JSON.parse(text);
  let value: unknown;
  try {
    value = JSON.parse(marked.join('') + text.slice(done));
  } catch {
    // The original text is parsed too, so that the position of the syntax error refers to it and not to the marked
    // text.
    return JSON.parse(text);
  }
  return unmark(value, mark);
}

/** Converts a value to JSON like `JSON.stringify`, but writes bigints as digits and the value undefined as `null`. */
export function stringifyJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent) ?? 'null';
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return stringify(value, undefined, indent) ?? 'null';
  }
}
