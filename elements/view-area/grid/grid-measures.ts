/** px, of one row and between cells (spec 1 §9; look.md "Widget grid"). */
export const rowPx = 100;
export const gapPx = 12;
