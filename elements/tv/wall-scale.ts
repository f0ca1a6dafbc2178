/** Size in px at which the content of a wall display has the scale 1. */
const drawnFor = { width: 1280, height: 720 };
const least = 0.5;
const most = 6;
/**
 * The scale at 1920 × 1080, at which the content is legible across a room. On larger displays, part of the additional
 * size is used to show more content.
 */
const legible = 1.5;

/**
 * Width in px below which an upright display, such as a phone or a small tablet, shows one widget per row at the scale
 * 1 and scrolls. Scaled like a wall, its texts would have half of their size.
 */
const uprightPx = 960;
/** Container query for an upright display that is narrower than `uprightPx`; it agrees with `wallScale`. */
export const upright = '@container wall (max-width: 959.98px) and (orientation: portrait)';

/**
 * Returns the scale of a wall display's content, which depends on the tighter dimension. Up to 1920 × 1080 the scale is
 * proportional to the size; above, it grows more slowly, so that a 4K display shows more rows and labels instead of
 * everything at twice the size.
 * @param width width of the display in px
 * @param height height of the display in px
 */
export function wallScale(width: number, height: number): number {
  if (width < uprightPx && height >= width) return 1;
  const wanted = Math.min(width / drawnFor.width, height / drawnFor.height);
  const scale = wanted <= legible ? wanted : Math.sqrt(legible * wanted);
  return Math.min(most, Math.max(least, Math.round(scale * 100) / 100));
}
