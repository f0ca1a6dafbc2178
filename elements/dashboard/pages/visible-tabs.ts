/**
 * Returns how many tabs fit into a row.
 * @param widths widths of the tabs in px
 * @param room width of the row in px
 * @param more width in px of the menu for the remaining tabs, which is only shown if tabs remain
 * @returns number of tabs, at least 1 if there are tabs
 */
export function visibleTabs(widths: readonly number[], room: number, more: number): number {
  const all = widths.reduce((sum, width) => sum + width, 0);
  if (all <= room) return widths.length;
  let used = more;
  let count = 0;
  for (const width of widths) {
    used += width;
    if (used > room) break;
    count += 1;
  }
  return Math.max(1, count);
}
