import type { KeyboardEvent } from 'react';
import { isPressed, letterOf, shortcuts } from '../../kit/shortcuts/shortcuts.js';

export type FindKey = 'open' | 'next' | 'previous' | 'close';

/** The keys of the browser's own find open it: what is not mounted the browser cannot find. `n` and `N` step. */
export function findKey(event: KeyboardEvent<HTMLElement>, open: boolean): FindKey | undefined {
  const target = event.target as HTMLElement;
  if (!target.closest('[data-row]') || target.matches('input, textarea')) return undefined;
  if (isPressed(shortcuts.find, event)) return 'open';
  if (!open || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const letter = letterOf(event);
  if (letter === 'n') return 'next';
  return letter === 'N' ? 'previous' : undefined;
}
