/**
 * Sizes that the text area and the editor share, so that nothing moves when the editor replaces it.
 */
export const queryLine = {
  fontSizePx: 14,
  heightPx: 20,
  /** Padding in px above and below the text: the input with one line is 36 px high, including its borders of 1 px. */
  paddingPx: 7,
  /** Maximum number of visible lines; the input scrolls when the query has more lines. */
  most: 6,
} as const;
