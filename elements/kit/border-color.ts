/** The colour of all four edges, one style each, so that a later style of one edge wins. The style library's own function brings a dozen others along. */
export const borderColor = (color: string) => ({
  borderTopColor: color,
  borderRightColor: color,
  borderBottomColor: color,
  borderLeftColor: color,
});
