/**
 * Estimates the width of a text in any system font from its characters; estimates are rather too wide than too narrow.
 */

/** Character widths as shares of the font size; other characters, such as Chinese characters, are as wide as high. */
const shares: readonly (readonly [letters: RegExp, share: number])[] = [
  [/[ ijlt|I.,:;'!()[\]{}/\\`f-]/, 0.42],
  [/[mwMW@%]/, 0.98],
  [/[A-Z+<=>~]/, 0.74],
  [/[a-z_*"?^]/, 0.6],
  [/[0-9]/, 0.64],
  // Latin letters with diacritics, Greek and Cyrillic letters, dashes and quotation marks.
  [/[\u00a0-\u04ff\u2010-\u2027]/, 0.74],
];

const widths = new Map<string, number>();
/** Maximum number of cached characters. */
const mostKnown = 1_000;

function letterWidth(letter: string): number {
  const known = widths.get(letter);
  if (known !== undefined) return known;
  const share = shares.find(([letters]) => letters.test(letter))?.[1] ?? 1;
  if (widths.size < mostKnown) widths.set(letter, share);
  return share;
}

/** Maximum number of characters that are measured; no column is wide enough for more. */
const mostLetters = 400;

/**
 * Returns the estimated width of a text in px.
 * @param size font size in px
 */
export function textWidth(text: string, size: number): number {
  let width = 0;
  for (const letter of text.slice(0, mostLetters)) width += letterWidth(letter);
  return width * size;
}
