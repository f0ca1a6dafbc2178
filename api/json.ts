/**
 * JSON whose integers beyond 2^53 stay exact: they are read as bigint and written as plain digits.
 * The built-in parser does the work in both cases, since a hostile text would keep a slower one busy for a tenth of a second.
 */
import { isSafeNumber, stringify } from 'lossless-json';
import { longIntegers } from './integer-places.js';

/** Numbers that begin with 0 are no JSON; the built-in parser refuses them when they stay in place. */
const isExactInteger = (digits: string): boolean => !/^-?0/.test(digits) && !isSafeNumber(digits);

/** Puts numbers in the place of the texts that begin with `mark`. */
function unmark(value: unknown, mark: string): unknown {
  const unmarked = (one: unknown): unknown =>
    typeof one === 'string' && one.startsWith(mark) ? BigInt(one.slice(mark.length)) : one;
  const open: object[] = [];
  /** Keeps what holds further values for later, and returns the others as they shall be. */
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
        // An assignment would not change a member that is called `__proto__`.
        if (kept !== inner)
          Object.defineProperty(members, name, { value: kept, configurable: true, enumerable: true, writable: true });
      }
    }
  }
  return root;
}

/** A repeated key counts as the built-in parser has it: the last one does. @throws SyntaxError when the text is not JSON. */
export function parseJson(text: string): unknown {
  // Nobody can write a text that has the mark by chance or by intent.
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
    // The text itself tells the right place of what is wrong, and if nothing is, a number stands where only a key may stand.
    return JSON.parse(text);
  }
  return unmark(value, mark);
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
