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
 * - Everything else separates: `-`, `/`, `:`, `@`, `=`, brackets, quotes, emoji, controls. `a-b` gives `a` and `b`.
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

const asciiClass = new Uint8Array(128);
for (let code = 0x30; code <= 0x39; code++) asciiClass[code] = digit;
for (let code = 0x61; code <= 0x7a; code++) asciiClass[code] = letter;
asciiClass[0x5f] = underscore;

const dot = 0x2e;
const apostrophe = 0x27;
const comma = 0x2c;

const unicodeWord =
  /[\p{Script=Han}\p{Script=Hiragana}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}])(?:[\p{L}\p{N}_]\p{M}*|(?<=\p{L}\p{M}*)[.'’](?=\p{L})|(?<=\p{N})[.'’,](?=\p{N})))+/gu;

/** The words as ` word word `: lower case, one blank before, between and after; empty when there is no word. */
export function tokenText(text: string): string {
  const lower = text.toLowerCase();
  const length = lower.length;
  let tokens = '';
  let start = -1;
  let previous = separator;
  for (let at = 0; at < length; at++) {
    const code = lower.charCodeAt(at);
    if (code > 127) return unicodeTokenText(lower);
    let kind = asciiClass[code] ?? separator;
    if (kind === separator && start >= 0 && (code === dot || code === apostrophe || code === comma)) {
      const next = asciiClass[lower.charCodeAt(at + 1)] ?? separator;
      if (next === previous && (next === digit || (next === letter && code !== comma))) kind = next;
    }
    if (kind === separator) {
      if (start >= 0) {
        tokens += ' ' + lower.slice(start, at);
        start = -1;
      }
    } else if (start < 0) start = at;
    previous = kind;
  }
  if (start >= 0) tokens += ' ' + lower.slice(start);
  return tokens === '' ? '' : tokens + ' ';
}

function unicodeTokenText(lower: string): string {
  const words = lower.normalize('NFC').match(unicodeWord);
  return words ? ` ${words.join(' ')} ` : '';
}
