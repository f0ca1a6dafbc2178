/** Tests and counts the characters of a text, which consist of one or two UTF-16 units. */
import type { SignTable } from './sign-set.js';

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

/** Tells whether the character at a position, which must be in the text, belongs to a set. */
export function isOf({ table, test }: SignTable, text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0x100) return table[unit] === 1;
  return test(isHigh(unit) ? (text.codePointAt(at) ?? unit) : unit);
}

/** Tells whether a position is between the two units of a character. */
export const isWithinSign = (text: string, at: number): boolean =>
  isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1));

/** Returns the number of UTF-16 units of the character at a position. */
export const lengthAt = (text: string, at: number): number => (isWithinSign(text, at + 1) ? 2 : 1);
/** Returns the number of UTF-16 units of the character before a position. */
export const lengthBefore = (text: string, at: number): number => (isWithinSign(text, at - 1) ? 2 : 1);

export interface Run {
  readonly end: number;
  /** Position after the least number of characters; -1: fewer characters match. */
  readonly least: number;
  /** Number of characters that match. */
  readonly taken: number;
}

/** Matches as many characters of a set as possible from a position on, up to a maximum. */
export function takenBy(set: SignTable, text: string, start: number, least: number, most: number): Run {
  const { table } = set;
  let end = start;
  let leastEnd = least === 0 ? start : -1;
  let taken = 0;
  while (taken < most && end < text.length) {
    const unit = text.charCodeAt(end);
    if (unit < 0x100) {
      if (table[unit] !== 1) break;
      end += 1;
    } else {
      if (!isOf(set, text, end)) break;
      end += lengthAt(text, end);
    }
    taken += 1;
    if (taken === least) leastEnd = end;
  }
  return { end, least: leastEnd, taken };
}
