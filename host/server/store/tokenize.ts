/**
 * Splits text into the words a search finds it by; the loader and the query compiler both use it, so that they agree.
 *
 * The rule (a subset of UAX #29, as the standard analyzer of the reference server has it):
 * - Text is brought to NFC and lower-cased first.
 * - A word is a run of letters, combining marks, digits and underscores: `user_id`, `a1b2`, `größe`.
 * - A dot or an apostrophe (' or ’) stays inside a word when letters stand on both sides, or digits on both sides:
 *   `www.example.org`, `it's`, `10.0.0.1`, `3.14` are one word each; `end.` gives `end`, `v1.x` gives `v1` and `x`.
 * - A comma stays between digits: `1,000`.
 * - Han and Hiragana characters are a word each; Katakana and Hangul make runs like letters.
 * - An emoji is a word by itself, with what belongs to it: the colour of skin, what is joined to it, the two letters of a flag.
 * - Everything else separates: `-`, `/`, `:`, `@`, `=`, brackets, quotes, controls. `a-b` gives `a` and `b`.
 *
 * Words never contain a blank, so ` word word ` (see tokenText) can be searched with `contains(tokens, ' word ')`.
 */
export function tokenize(text: string): string[] {
  const joined = tokenText(text);
  return joined === '' ? [] : joined.slice(1, -1).split(' ');
}

const separator = 0;
const letter = 1;
const digit = 2;
const underscore = 3;
/** Belongs to the character before it. */
const mark = 4;
/** A word by itself. */
const ideograph = 5;
/** A word by itself with what belongs to it. */
const emoji = 6;
/** Two of them are a flag. */
const flagLetter = 7;
const unknown = 255;

function classOf(character: string): number {
  if (/[\p{Script=Han}\p{Script=Hiragana}]/u.test(character)) return ideograph;
  if (character > '\x7f') {
    if (/\p{Regional_Indicator}/u.test(character)) return flagLetter;
    if (/\p{Emoji_Modifier}/u.test(character)) return mark;
    // Signs such as © have a form as emoji, and are punctuation in texts.
    if (/\p{Extended_Pictographic}/u.test(character) && character > '\u2122') return emoji;
  }
  if (/\p{L}/u.test(character)) return letter;
  if (/\p{N}/u.test(character)) return digit;
  if (/\p{M}/u.test(character)) return mark;
  return character === '_' ? underscore : separator;
}

/** Classes of UTF-16 units, found when first needed; surrogates are examined in pairs. */
const classes = new Uint8Array(65536).fill(unknown);
for (let code = 0; code < 128; code++) classes[code] = classOf(String.fromCharCode(code));

function classAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const known = classes[code];
  if (known !== unknown && known !== undefined) return known;
  if (code >= 0xd800 && code <= 0xdbff) return classOf(String.fromCodePoint(text.codePointAt(at) ?? code));
  if (Number.isNaN(code)) return separator;
  return (classes[code] = classOf(String.fromCharCode(code)));
}

const dot = 0x2e;
const apostrophe = 0x27;
const typographicApostrophe = 0x2019;
const comma = 0x2c;

/** Tells whether a separator stays inside the word, given the characters before and after it. */
function joins(code: number, before: number, after: number): boolean {
  if (before !== after) return false;
  if (code === comma) return before === digit;
  return (
    (code === dot || code === apostrophe || code === typographicApostrophe) && (before === letter || before === digit)
  );
}

const joiner = 0x200d;

/** Tells whether a character of this kind begins a word, and ends the one before it. */
const standsAlone = (kind: number): boolean => kind >= ideograph;

/** Text that is not all ASCII; ASCII text is already normalised. */
export const beyondAscii = /[^\0-\x7f]/;

/** The words as ` word word `: lower case, one blank before, between and after; empty when there is no word. */
export function tokenText(text: string): string {
  let lower = text.toLowerCase();
  if (beyondAscii.test(lower)) lower = lower.normalize('NFC');
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
      // What is joined to an emoji, and the second letter of a flag, belong to the word.
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
