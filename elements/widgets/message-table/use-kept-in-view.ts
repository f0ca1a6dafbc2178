import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';

const doings = ['pointerdown', 'wheel', 'keydown', 'touchmove'] as const;

/**
 * A row that was scrolled to stays in view when what lies above it turns out to be higher or lower than it was taken for,
 * as details never seen do: until somebody does something. @returns what scrolls no further than it takes to see the row
 */
export function useKeptInView(virtual: Virtualizer<HTMLDivElement, Element>): (index: number) => void {
  const kept = useRef<{ readonly index: number; readonly start: number | undefined }>(undefined);
  const startOf = (index: number) => virtual.measurementsCache[index]?.start;
  const scrollTo = (index: number): void => {
    kept.current = { index, start: startOf(index) };
    virtual.scrollToIndex(index, { align: 'auto' });
  };

  // Each measure of the virtualizer draws the list.
  useEffect(() => {
    const row = kept.current;
    if (row && startOf(row.index) !== row.start) scrollTo(row.index);
  });
  useEffect(() => {
    const end = (): void => (kept.current = undefined);
    for (const doing of doings) window.addEventListener(doing, end, { capture: true, passive: true });
    return () => {
      for (const doing of doings) window.removeEventListener(doing, end, true);
    };
  }, []);
  return scrollTo;
}
