/** Divides the height of the window between a chart and the message table that follows it. */
import { useLayoutEffect, useState, type RefObject } from 'react';
import { gapPx } from './grid-measures.js';

/** Padding in px between the widgets and the footer of the page. */
const paddingPx = 16;
/**
 * Minimum height in px of a table that fills the window: a few rows between its header and its pager. With less room,
 * the page scrolls instead of the table.
 */
export const leastTablePx = 200;
/** Desired height of the table in px; in a low window the chart shrinks in favour of the table. */
const wantedTablePx = 320;
/** Minimum height in px of a chart, which shows its header, its axis and one line of its legend. */
const leastChartPx = 128;
/**
 * Desired height in px of a table with one line per message: header with the pager, column headers, twenty rows of 24 px
 * and the border. It fits into a window of 900 px together with a chart that can be read, because the footer of the page
 * moves below the window. Tables narrower than 800 px show fewer than twenty rows, because they have their
 * pager below the rows.
 */
const denseTablePx = 36 + 27 + 20 * 24 + 2;
export const foldedPx = 38;
/** Height in px of a chart above a message table on phones. */
export const phoneFilledPx = 148;

/** Division of the window's height between a chart and a table that fills the rest of the window. */
export interface Room {
  /**
   * Height in px of the chart and the table together; undefined: there is too little room, so the table does not fill
   * the window.
   */
  readonly height: number | undefined;
  /** Height of the chart in px. */
  readonly chart: number;
  /** True when the table fits below the folded chart, so that folding is offered. */
  readonly foldable: boolean;
}
const noRoom: Room = { height: undefined, chart: 0, foldable: false };

/**
 * Returns how the chart and the table share the height of the window. Only a page that fills the window sets the height
 * of its footer (`--lc-page-foot`, px). An embed does not set this height, because it grows with its content; nothing
 * is then divided.
 *
 * @param element the grid of widgets
 * @param chartPx height of the chart in px on screens other than phones; undefined: nothing is measured
 * @param dense true when the table shows one line per message
 * @param grown height in px of the figures below the plot, which are not taken from the plot
 */
export function useRoomToFold(
  element: RefObject<HTMLElement | null>,
  chartPx: number | undefined,
  dense = false,
  grown = 0,
): Room {
  const { room, most } = useRoom(element, chartPx !== undefined, dense);
  if (chartPx === undefined || room === undefined) return noRoom;
  const fits = (chart: number): boolean => room >= chart + gapPx + leastTablePx;
  const whole = Math.min(chartPx, most ?? chartPx);
  // On phones, no height holds twenty rows, so the chart keeps its height.
  const table = !dense ? wantedTablePx : most === undefined ? denseTablePx : 0;
  const chart = Math.min(whole, Math.max(leastChartPx, room - gapPx - table)) + grown;
  return { height: fits(chart) ? room : undefined, chart, foldable: fits(foldedPx) };
}

/**
 * Measures an element whenever its surroundings or the window are resized.
 *
 * @returns `room`: distance in px from the top of the element to the end of the window; without `dense`, the height of
 * the page's footer and the padding are subtracted. Undefined for an embed. `most`: maximum height of charts in px
 * (`--lc-chart-most`), which is set on phones.
 */
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
    // The position of the widgets changes with the height of the area above them, such as notices about the query.
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
