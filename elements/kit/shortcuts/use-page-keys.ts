import { useEffect, useEffectEvent } from 'react';
import { useEnvironment } from '../../element/environment.js';
import { isPressed, shortcuts } from './shortcuts.js';

/** What of a query is on the page, as a text area or as an editor. */
const queries = '[data-query] :is(textarea, [role=textbox])';

/** Goes to the query that is shown. @returns false when there is none */
export function focusQuery(root: ParentNode): boolean {
  const query = [...root.querySelectorAll<HTMLElement>(queries)].find(({ offsetParent }) => offsetParent);
  query?.focus({ preventScroll: true });
  query?.closest('[data-query]')?.scrollIntoView({ block: 'nearest' });
  return query !== undefined;
}

export interface PageKeys {
  readonly onSheet: () => void;
  /** Absent: there is none. */
  readonly onPalette?: () => void;
}

/**
 * `/`, `?` and Ctrl+K, pressed below `scope` (undefined: nowhere). What something else has used already, what is pressed in a dialog or menu, and
 * signs that are typed into a text stay theirs.
 */
export function usePageKeys(scope: EventTarget | undefined, { onSheet, onPalette }: PageKeys): void {
  const { root } = useEnvironment();
  const pressed = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const path = event.composedPath().filter((node) => node instanceof HTMLElement);
    if (path.some((node) => /dialog$|^menu|^listbox$/.test(node.getAttribute('role') ?? ''))) return;
    const types = path[0]?.isContentEditable || path[0]?.matches('input:not([type=checkbox], [type=radio]), textarea');
    const done = isPressed(shortcuts.palette, event)
      ? (onPalette?.(), onPalette !== undefined)
      : types
        ? false
        : isPressed(shortcuts.sheet, event)
          ? (onSheet(), true)
          : isPressed(shortcuts.query, event) && focusQuery(root);
    if (done) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: Event): void => pressed(event as KeyboardEvent);
    scope?.addEventListener('keydown', listener);
    return () => scope?.removeEventListener('keydown', listener);
  }, [scope]);
}
