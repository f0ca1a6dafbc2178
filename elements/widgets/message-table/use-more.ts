/** Stepping on from the last loaded message requests more, and moves on when they have arrived. */
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

export interface More {
  /** Undefined when there are no further pages. */
  readonly ask: (() => void) | undefined;
  /** Key of the message that somebody went on from. */
  readonly from: RefObject<string | undefined>;
}

/** @param keys of the messages */
export function useMore(keys: readonly string[], onMore: (() => void) | undefined): More {
  const from = useRef<string>(undefined);
  const ask = () => {
    from.current = keys.at(-1);
    onMore?.();
  };
  return { ask: onMore && ask, from };
}

/** @param step goes on from a message that has got one after it; not if it is no longer the one that is read */
export function useGoingOn({ from }: More, keys: readonly string[], step: (from: number) => void): void {
  const goOn = useEffectEvent(() => {
    const at = from.current === undefined ? -1 : keys.indexOf(from.current);
    if (at + 1 >= keys.length) return;
    from.current = undefined;
    if (at >= 0) step(at);
  });
  useEffect(() => {
    goOn();
  }, [keys]);
}
