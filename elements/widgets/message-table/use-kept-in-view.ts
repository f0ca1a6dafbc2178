import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type RefObject } from 'react';

/** Events of user actions; `click` is listed because some assistive tools click without a pointer event. */
const doings = ['pointerdown', 'click', 'wheel', 'keydown', 'touchmove'] as const;
/** Number of frames after which all content above a row is assumed to have its final height. */
const keptFrames = 60;

export interface KeptInViewInput {
  readonly virtual: Virtualizer<HTMLDivElement, Element>;
  readonly body: RefObject<HTMLElement | null>;
  /** True for the live tail, which keeps the end of the list in view and no single row. */
  readonly live: boolean;
}

/**
 * Keeps a row in view after the list has scrolled to it. Parts above the row may change their height a few frames
 * later, because details that were never rendered are estimated. The row itself, without its own details, is kept in
 * view for `keptFrames` frames or until the user acts.
 *
 * @returns a function that scrolls a row into view, no further than needed
 */
export function useKeptInView({ virtual, body, live }: KeptInViewInput): (index: number) => void {
  const leave = useRef<() => void>(undefined);
  useEffect(() => () => leave.current?.(), []);
  return (index) => {
    leave.current?.();
    virtual.scrollToIndex(index, { align: 'auto' });
    if (!live) leave.current = keepInView(virtual, body, index);
  };
}

/**
 * Scrolls the row into view in each frame, for `keptFrames` frames or until the user acts; returns a function that
 * ends the scrolling.
 */
function keepInView(virtual: KeptInViewInput['virtual'], body: KeptInViewInput['body'], index: number): () => void {
  const key = virtual.options.getItemKey(index);
  let left = keptFrames;
  const look = (): void => {
    // When another message is at this index, its row is not kept in view.
    if (left-- === 0 || virtual.options.getItemKey(index) !== key) return end();
    const row = body.current?.querySelector(`[data-row="${index}"]`);
    if (row && virtual.scrollElement) show(row, virtual.scrollElement, virtual.options.scrollPaddingEnd);
    frame = requestAnimationFrame(look);
  };
  const end = (): void => {
    cancelAnimationFrame(frame);
    for (const doing of doings) window.removeEventListener(doing, end, true);
  };
  let frame = requestAnimationFrame(look);
  for (const doing of doings) window.addEventListener(doing, end, { capture: true, passive: true });
  return end;
}

/**
 * Scrolls the list so that the row is visible, no further than needed.
 *
 * @param headHeight height in px of the sticky header at the top of the list
 */
function show(row: Element, list: HTMLElement, headHeight: number): void {
  const { top, bottom } = row.getBoundingClientRect();
  const listTop = list.getBoundingClientRect().top;
  const above = top - listTop - headHeight;
  const below = bottom - listTop - list.clientHeight;
  // A row taller than the list is aligned at its beginning.
  if (above < 0 || below > 0) list.scrollTop += Math.min(above, Math.max(0, below));
}
