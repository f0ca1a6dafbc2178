import { useEffect, useState, type RefObject } from 'react';
import { wallScale } from './wall-scale.js';

/** Returns the scale of the wall display in an element (`wallScale`), updated whenever the element is resized. */
export function useScale(element: RefObject<HTMLElement | null>): number {
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const own = element.current;
    if (!own) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setScale(wallScale(entry.contentRect.width, entry.contentRect.height));
    });
    observer.observe(own);
    return () => observer.disconnect();
  }, [element]);
  return scale;
}
