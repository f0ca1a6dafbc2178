import { useEffect, useEffectEvent } from 'react';
import { useEnvironment } from '../../element/environment.js';
import { useIsAway } from '../../element/kept-page.js';
import { isTaken } from './taken-keys.js';

/**
 * Handles keys that are pressed anywhere in the document. Ignores all keys while the sign-in form covers the page or a
 * modal dialog is open, keys that other code has handled, keys in menus and lists of options, and keys in form controls
 * and editors.
 *
 * @param onKey returns true if it has handled the key, which then has no default action
 */
export function useDocumentKeys(onKey: (event: KeyboardEvent) => boolean): void {
  const { root } = useEnvironment();
  const isAway = useIsAway();
  const pressed = useEffectEvent((event: KeyboardEvent): void => {
    if (isAway || event.defaultPrevented || event.isComposing) return;
    const path = event.composedPath().filter((node) => node instanceof HTMLElement);
    if (path[0]?.isContentEditable || path[0]?.matches('input, textarea, select')) return;
    if (isTaken(path, root)) return;
    if (onKey(event)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => pressed(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
