/** Divides the height of the window between a chart and the message table below it. */
import { useLayoutEffect, useState, type RefObject } from 'react';
import { gapPx } from './grid-measures.js';

/** Padding of the page below the widgets, in px. */
const paddingPx = 16;
/**
 * Least height of a table in px: a few rows between its header and its pager. With less room, the page scrolls instead
 * of the table.
 */
export const leastTablePx = 200;
/** Desired height of the table in px; in a low window the chart shrinks for it. */
const wantedTablePx = 320;
/** Smallest height of a chart that shows its header, its axis and one line of its legend, in px. */
const leastChartPx = 128;
/**
 * Desired height in px of a table with one line per message: header, column heads, twenty rows of 24 px and the pager,
 * which fits into a window of 900 px. The chart shrinks for it, and the footer of the page moves below the window.
 */
const denseTablePx = 36 + 27 + 20 * 24 + 34;
const leastDenseChartPx = 108;
export const foldedPx = 38;
/** Height in px of a chart above a message table on phones. */
export const phoneFilledPx = 148;

/** Height available to a chart above a table that fills the rest of the window. */
export interface Room {
  /** Height in px; undefined: there is too little room for both. */
  readonly height: number | undefined;
  /** Height of the chart in px. */
  readonly chart: number;
  /** True when the chart can be folded to make room. */
  readonly foldable: boolean;
}
const noRoom: Room = { height: undefined, chart: 0, foldable: false };

/**
 * Tells whether the chart should fold to make room. Only a page that fills the window sets the height of its footer
 * (`--lc-page-foot`, px); an embed grows with its content.
 * @param chartPx height of the chart on larger screens than phones; undefined: nothing is measured
 * @param dense the table shows one line per message
 */
export function useRoomToFold(
  element: RefObject<HTMLElement | null>,
  chartPx: number | undefined,
  dense = false,
): Room {
  const { room, most } = useRoom(element, chartPx !== undefined, dense);
  if (chartPx === undefined || room === undefined) return noRoom;
  const fits = (chart: number): boolean => room >= chart + gapPx + leastTablePx;
  const whole = Math.min(chartPx, most ?? chartPx);
  const [least, table] = dense ? [leastDenseChartPx, denseTablePx] : [leastChartPx, wantedTablePx];
  const chart = Math.min(whole, Math.max(least, room - gapPx - table));
  return { height: fits(chart) ? room : undefined, chart, foldable: fits(foldedPx) };
}

/** @returns px from the top of an element to the page's end above its footer, and the style's settings for charts */
export function useRoom(
  element: RefObject<HTMLElement | null>,
  wanted: boolean,
  dense = false,
): { readonly room: number | undefined; readonly most: number | undefined } {
  const [room, setRoom] = useState<number>();
  const [most, setMost] = useState<number>();
  useLayoutEffect(() => {
    const own = element.current;
    const around = own?.parentElement?.parentElement;
    if (!wanted || !own || !around) return;
    const measure = (): void => {
      const style = getComputedStyle(own);
      const foot = parseFloat(style.getPropertyValue('--lc-page-foot'));
      const phone = parseFloat(style.getPropertyValue('--lc-chart-most'));
      const top = own.getBoundingClientRect().top + window.scrollY;
      const below = dense ? 0 : foot + paddingPx;
      setRoom(Number.isFinite(foot) ? Math.floor(window.innerHeight - top - below) : undefined);
      setMost(Number.isFinite(phone) ? phone : undefined);
    };
    measure();
    // The height of the area above the widgets changes with the query and its notices.
    const observer = new ResizeObserver(measure);
    observer.observe(around);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [element, wanted, dense]);
  return wanted ? { room, most } : { room: undefined, most: undefined };
}
