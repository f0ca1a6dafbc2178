/**
 * Handles the keyboard shortcuts of a wall display: the arrow keys and the page keys change the page, and the space bar
 * stops or continues the rotation of the pages.
 */
import { useEffect, type RefObject } from 'react';
import type { TvEvent } from '../../machines/tv-display.js';

const events: Readonly<Record<string, TvEvent>> = {
  ArrowRight: { type: 'turned', by: 1 },
  PageDown: { type: 'turned', by: 1 },
  ArrowLeft: { type: 'turned', by: -1 },
  PageUp: { type: 'turned', by: -1 },
  ' ': { type: 'pause.toggled' },
};

/**
 * Sends the events of the keyboard shortcuts. They work while the focus is inside the wall display; a display that
 * fills the height of the window also handles them while no element has the focus.
 */
export function useWallKeys(wall: RefObject<HTMLElement | null>, send: (event: TvEvent) => void): void {
  useEffect(() => {
    const page = document;
    const pressed = (event: KeyboardEvent): void => {
      const own = wall.current;
      const meant = events[event.key];
      if (!own || !meant || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
        return;
      const isInside = event.composedPath().includes(own);
      const isAlone = page.activeElement === page.body && own.getBoundingClientRect().height >= window.innerHeight - 1;
      if (!isInside && !isAlone) return;
      event.preventDefault();
      send(meant);
    };
    page.addEventListener('keydown', pressed);
    return () => page.removeEventListener('keydown', pressed);
  }, [wall, send]);
}
