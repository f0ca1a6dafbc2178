import type { KeyboardEvent } from 'react';
import { isPressed, letterOf, shortcuts } from '../../kit/shortcuts/shortcuts.js';

export type FindKey = 'open' | 'next' | 'previous' | 'close';

/**
 * Returns the action of a key in a row; undefined for any other key, and for keys outside of rows or in a text field.
 * The browser's shortcut for finding opens the table's own find bar, because the browser cannot find rows that are not
 * mounted. While the bar is open, `n` and `N` step between matches.
 */
export function findKey(event: KeyboardEvent<HTMLElement>, open: boolean): FindKey | undefined {
  const target = event.target as HTMLElement;
  if (!target.closest('[data-row]') || target.matches('input, textarea')) return undefined;
  if (isPressed(shortcuts.find, event)) return 'open';
  if (!open || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const letter = letterOf(event);
  if (letter === 'n') return 'next';
  return letter === 'N' ? 'previous' : undefined;
}
