/**
 * Handles the keys of the pattern list. A single row is in the tab order; the arrow keys, Home and End move the
 * focus to the corresponding button of another row.
 */
import type { KeyboardEvent } from 'react';

const rowOf = (element: Element): Element | null => element.closest('li');
const siblings = (row: Element): readonly Element[] => [...(row.parentElement?.children ?? [])];

/** Returns the index of the row that contains an element; 0 when none does. */
export function rowAt(element: Element): number {
  const row = rowOf(element);
  return row ? Math.max(siblings(row).indexOf(row), 0) : 0;
}

const steps: Readonly<Record<string, (at: number, rows: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_at, rows) => rows - 1,
};

export function onPatternKey(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const from = event.target instanceof Element ? event.target.closest('button') : null;
  const row = from && rowOf(from);
  if (!step || !row || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const rows = siblings(row);
  const to = rows[step(rows.indexOf(row), rows.length)];
  const place = [...row.querySelectorAll('button')].indexOf(from);
  to?.querySelectorAll('button')[place]?.focus();
}
