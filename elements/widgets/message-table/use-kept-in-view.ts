import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type RefObject } from 'react';

/** Some aids click without a pointer. */
const doings = ['pointerdown', 'click', 'wheel', 'keydown', 'touchmove'] as const;
/** Within so many, what lies above a row has its height. */
const keptFrames = 60;

export interface KeptInViewInput {
  readonly virtual: Virtualizer<HTMLDivElement, Element>;
  readonly body: RefObject<HTMLElement | null>;
  /** A live list goes where its end is. */
  readonly live: boolean;
}

/**
 * Keeps a row in view. Parts above it may change their height a few frames after it was scrolled to, because details that were never
 * rendered are estimated. The row itself, without its own details, stays in view until then or until the user acts.
 * @returns what scrolls no further than it takes to see the row
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

/** @returns what ends it */
function keepInView(virtual: KeptInViewInput['virtual'], body: KeptInViewInput['body'], index: number): () => void {
  const key = virtual.options.getItemKey(index);
  let left = keptFrames;
  const look = (): void => {
    // The row was replaced by another message, so it is no longer followed.
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

/** @param headHeight px at the top of the list that its head covers */
function show(row: Element, list: HTMLElement, headHeight: number): void {
  const { top, bottom } = row.getBoundingClientRect();
  const listTop = list.getBoundingClientRect().top;
  const above = top - listTop - headHeight;
  const below = bottom - listTop - list.clientHeight;
  // A row that is higher than the list is aligned by its beginning.
  if (above < 0 || below > 0) list.scrollTop += Math.min(above, Math.max(0, below));
}
