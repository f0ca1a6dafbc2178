/** How much room the element has for a sidebar (look.md "Sizes"). */
import { useLayoutEffect, useState, type RefObject } from 'react';

/** `wide`: rail and a pinned panel beside the page; `medium`: the panel lies above it; `narrow`: no rail either. */
export type Room = 'wide' | 'medium' | 'narrow';

const wideFromPx = 1100;
/** A tablet held upright (768) has none to give to a rail. */
const mediumFromPx = 800;

export const roomOf = (widthPx: number): Room =>
  widthPx >= wideFromPx ? 'wide' : widthPx >= mediumFromPx ? 'medium' : 'narrow';

/** Measured before the first paint and whenever the element changes. */
export function useRoom(element: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState<Room>('medium');
  useLayoutEffect(() => {
    const own = element.current;
    if (!own) return;
    const measure = (): void => {
      const { width } = own.getBoundingClientRect();
      // Without width it is not laid out.
      if (width > 0) setRoom(roomOf(width));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(own);
    return () => observer.disconnect();
  }, [element]);
  return room;
}
