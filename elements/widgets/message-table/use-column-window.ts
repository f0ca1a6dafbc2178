import { useEffect, useMemo, useState, type RefObject } from 'react';
import { leadingWidth, type Leading, type TableColumn } from './columns.js';
import type { ColumnWindow } from './message-row.js';

/** Number of columns up to which all columns are mounted. */
const fewColumns = 12;
/** Width in px below which the table becomes a list that is not scrolled horizontally. */
const narrowPx = 480;
/** Distance in px from the visible area within which columns are mounted. */
const margin = 300;

/**
 * Returns the range of columns in and near the visible area, so that a table with many columns renders fast. In a
 * narrow table, which is not scrolled horizontally, these are the first `fewColumns` columns.
 */
export function useColumnWindow(
  scroll: RefObject<HTMLElement | null>,
  columns: readonly TableColumn[],
  leading: Leading,
): ColumnWindow {
  const lead = leadingWidth(leading);
  const [shown, setShown] = useState<ColumnWindow>({ from: 0, to: fewColumns });
  const wide = columns.length > fewColumns;
  useEffect(() => {
    const own = scroll.current;
    if (!wide || !own) return;
    const look = () => {
      const next =
        own.clientWidth < narrowPx
          ? { from: 0, to: fewColumns }
          : windowOf(columns, own.scrollLeft - lead, own.clientWidth);
      setShown((before) => (before.from === next.from && before.to === next.to ? before : next));
    };
    const observer = new ResizeObserver(look);
    observer.observe(own);
    own.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      own.removeEventListener('scroll', look);
    };
  }, [wide, scroll, columns, lead]);
  return useMemo(() => (wide ? shown : { from: 0, to: columns.length }), [wide, shown, columns.length]);
}

/**
 * Returns the range of columns in and near the visible area.
 *
 * @param left distance in px from the start of the first column to the left edge of the visible area
 * @param width width in px of the visible area
 */
function windowOf(columns: readonly TableColumn[], left: number, width: number): ColumnWindow {
  let at = 0;
  let from = 0;
  let to = 0;
  columns.forEach((column, index) => {
    if (at + column.width < left - margin) from = index + 1;
    if (at < left + width + margin) to = index + 1;
    at += column.width;
  });
  return { from, to };
}
