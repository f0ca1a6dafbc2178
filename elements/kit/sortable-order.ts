/** Computes positions of rows during a drag. The functions are pure. */

/** Returns the items with one of them moved. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_item, index) => index !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

/**
 * Returns the new index of the row at `from` after it was dragged down by some px: it passes another row when its
 * centre passes the other's.
 */
export function placeOf(rows: readonly { readonly middle: number }[], from: number, by: number): number {
  const middle = (rows[from]?.middle ?? 0) + by;
  const passed = rows.filter((row, index) =>
    index < from ? row.middle < middle : index > from && row.middle <= middle,
  ).length;
  return passed;
}

/** Returns the direction in which a row makes room, in heights of the dragged row: -1 up, 1 down. */
export function shiftOf(index: number, from: number, to: number): -1 | 0 | 1 {
  if (index > from && index <= to) return -1;
  if (index < from && index >= to) return 1;
  return 0;
}
