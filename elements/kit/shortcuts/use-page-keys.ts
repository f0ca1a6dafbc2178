import { useEffect, useEffectEvent } from 'react';
import { useEnvironment } from '../../element/environment.js';
import { isPressed, letterOf, shortcuts } from './shortcuts.js';

/** Selector of query inputs, either text areas or editors. */
const queries = '[data-query] :is(textarea, [role=textbox])';

/**
 * Focuses the visible query input.
 * @returns false when there is none
 */
export function focusQuery(root: ParentNode): boolean {
  const query = [...root.querySelectorAll<HTMLElement>(queries)].find(({ offsetParent }) => offsetParent);
  query?.focus({ preventScroll: true });
  query?.closest('[data-query]')?.scrollIntoView({ block: 'nearest' });
  return query !== undefined;
}

/** Selector of the focusable row in the first visible message list. */
const rows = '[role=treegrid] [role=row][tabindex="0"]';

/**
 * Focuses the messages.
 * @returns false when there are none
 */
function focusMessages(root: ParentNode): boolean {
  const row = [...root.querySelectorAll<HTMLElement>(rows)].find(({ offsetParent }) => offsetParent);
  row?.focus();
  return row !== undefined;
}

export interface PageKeys {
  readonly onSheet: () => void;
  /** Opens the quick jump; absent if there is none. */
  readonly onPalette?: () => void;
}

const isStep = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && /^[jk]$/.test(letterOf(event));

/**
 * Handles `/`, `?`, Ctrl+K and, outside the messages, J and K, pressed below `scope` (undefined: nowhere). Ignores keys
 * that other code has handled, keys in dialogs and menus, and signs typed into a text.
 */
export function usePageKeys(scope: EventTarget | undefined, { onSheet, onPalette }: PageKeys): void {
  const { root } = useEnvironment();
  const pressed = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const path = event.composedPath().filter((node) => node instanceof HTMLElement);
    const isJump = isPressed(shortcuts.palette, event);
    if (path.some((node) => /dialog$|^menu|^listbox$/.test(node.getAttribute('role') ?? ''))) {
      // Otherwise the browser would move the focus to its address bar.
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
