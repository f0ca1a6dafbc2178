/** The size that a display is drawn for; on others everything grows or shrinks with it. */
const drawnFor = { width: 1280, height: 720 };
const least = 0.5;
const most = 6;
/** Scale of a display of 1920 × 1080: legible across a room. Beyond it, half of the gain is used for more content. */
const legible = 1.5;

/**
 * Scale of a wall, by its tighter dimension: in proportion up to 1920 × 1080, less above, so that a display of 4K shows more rows and
 * labels than one of half its resolution instead of the same ones doubled.
 * @param width @param height px of the wall
 */
export function wallScale(width: number, height: number): number {
  const wanted = Math.min(width / drawnFor.width, height / drawnFor.height);
  const scale = wanted <= legible ? wanted : Math.sqrt(legible * wanted);
  return Math.min(most, Math.max(least, Math.round(scale * 100) / 100));
}
