/** Places the texts of marks on a wall display beside the marks, so that they cover neither marks nor each other. */

/** Distance in px between the middle of a mark and its text. */
export const captionGapPx = 10;
/** Minimum width in px of a text. */
const leastPx = 72;

export interface CaptionPlace {
  /** Maximum width of the text in px. */
  readonly room: number;
  /** True places the text before the mark, because there is too little room after it. */
  readonly before: boolean;
}

/**
 * Returns the place of the text of each mark; undefined where there is no room for a text.
 * @param marks positions of the marks in px, ascending
 * @param length length of the time axis in px
 */
export function captionPlaces(marks: readonly number[], length: number): readonly (CaptionPlace | undefined)[] {
  const last = marks.at(-1) ?? 0;
  const lastBefore = length - last - captionGapPx < leastPx;
  return marks.map((mark, index) => {
    const isLast = index === marks.length - 1;
    const before = isLast && lastBefore;
    const next = before ? marks[index - 1] : marks[index + 1];
    const gap = Math.abs((next ?? (before ? 0 : length)) - mark);
    const whole = gap - (next === undefined ? 1 : 2) * captionGapPx;
    // The text of the last mark and the text of the mark before it share the gap between these marks. If the gap is too
    // narrow for both texts, the last mark has it alone, because this mark is the newest.
    const isShared = lastBefore && marks.length > 1 && index >= marks.length - 2;
    const half = gap / 2 - captionGapPx;
    const room = !isShared ? whole : half >= leastPx ? half : isLast ? whole : 0;
    return room >= leastPx ? { room, before } : undefined;
  });
}
