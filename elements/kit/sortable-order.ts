/** Computes the positions of a sortable list's rows during a drag. */

/** Returns a list of the items in which the item at index `from` has the index `to`. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_item, index) => index !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

/**
 * Returns the new index of the row at index `from` after it was dragged down by `by` px. A dragged row passes another
 * row when its centre passes the centre of that row.
 */
export function placeOf(rows: readonly { readonly middle: number }[], from: number, by: number): number {
  const middle = (rows[from]?.middle ?? 0) + by;
  const passed = rows.filter((row, index) =>
    index < from ? row.middle < middle : index > from && row.middle <= middle,
  ).length;
  return passed;
}

/**
 * Returns how far the row at `index` moves to make room for a row dragged from index `from` to `to`, in heights of the
 * dragged row: -1 moves it up, 1 moves it down.
 */
export function shiftOf(index: number, from: number, to: number): -1 | 0 | 1 {
  if (index > from && index <= to) return -1;
  if (index < from && index >= to) return 1;
  return 0;
}
