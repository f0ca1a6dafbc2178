/** Measures that the plain text area and the editor share, so that the upgrade moves nothing (look.md "Type"). */
export const queryLine = {
  fontSizePx: 14,
  heightPx: 20,
  /** Above and below the text: one line is 36 px high with the box's 1 px edges. */
  paddingPx: 7,
  /** Lines before the input scrolls. */
  most: 6,
} as const;
