/**
 * A step past the last loaded message loads more messages, and continues to the next message once they have arrived.
 */
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

export interface More {
  /** Loads more messages; undefined when there are no more. */
  readonly ask: (() => void) | undefined;
  /** Key of the last message, from which the user has stepped on; undefined: no step is pending. */
  readonly from: RefObject<string | undefined>;
}

/**
 * Returns the state of a pending step past the last message.
 *
 * @param keys keys of the loaded messages
 */
export function useMore(keys: readonly string[], onMore: (() => void) | undefined): More {
  const from = useRef<string>(undefined);
  const ask = () => {
    from.current = keys.at(-1);
    onMore?.();
  };
  return { ask: onMore && ask, from };
}

/**
 * Continues a pending step once more messages have arrived.
 *
 * @param step called with the index of the message from which the user has stepped on
 */
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
