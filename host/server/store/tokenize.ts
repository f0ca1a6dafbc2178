/**
 * Splits text into words. The loader and the query compiler share it, so that they agree.
 *
 * The rule is a subset of UAX #29 (https://unicode.org/reports/tr29/), like the standard analyzer of the reference
 * server:
 * - Text is normalised to NFC and lower-cased first.
 * - A word is a run of letters, combining marks, digits and underscores: `user_id`, `a1b2`, `größe`.
 * - A dot or an apostrophe (' or ’) stays inside a word between two letters or between two digits: `www.example.org`,
 *   `it's`, `10.0.0.1`, `3.14` are one word each; `end.` yields `end`, `v1.x` yields `v1` and `x`.
 * - A comma stays between digits: `1,000`.
 * - Each Han or Hiragana character is a word. Katakana and Hangul form runs like letters.
 * - An emoji is one word together with what belongs to it: a skin tone, the emoji that are joined to it, the second
 *   letter of a flag.
 * - Every other character separates words: `-`, `/`, `:`, `@`, `=`, brackets, quotes, control characters. `a-b` yields
 *   `a` and `b`.
 *
 * Words never contain a space, so ` word word ` (see tokenText) can be searched with `contains(tokens, ' word ')`.
 */
export function tokenize(text: string): string[] {
  const joined = tokenText(text);
  return joined === '' ? [] : joined.slice(1, -1).split(' ');
}

const separator = 0;
const letter = 1;
const digit = 2;
const underscore = 3;
/** A combining mark or modifier, which belongs to the character before it. */
const mark = 4;
/** A character that forms a word alone. */
const ideograph = 5;
/** An emoji, which is a word together with its modifiers. */
const emoji = 6;
/** A regional indicator; two of them form a flag. */
const flagLetter = 7;
const unknown = 255;

function classOf(character: string): number {
  if (/[\p{Script=Han}\p{Script=Hiragana}]/u.test(character)) return ideograph;
  if (character > '\x7f') {
    if (/\p{Regional_Indicator}/u.test(character)) return flagLetter;
    if (/\p{Emoji_Modifier}/u.test(character)) return mark;
    // Characters such as © are pictographic in Unicode, but serve as punctuation in texts.
    if (/\p{Extended_Pictographic}/u.test(character) && character > '\u2122') return emoji;
  }
  if (/\p{L}/u.test(character)) return letter;
  if (/\p{N}/u.test(character)) return digit;
  if (/\p{M}/u.test(character)) return mark;
  return character === '_' ? underscore : separator;
}

/** Classes of code points, those beyond ASCII computed on first use; surrogates are classified in pairs. */
const classes = new Uint8Array(0x110000).fill(unknown);
for (let code = 0; code < 128; code++) classes[code] = classOf(String.fromCharCode(code));

function classAt(text: string, at: number): number {
  const code = text.codePointAt(at);
  if (code === undefined) return separator;
  const known = classes[code];
  if (known !== unknown && known !== undefined) return known;
  return (classes[code] = classOf(String.fromCodePoint(code)));
}

const dot = 0x2e;
const apostrophe = 0x27;
const typographicApostrophe = 0x2019;
const comma = 0x2c;

/** Tells whether a separator stays inside the word, given the classes of the characters before and after it. */
function joins(code: number, before: number, after: number): boolean {
  if (before !== after) return false;
  if (code === comma) return before === digit;
  return (
    (code === dot || code === apostrophe || code === typographicApostrophe) && (before === letter || before === digit)
  );
}

const joiner = 0x200d;

/** Tells whether a character of this class begins a new word and ends the word before it. */
const standsAlone = (kind: number): boolean => kind >= ideograph;

/** Tells whether a text has only ASCII characters, each of which takes one byte. ASCII text is already normalised. */
export const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;

/**
 * Returns the words of a text in the form ` word word `. They are in lower case, and there is one space before, between
 * and after them. The result is empty when there is no word.
 */
export function tokenText(text: string): string {
  let lower = text.toLowerCase();
  if (!isAscii(lower)) lower = lower.normalize('NFC');
  let tokens = '';
  let start = -1;
  let previous = separator;
  for (let at = 0; at < lower.length; at++) {
    const code = lower.charCodeAt(at);
    let kind = classAt(lower, at);
    if (kind === separator && start >= 0 && joins(code, previous, classAt(lower, at + 1))) kind = previous;
    if (kind === mark) {
      if (start >= 0) {
        if (code >= 0xd800 && code <= 0xdbff) at += 1;
        continue;
      }
      kind = separator;
    }
    if (start >= 0 && standsAlone(previous)) {
      // A joined emoji, and the second letter of a flag, continue the word.
      const isJoined = kind === emoji && lower.charCodeAt(at - 1) === joiner;
      const isFlag = kind === flagLetter && previous === flagLetter && at - start === 2;
      if (isJoined || isFlag) at += code >= 0xd800 && code <= 0xdbff ? 1 : 0;
      if (isJoined || isFlag || (code === joiner && previous === emoji)) continue;
    }
    if (start >= 0 && (kind === separator || standsAlone(kind) || standsAlone(previous))) {
      tokens += ' ' + lower.slice(start, at);
      start = -1;
    }
    if (kind !== separator && start < 0) start = at;
    previous = kind;
    if (code >= 0xd800 && code <= 0xdbff && kind !== separator) at += 1;
  }
  if (start >= 0) tokens += ' ' + lower.slice(start);
  return tokens === '' ? '' : tokens + ' ';
}

/**
 * Finds the words of an ASCII text by the rule of `tokenText`; their bytes keep their case.
 * @param bytes bytes of the text, from `start` up to `end`
 * @param found called with the place of each word in the bytes
 */
export function findAsciiWords(
  bytes: Uint8Array,
  start: number,
  end: number,
  found: (from: number, to: number) => void,
): void {
  let from = -1;
  let previous = separator;
  for (let at = start; at < end; at += 1) {
    const code = bytes[at] ?? 0;
    let kind = classes[code] ?? separator;
    if (kind === separator && from >= 0) {
      const after = at + 1 < end ? (classes[bytes[at + 1] ?? 0] ?? separator) : separator;
      if (joins(code, previous, after)) kind = previous;
      else {
        found(from, at);
        from = -1;
      }
    } else if (kind !== separator && from < 0) from = at;
    previous = kind;
  }
  if (from >= 0) found(from, end);
}

/** Number of UTF-16 units that are tokenised without a pause; tokenising them takes a few milliseconds. */
const sliceUnits = 32 * 1024;
/** ASCII characters that separate words, and that do not affect the letters beside them. */
const cutCharacters: ReadonlySet<number> = new Set(Array.from(' \t\n\r"/=-()[]{};<>|&#', (one) => one.charCodeAt(0)));

/**
 * Returns the end of a slice of a text, at which cutting changes no word. If there is no such end within `sliceUnits`,
 * the slice has this length, and its end may cut a word in two.
 */
function endOfSlice(text: string, from: number): number {
  const last = from + sliceUnits;
  if (last >= text.length) return text.length;
  for (let at = last; at > from; at -= 1)
    if (cutCharacters.has(text.charCodeAt(at)) || classAt(text, at) === ideograph) return at;
  const code = text.charCodeAt(last);
  return code >= 0xdc00 && code <= 0xdfff ? last - 1 : last;
}

/**
 * Returns the words of a large text as `tokenText` does, but works in slices; null: the text is ASCII.
 * @param pause called before each slice; it waits while the event loop has other work
 */
export async function tokenTextInSlices(text: string, pause: () => Promise<void>): Promise<string | null> {
  let isPlain = true;
  for (let from = 0; isPlain && from < text.length; from += sliceUnits) {
    await pause();
    isPlain = isAscii(text.slice(from, from + sliceUnits));
  }
  if (isPlain) return null;
  const parts: string[] = [];
  for (let from = 0, end: number; from < text.length; from = end) {
    await pause();
    end = endOfSlice(text, from);
    // Each part is surrounded by spaces. Between two parts one space is enough, so the last space of each part is
    // removed.
    parts.push(tokenText(text.slice(from, end)).slice(0, -1));
  }
  await pause();
  const tokens = parts.join('');
  return tokens === '' ? '' : `${tokens} `;
}
