import { useEffect } from 'react';

/** Calls `onHeight` with the height of an element in whole px whenever the height changes, at most once per frame. */
export function useContentHeight(box: HTMLElement, onHeight: (height: number) => void): void {
  useEffect(() => {
    let reported: number | undefined;
    let frame = 0;
    const tell = () => {
      const height = Math.ceil(box.getBoundingClientRect().height);
      if (height === reported) return;
      reported = height;
      onHeight(height);
    };
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(tell);
    });
    observer.observe(box);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [box, onHeight]);
}
