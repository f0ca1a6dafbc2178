/**
 * JSON with exact integers beyond 2^53: they are read as bigint and written as plain digits. The built-in parser does
 * most of the work, because a malicious text would keep a slower parser busy for a tenth of a second.
 */
import { isSafeNumber, stringify } from 'lossless-json';
import { longIntegers } from './integer-places.js';

/** Numbers with a leading 0 are invalid JSON; they stay in place so that the built-in parser refuses them. */
const isExactInteger = (digits: string): boolean => !/^-?0/.test(digits) && !isSafeNumber(digits);

/** Replaces the strings that begin with `mark` by the bigints they contain. */
function unmark(value: unknown, mark: string): unknown {
  const unmarked = (one: unknown): unknown =>
    typeof one === 'string' && one.startsWith(mark) ? BigInt(one.slice(mark.length)) : one;
  const open: object[] = [];
  /** Queues values with members for a later visit, and returns every other value converted. */
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
        // An assignment to a member called `__proto__` would set the prototype instead, so the property is defined.
        if (kept !== inner)
          Object.defineProperty(members, name, { value: kept, configurable: true, enumerable: true, writable: true });
      }
    }
  }
  return root;
}

/**
 * Parses JSON. Of a repeated key the last value counts, as with the built-in parser.
 * @throws SyntaxError when the text is not JSON.
 */
export function parseJson(text: string): unknown {
  // The mark is random, so no text of the document can begin with it by chance or by intent.
  const mark = `${Math.random()}:`;
  const marked: string[] = [];
  let done = 0;
  for (const [start, end] of longIntegers(text)) {
    const digits = text.slice(start, end);
    if (!isExactInteger(digits)) continue;
    marked.push(text.slice(done, start), `"${mark}${digits}"`);
    done = end;
  }
  if (done === 0) return JSON.parse(text);
  let value: unknown;
  try {
    value = JSON.parse(marked.join('') + text.slice(done));
  } catch {
    // The original text gives the position of the syntax error. If it parses, a number must stand in the place of a
    // key.
    return JSON.parse(text);
  }
  return unmark(value, mark);
}

/** Works like JSON.stringify, and writes a bigint as digits. */
export function stringifyJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent) ?? 'null';
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return stringify(value, undefined, indent) ?? 'null';
  }
}
