/** Measures how much room the element has for a sidebar. */
import { useLayoutEffect, useState, type RefObject } from 'react';

/**
 * `roomy`: the panel opens beside a search by default; `wide`: it fits beside the page when pinned; `medium`: it
 * overlays the page; `narrow`: there is no rail either.
 */
export type Room = 'roomy' | 'wide' | 'medium' | 'narrow';

/** Minimum width in px for `roomy`: that of a window of 1200 px without its scroll bar. */
const roomyFromPx = 1184;
const wideFromPx = 1100;
/** Minimum width in px for `medium`; a tablet in portrait mode (768 px) has no room for a rail. */
const mediumFromPx = 800;

const roomOf = (widthPx: number): Room =>
  widthPx >= roomyFromPx ? 'roomy' : widthPx >= wideFromPx ? 'wide' : widthPx >= mediumFromPx ? 'medium' : 'narrow';

/** Returns the room of an element, which is measured before the first paint and whenever the element is resized. */
export function useRoom(element: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState<Room>('medium');
  useLayoutEffect(() => {
    const own = element.current;
    if (!own) return;
    const measure = (): void => {
      const { width } = own.getBoundingClientRect();
      // An element without width is not displayed.
      if (width > 0) setRoom(roomOf(width));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(own);
    return () => observer.disconnect();
  }, [element]);
  return room;
}
