/**
 * Highlights values by user-defined rules. Colours and scales are loaded with the first rule, because most searches
 * have none.
 */
import { useSyncExternalStore } from 'react';
import type { HighlightingRule } from '../faces.js';
import type { Mark, markOf } from './highlighting.js';

let mark: typeof markOf | undefined;
let loading = false;
const waiting = new Set<() => void>();

/** Starts loading the highlighting code, so that it is ready when values are rendered. */
export function preloadMarks(): void {
  if (mark || loading) return;
  loading = true;
  import('./highlighting.js')
    .then((loaded) => {
      mark = loaded.markOf;
      for (const tell of [...waiting]) tell();
    })
    // Values stay unhighlighted until a later value tries again.
    .catch(() => undefined)
    .finally(() => (loading = false));
}

function subscribe(changed: () => void): () => void {
  preloadMarks();
  waiting.add(changed);
  return () => waiting.delete(changed);
}
const nothingToWaitFor = () => () => undefined;
const current = () => mark;

/**
 * Returns the highlighting of a value.
 * @throws Error as `markOf`
 */
export function useMark(
  rules: readonly HighlightingRule[] | undefined,
  field: string,
  value: unknown,
): Mark | undefined {
  const requested = rules !== undefined && rules.length > 0;
  const loaded = useSyncExternalStore(requested && !mark ? subscribe : nothingToWaitFor, current);
  return requested ? loaded?.(rules, field, value) : undefined;
}
