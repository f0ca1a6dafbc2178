/** Measures how much room the element has for a sidebar (look.md "Sizes"). */
import { useLayoutEffect, useState, type RefObject } from 'react';

/** `roomy`: the panel stands beside a search by itself; `wide`: once it is pinned; `medium`: it lies above the page; `narrow`: no rail either. */
export type Room = 'roomy' | 'wide' | 'medium' | 'narrow';

/** A window of 1200 with a scroll bar. */
const roomyFromPx = 1184;
const wideFromPx = 1100;
/** A tablet held upright (768) has none to give to a rail. */
const mediumFromPx = 800;

const roomOf = (widthPx: number): Room =>
  widthPx >= roomyFromPx ? 'roomy' : widthPx >= wideFromPx ? 'wide' : widthPx >= mediumFromPx ? 'medium' : 'narrow';

/** Measured before the first paint and whenever the element changes. */
export function useRoom(element: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState<Room>('medium');
  useLayoutEffect(() => {
    const own = element.current;
    if (!own) return;
    const measure = (): void => {
      const { width } = own.getBoundingClientRect();
      // An element without width is not laid out.
      if (width > 0) setRoom(roomOf(width));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(own);
    return () => observer.disconnect();
  }, [element]);
  return room;
}
