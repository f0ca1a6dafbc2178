/**
 * Highlights values by user-defined rules. The code for colours and scales is loaded when there is a rule, because most
 * searches have no rules.
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
    // After a failure values are not highlighted; the next value that is rendered tries to load the code again.
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
 * Returns the highlighting of a value; undefined when no rule matches, and until the code is loaded.
 * @throws Error 'Invalid highlighting color type: {type}' for an unknown kind of colour (spec 2 §8)
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
