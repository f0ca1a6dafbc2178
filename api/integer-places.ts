/** Finds numbers of 16 or more digits in JSON exactly, because the built-in parser may round them. */
import { hasLongInteger } from './long-integers.js';

/** Smallest number of digits that counts as long. */
const least = 16;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/**
 * Returns the index of the quote that closes the string starting at `start`, or the length of the text when the string
 * is not closed.
 */
function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let slashes = 0;
    while (json[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return json.length;
}

/** Yields start and end of every integer with 16 or more digits; digits within strings do not count. */
export function* longIntegers(json: string): Generator<readonly [start: number, end: number]> {
  // This check is fast, and most texts have no long integer.
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
