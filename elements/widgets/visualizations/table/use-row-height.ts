import { useLayoutEffect, useState, type RefObject } from 'react';

/** Row height in px at the default density, which is used until the height is read from the style. */
const defaultRowPx = 36;

/** Returns the height of a row, with its border, in px at the density of an element. */
export function useRowHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(defaultRowPx);
  useLayoutEffect(() => {
    const own = element.current;
    if (!own) return;
    const read = Number.parseFloat(getComputedStyle(own).getPropertyValue('--lc-density-row'));
    if (read > 0) setHeight(read);
  }, [element]);
  return height;
}
