/** Divides the height of a chart of horizontal bars among its rows. The functions are pure. */

export interface BarRowsInput {
  /** Height of the list in px; undefined while it is not measured. */
  readonly height: number | undefined;
  /** Number of rows. */
  readonly rows: number;
  /** Number of bars in each row whose values are beside them, one below the other. */
  readonly lines: number;
  /** True on a wall display, which is read from afar and cannot be scrolled. */
  readonly wall: boolean;
  /** Font size in px of the texts of the density. */
  readonly fontSize: number;
}
export interface BarRows {
  /** Height of a row in px. */
  readonly row: number;
  /** Maximum height in px of the bars of a row together. */
  readonly bars: number;
  /** Font size in px of names and values, larger than that of the density if wide rows of a wall have room for it. */
  readonly fontSize: number;
  /** Number of rows that have room; all rows where the list can be scrolled. */
  readonly shown: number;
}

/** Minimum height in px of a row with one bar, and of each further value in a row. */
const leastRowPx = 22;
const leastLinePx = 16;
/** Maximum height in px of a row and of a bar per value, and the largest font in px. */
const most = { page: { row: 44, bar: 32, font: 12 }, wall: { row: 112, bar: 64, font: 24 } };
/** Font size as a share of the height that a value has. */
const fontShare = 0.3;
/** A height that is short of a row by less than this share of the row still counts, because heights have fractions. */
const rounding = 0.01;

export function barRows({ height, rows, lines, wall, fontSize }: BarRowsInput): BarRows {
  const bound = most[wall ? 'wall' : 'page'];
  const least = lines > 1 ? lines * leastLinePx + 6 : leastRowPx;
  const fair = (height ?? 0) / Math.max(1, rows);
  const row = Math.max(least, Math.min(bound.row * lines, fair));
  return {
    row,
    bars: bound.bar * lines,
    fontSize: Math.max(fontSize, Math.min(bound.font, Math.floor((row / lines) * fontShare))),
    shown: wall && height !== undefined ? Math.max(1, Math.floor(height / row + rounding)) : rows,
  };
}
