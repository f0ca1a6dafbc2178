import { useEffect } from 'react';

/** Calls back with the height (whole px) of an element's content whenever it changes, at most once a frame. */
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
