/** Masks the variable parts of a line (numbers, times, addresses, hexadecimal values, UUIDs) before lines are compared. */

/** Stands for what varies: any characters without a blank between them, or none. */
export const wildcard = '<*>';

/** Characters of a line that are examined; the rest says nothing new about its shape. */
export const lineLength = 1_000;
/** Words of a line that are examined. */
const lineWords = 60;

/** A run of letters and digits that begins with a digit (`12ms`, `0x7f`, `01T10`), or a hexadecimal one of six and more with a digit. */
const varying = '(?:\\d[0-9A-Za-z]*|(?=[a-fA-F]{0,40}\\d)[0-9a-fA-F]{6,}(?![0-9A-Za-z]))';
const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
/** IPv6 and hardware addresses. */
const address =
  '(?=[a-fA-F:]{0,40}\\d)(?:(?:[0-9a-fA-F]{1,4}:{1,2}){2,7}|[0-9a-fA-F]{1,4}::)[0-9a-fA-F]{1,4}(?![0-9A-Za-z])';
/** Every repetition is bounded or has nothing behind it that could fail: linear in the line's length. */
const masked = new RegExp(`(?<![0-9A-Za-z])-?(?:${uuid}|${address}|${varying})(?:[-.:,/+]${varying})*`, 'g');

/** One line with its words split, and whether it goes on behind them. */
export interface MaskedLine {
  /** Words with one blank between them. */
  readonly text: string;
  /** True when lines, characters or words beyond the limits were left out. */
  readonly cut: boolean;
}

/** `connect from 10.0.0.1:22 took 12ms` → `connect from <*> took <*>`. Of several lines the first with anything in it. */
export function maskLine(raw: string): MaskedLine {
  // A little more than is kept, so that what is cut is not a word's half that looks like something else.
  const start = raw.slice(0, lineLength).trimStart();
  const line = /^[^\r\n]*/.exec(start)?.[0] ?? '';
  const words = line
    .replace(masked, wildcard)
    .split(/\s+/)
    .filter((word) => word !== '');
  let cut = raw.length > lineLength || start.slice(line.length).trim() !== '';
  // The last word may be a part of one.
  if (raw.length > lineLength && line.length === start.length && words.length > 1) words.pop();
  if (words.length > lineWords) {
    words.length = lineWords;
    cut = true;
  }
  return { text: words.join(' '), cut };
}
