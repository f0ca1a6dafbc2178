/** Sizes that the text area and the editor share, so that replacing one by the other moves nothing (look.md "Type"). */
export const queryLine = {
  fontSizePx: 14,
  heightPx: 20,
  /** Padding in px above and below the text: one line is 36 px high including the box's 1 px borders. */
  paddingPx: 7,
  /** Number of lines before the input scrolls. */
  most: 6,
} as const;
