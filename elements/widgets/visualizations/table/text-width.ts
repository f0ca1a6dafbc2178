/** Estimates the width of a text in any system font by the kind of its letters; rather too wide than too narrow. */

/** Letter widths as shares of the font size; other letters, such as Chinese ones, are as wide as high. */
const shares: readonly (readonly [letters: RegExp, share: number])[] = [
  [/[ ijlt|I.,:;'!()[\]{}/\\`f-]/, 0.42],
  [/[mwMW@%]/, 0.98],
  [/[A-Z+<=>~]/, 0.74],
  [/[a-z_*"?^]/, 0.6],
  [/[0-9]/, 0.64],
  // Width of Latin, Greek and Cyrillic letters.
  [/[\u00a0-\u04ff\u2010-\u2027]/, 0.74],
];

const widths = new Map<string, number>();
/** Letters that are remembered. */
const mostKnown = 1_000;

function letterWidth(letter: string): number {
  const known = widths.get(letter);
  if (known !== undefined) return known;
  const share = shares.find(([letters]) => letters.test(letter))?.[1] ?? 1;
  if (widths.size < mostKnown) widths.set(letter, share);
  return share;
}

/** Columns are not that wide. */
const mostLetters = 400;

/** px. @param size of the font, px */
export function textWidth(text: string, size: number): number {
  let width = 0;
  for (const letter of text.slice(0, mostLetters)) width += letterWidth(letter);
  return width * size;
}
