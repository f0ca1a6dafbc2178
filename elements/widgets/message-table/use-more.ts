/** Stepping past the last loaded message loads more, and moves on once they have arrived. */
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

export interface More {
  /** Loads more; undefined when there are no further pages. */
  readonly ask: (() => void) | undefined;
  /** Key of the message from which the user stepped on. */
  readonly from: RefObject<string | undefined>;
}

/** @param keys keys of the messages */
export function useMore(keys: readonly string[], onMore: (() => void) | undefined): More {
  const from = useRef<string>(undefined);
  const ask = () => {
    from.current = keys.at(-1);
    onMore?.();
  };
  return { ask: onMore && ask, from };
}

/** @param step moves on from a message once its successor has loaded, unless the user has moved elsewhere */
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
