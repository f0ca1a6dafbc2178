import { useEffect } from 'react';

import type { RootEnvironment } from './environment.js';

/**
 * Calls `onHeight` with the height of the content of a host element in whole px whenever it changes, at most once per
 * frame. The host has the state `scrolls` while its page gives it less height than the content has.
 */
export function useContentHeight(
  host: HTMLElement,
  { box, states }: RootEnvironment,
  onHeight: (height: number) => void,
): void {
  useEffect(() => {
    let reported: number | undefined;
    let frame = 0;
    const tell = () => {
      const height = Math.ceil(box.getBoundingClientRect().height);
      // The height of the host is rounded, so it may be 1 px less than the height of content that fits.
      states[height > host.clientHeight + 1 ? 'add' : 'delete']('scrolls');
      if (height === reported) return;
      reported = height;
      onHeight(height);
    };
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(tell);
    });
    observer.observe(box);
    observer.observe(host);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [host, box, states, onHeight]);
}
