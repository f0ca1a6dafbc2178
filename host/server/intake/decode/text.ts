/** Decodes bytes to text by the charset of the input; invalid sequences are replaced, a byte order mark is removed. */
import { DecodeFailure } from './decoded.js';
import { errorOf } from '../../foundation/caught.js';
import { byteLineEnds, lineEndsOf, type LineEnds } from './line-ends.js';

export type TextOf = (bytes: Buffer) => string;

export interface TextReader extends TextOf {
  readonly lineEnds: LineEnds;
}

const utf8: TextReader = Object.assign(
  (bytes: Buffer) =>
    bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.toString('utf8', 3) : bytes.toString('utf8'),
  { lineEnds: byteLineEnds },
);

/**
 * Functions that remove the remaining byte of a newline, by charset. A stream is split at the byte 0x0A. In UTF-16 a
 * newline also has a zero byte, which is left at the beginning of the next text or at the end of the text before.
 */
const wholeUnits: ReadonlyMap<string, (bytes: Buffer) => Buffer> = new Map([
  ['utf-16le', (bytes) => (bytes.length % 2 === 1 && bytes[0] === 0 ? bytes.subarray(1) : bytes)],
  ['utf-16be', (bytes) => (bytes.length % 2 === 1 && bytes.at(-1) === 0 ? bytes.subarray(0, -1) : bytes)],
]);

/** Number of bytes of a byte order mark of UTF-16. */
export const markBytes = 2;

/** Returns the charset of UTF-16 that a byte order mark declares; undefined: the text has no such mark. */
export function markedCharset(beginning: Buffer): string | undefined {
  const mark = beginning.subarray(0, markBytes).toString('hex');
  return mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : undefined;
}

/**
 * Creates a function that decodes bytes to text.
 * @param charset label of the WHATWG Encoding Standard; empty means UTF-8
 * @throws RangeError for an unknown label
 */
export function textReader(charset: string | null | undefined): TextReader {
  const label = (charset ?? '').trim();
  if (label === '' || /^utf-?8$/i.test(label)) return utf8;
  const decoder = new TextDecoder(label);
  const whole = wholeUnits.get(decoder.encoding) ?? ((bytes: Buffer) => bytes);
  const read = (bytes: Buffer) => {
    try {
      return decoder.decode(whole(bytes));
    } catch (error) {
      throw new DecodeFailure(`Not readable as ${label}: ${errorOf(error).message}`);
    }
  };
  return Object.assign(read, { lineEnds: lineEndsOf(decoder.encoding) });
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/**
 * Returns the first of the names whose value is a text with visible characters, and this text; undefined: no name has
 * such a value.
 */
export function firstText(
  names: readonly string[],
  valueOf: (name: string) => unknown,
): { readonly name: string; readonly text: string } | undefined {
  for (const name of names) {
    const text = valueOf(name);
    if (isText(text)) return { name, text };
  }
  return undefined;
}

/**
 * Returns the text that `firstText` finds in pairs of name and value; of equal names, the first pair is used. Returns
 * undefined when `firstText` finds none.
 */
export const firstTextOf = (
  pairs: readonly (readonly [string, unknown])[],
  names: readonly string[],
): string | undefined => firstText(names, (name) => pairs.find(([key]) => key === name)?.[1])?.text;

/** Tells whether a character may end a line, given its code: newline, carriage return and NUL may. */
const isEnding = (code: number): boolean => code === 0x0a || code === 0x0d || code === 0;

/**
 * Removes line ends and NULs at the end of a text. A loop is used, because a regular expression takes quadratic time
 * when the text contains many of these characters.
 */
export function withoutEnding(text: string): string {
  let end = text.length;
  while (end > 0 && isEnding(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Returns bytes as text if they are valid UTF-8, otherwise as Base64. */
export function textOrBase64(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? bytes.toString('base64') : text;
}
