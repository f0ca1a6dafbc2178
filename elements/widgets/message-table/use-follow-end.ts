import { useEffect, useRef, type RefObject } from 'react';

export interface FollowEndInput {
  readonly scroll: RefObject<HTMLElement | null>;
  /** Total height in px of all rows, as far as measured. */
  readonly height: number;
  /** True while a message is open, which the user may be reading. */
  readonly busy: boolean;
  /** Called when following starts or ends; absent for lists that are not live. */
  readonly onFollowing?: ((following: boolean) => void) | undefined;
}

/** Distance in px from the end within which the list counts as scrolled to its end. */
const nearEnd = 24;

/**
 * Keeps the list scrolled to its end, like `tail -f`, while the user has not scrolled up and no message is open;
 * otherwise the list does not scroll.
 */
export function useFollowEnd({ scroll, height, busy, onFollowing }: FollowEndInput): void {
  const atEnd = useRef(true);
  const live = onFollowing !== undefined;
  const latest = useRef({ onFollowing, busy });
  useEffect(() => {
    latest.current = { onFollowing, busy };
  });
  useEffect(() => {
    const own = scroll.current;
    if (!live || !own) return;
    let before = own.scrollTop;
    const look = () => {
      const near = own.scrollHeight - own.clientHeight - own.scrollTop <= nearEnd;
      // Rows that turn out taller than estimated also move the end away, so only scrolling up counts as leaving the
      // end.
      if (near) atEnd.current = true;
      else if (own.scrollTop < before) atEnd.current = false;
      before = own.scrollTop;
      latest.current.onFollowing?.(atEnd.current && !latest.current.busy);
    };
    own.addEventListener('scroll', look, { passive: true });
    return () => own.removeEventListener('scroll', look);
  }, [live, scroll]);
  useEffect(() => {
    if (live) latest.current.onFollowing?.(atEnd.current && !busy);
  }, [live, busy]);
  useEffect(() => {
    const own = scroll.current;
    if (live && own && atEnd.current && !latest.current.busy) own.scrollTop = own.scrollHeight;
  }, [live, scroll, height]);
}
