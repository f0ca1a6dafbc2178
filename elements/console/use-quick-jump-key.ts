import { useEffect, useEffectEvent } from 'react';

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** How the keys are called on this machine. */
export const quickJumpKeys = (): string => (isMac() ? '⌘K' : 'Ctrl+K');

/**
 * Calls `open` on Ctrl+K, on a Mac on Cmd+K: there Ctrl+K deletes to the end of the line. What an editor has used already, and
 * what is pressed in a dialog, stays theirs.
 */
export function useQuickJumpKey(open: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const held = isMac() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
    if (event.key.toLowerCase() !== 'k' || !held || event.shiftKey || event.altKey || event.defaultPrevented) return;
    const inDialog = (target: EventTarget): boolean =>
      target instanceof Element && /dialog$/.test(target.getAttribute('role') ?? '');
    if (event.composedPath().some(inDialog)) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => pressed(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
