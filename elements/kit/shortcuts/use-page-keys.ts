import { useEffect, useEffectEvent } from 'react';
import { useEnvironment } from '../../element/environment.js';
import { isPressed, letterOf, shortcuts } from './shortcuts.js';

/** Selector of query inputs, as a text area or an editor. */
const queries = '[data-query] :is(textarea, [role=textbox])';

/** Goes to the query that is shown. @returns false when there is none */
export function focusQuery(root: ParentNode): boolean {
  const query = [...root.querySelectorAll<HTMLElement>(queries)].find(({ offsetParent }) => offsetParent);
  query?.focus({ preventScroll: true });
  query?.closest('[data-query]')?.scrollIntoView({ block: 'nearest' });
  return query !== undefined;
}

/** The row that Tab reaches in the first list of messages that is shown. */
const rows = '[role=treegrid] [role=row][tabindex="0"]';

/** Goes to the messages. @returns false when there are none */
function focusMessages(root: ParentNode): boolean {
  const row = [...root.querySelectorAll<HTMLElement>(rows)].find(({ offsetParent }) => offsetParent);
  row?.focus();
  return row !== undefined;
}

export interface PageKeys {
  readonly onSheet: () => void;
  /** Opens the command palette; absent if there is none. */
  readonly onPalette?: () => void;
}

const isStep = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && /^[jk]$/.test(letterOf(event));

/**
 * `/`, `?`, Ctrl+K and, from outside the messages, J and K, pressed below `scope` (undefined: nowhere). What something else has used already, what is
 * pressed in a dialog or menu, and signs that are typed into a text stay theirs.
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
