/** The reference size of a wall display; other sizes scale its content. */
const drawnFor = { width: 1280, height: 720 };
const least = 0.5;
const most = 6;
/** Scale at 1920 × 1080 that is legible across a room. Above this size, half of the gain is used for more content. */
const legible = 1.5;

/**
 * Computes the scale of a wall display by its tighter dimension: in proportion up to 1920 × 1080, less above, so that a
 * 4K display shows more rows and labels instead of the same content at twice the size.
 * @param width @param height px of the wall
 */
export function wallScale(width: number, height: number): number {
  const wanted = Math.min(width / drawnFor.width, height / drawnFor.height);
  const scale = wanted <= legible ? wanted : Math.sqrt(legible * wanted);
  return Math.min(most, Math.max(least, Math.round(scale * 100) / 100));
}
