import { useEffect, useEffectEvent } from 'react';
import { useEnvironment } from '../../element/environment.js';
import { isTaken } from './taken-keys.js';
import { isPressed, letterOf, shortcuts } from './shortcuts.js';

/** CSS selector of query inputs, which are either text areas or editors. */
const queries = '[data-query] :is(textarea, [role=textbox])';

/**
 * Focuses the first visible query input and scrolls it into view.
 * @returns false when there is no visible query input
 */
export function focusQuery(root: ParentNode): boolean {
  const query = [...root.querySelectorAll<HTMLElement>(queries)].find(({ offsetParent }) => offsetParent);
  query?.focus({ preventScroll: true });
  query?.closest('[data-query]')?.scrollIntoView({ block: 'nearest' });
  return query !== undefined;
}

/** CSS selector of the focusable row of a message list. */
const rows = '[role=treegrid] [role=row][tabindex="0"]';

/**
 * Focuses the focusable row of the first visible message list.
 * @returns false when there is no visible message list with a focusable row
 */
function focusMessages(root: ParentNode): boolean {
  const row = [...root.querySelectorAll<HTMLElement>(rows)].find(({ offsetParent }) => offsetParent);
  row?.focus();
  return row !== undefined;
}

export interface PageKeys {
  readonly onSheet: () => void;
  /** Opens the quick jump; undefined if the page has no quick jump. */
  readonly onPalette?: () => void;
}

const isStep = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && /^[jk]$/.test(letterOf(event));

/**
 * Handles the keys `/`, `?`, Ctrl+K (Cmd+K on a Mac), and J and K outside the message lists, when they are pressed
 * inside `scope`; does nothing while `scope` is undefined. Ignores keys that other code has handled, all keys
 * while a modal dialog is open, keys in menus and lists of options, and characters typed into a text field.
 */
export function usePageKeys(scope: EventTarget | undefined, { onSheet, onPalette }: PageKeys): void {
  const { root } = useEnvironment();
  const pressed = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const path = event.composedPath().filter((node) => node instanceof HTMLElement);
    const isJump = isPressed(shortcuts.palette, event);
    if (isTaken(path, root)) {
      // The default action of Ctrl+K would move the focus to the browser's address bar.
      if (isJump && onPalette) event.preventDefault();
      return;
    }
    const types =
      path[0]?.isContentEditable || path[0]?.matches('input:not([type=checkbox], [type=radio]), textarea, select');
    const done = isJump
      ? (onPalette?.(), onPalette !== undefined)
      : types
        ? false
        : isPressed(shortcuts.sheet, event)
          ? (onSheet(), true)
          : isPressed(shortcuts.query, event)
            ? focusQuery(root)
            : isStep(event) && focusMessages(root);
    if (done) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: Event): void => pressed(event as KeyboardEvent);
    scope?.addEventListener('keydown', listener);
    return () => scope?.removeEventListener('keydown', listener);
  }, [scope]);
}
