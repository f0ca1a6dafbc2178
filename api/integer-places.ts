/** Numbers of 16 or more digits in JSON, found exactly: what the built-in parser could round. */
import { hasLongInteger } from './long-integers.js';

const least = 16;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Index of the quote that ends the text which begins at `start`; the end of the document when there is none. */
function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let slashes = 0;
    while (json[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return json.length;
}

/**
 * Yields the places at which whole numbers of 16 or more digits begin and end. Digits inside texts do not count, only digits where a
 * number stands.
 */
export function* longIntegers(json: string): Generator<readonly [start: number, end: number]> {
  // Nearly always there are none, which is quickly seen.
  if (!hasLongInteger(json)) return;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === 0x22) at = endOfText(json, at);
    else if (isDigit(code)) {
      const first = at;
      while (isDigit(json.charCodeAt(at + 1))) at += 1;
      const start = json[first - 1] === '-' ? first - 1 : first;
      const isWhole = /^[[:,\s]?$/.test(json[start - 1] ?? '') && !/[.eE]/.test(json[at + 1] ?? '');
      if (at + 1 - first >= least && isWhole) yield [start, at + 1];
    }
  }
}
