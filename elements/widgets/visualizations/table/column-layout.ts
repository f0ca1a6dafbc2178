/** Computes the mounted columns of a wide table, and the positions of its pinned columns. */
import type { DataTable } from '../../../../machines/pivot/data-table.js';

export interface ColumnLayout {
  /** Indexes of the mounted columns, in order. */
  readonly shown: readonly number[];
  /** Number of columns of kind `cell` that are left out to the left of the mounted ones. */
  readonly before: number;
  /** Number of columns of kind `cell` that are left out to the right of the mounted ones. */
  readonly after: number;
  /**
   * Returns the distance in px from the left edge at which a pinned column sticks, and whether it is the last pinned
   * column; undefined if the column is not pinned.
   */
  readonly pinnedAt: (index: number) => { readonly left: number; readonly isLast: boolean } | undefined;
  /** Width in px of all pinned columns, which cover that part of the scroll container. */
  readonly pinnedPx: number;
}

/** Number of columns up to which all columns are mounted. */
const mostMounted = 40;
/** Distance in px from the view within which columns are mounted, so that they are there when the user scrolls. */
const overscanPx = 400;

/**
 * Returns the layout of the columns.
 *
 * @param widths widths of all columns in px
 * @param pinned ids of the pinned columns
 * @param view scroll position and width of the scroll container in px
 */
export function columnLayout(
  { columns }: DataTable,
  widths: readonly number[],
  pinned: readonly string[],
  view: { readonly left: number; readonly width: number },
): ColumnLayout {
  const places = new Map<number, { left: number; isLast: boolean }>();
  let left = 0;
  columns.forEach((column, index) => {
    if (column.kind === 'cell' || !pinned.includes(column.id)) return;
    places.set(index, { left, isLast: false });
    left += widths[index] ?? 0;
  });
  const last = [...places.values()].at(-1);
  if (last) last.isLast = true;
  const pinnedAt = (index: number) => places.get(index);
  const pinnedPx = left;

  const all = columns.map((_column, index) => index);
  if (columns.length <= mostMounted) return { shown: all, before: 0, after: 0, pinnedAt, pinnedPx };
  const widthOf = (index: number): number => widths[index] ?? 0;
  const isLeftOfView = (edge: number): boolean => edge < view.left - overscanPx;
  const isRightOfView = (edge: number): boolean => edge >= view.left + view.width + overscanPx;
  // The columns before the columns of kind `cell` are always mounted. Of the columns of kind `cell`, those in the view
  // and the overscan area are mounted, at least one.
  const firstCell = columns.filter(({ kind }) => kind !== 'cell').length;
  let start = firstCell;
  let edge = widths.slice(0, firstCell).reduce((sum, width) => sum + width, 0);
  while (start < columns.length - 1 && isLeftOfView(edge + widthOf(start))) {
    edge += widthOf(start);
    start += 1;
  }
  let end = start;
  while (end < columns.length && !isRightOfView(edge)) {
    edge += widthOf(end);
    end += 1;
  }
  return {
    shown: all.filter((index) => index < firstCell || (index >= start && index < end)),
    before: start - firstCell,
    after: columns.length - end,
    pinnedAt,
    pinnedPx,
  };
}
