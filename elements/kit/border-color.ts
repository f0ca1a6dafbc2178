/**
 * Returns the colour of all four borders as separate styles, so that a later style of one border overrides that border.
 * Griffel's own shorthand function would add a dozen other functions to the bundle.
 */
export const borderColor = (color: string) => ({
  borderTopColor: color,
  borderRightColor: color,
  borderBottomColor: color,
  borderLeftColor: color,
});
