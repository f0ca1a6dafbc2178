import { useEffect, useState, type RefObject } from 'react';

export interface Size {
  /** Width in whole px. */
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the inner size of an element, updated on resize; undefined before the layout or when the element has no
 * area.
 */
export function useSize(element: RefObject<HTMLElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>();
  useEffect(() => {
    const own = element.current;
    if (!own) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const width = Math.round(entry.contentRect.width);
      const height = Math.round(entry.contentRect.height);
      setSize((before) => {
        if (width < 1 || height < 1) return undefined;
        return before?.width === width && before.height === height ? before : { width, height };
      });
    });
    observer.observe(own);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
