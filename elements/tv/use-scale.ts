import { useEffect, useState, type RefObject } from 'react';

/** The size that the display is drawn for; on others everything grows or shrinks with it. */
const drawnFor = { width: 1280, height: 720 };
const least = 0.5;
const most = 6;

/** Scale factor of an element against its drawn size, by its tighter dimension. */
export function useScale(element: RefObject<HTMLElement | null>): number {
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const own = element.current;
    if (!own) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      const wanted = Math.min(width / drawnFor.width, height / drawnFor.height);
      setScale(Math.min(most, Math.max(least, Math.round(wanted * 100) / 100)));
    });
    observer.observe(own);
    return () => observer.disconnect();
  }, [element]);
  return scale;
}
