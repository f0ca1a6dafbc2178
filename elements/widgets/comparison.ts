/**
 * Keeps the earlier range with which charts, tables and single numbers are compared. The choice applies to all searches
 * and dashboards of this tab until the tab is reloaded.
 */
import type { Comparison } from '../../machines/comparison/choice.js';

let chosen: Comparison | undefined;
const listeners = new Set<() => void>();

export const comparisonWanted = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Returns the chosen earlier range; undefined: nothing is compared. */
  get: (): Comparison | undefined => chosen,
  set: (comparison: Comparison | undefined): void => {
    chosen = comparison;
    for (const listener of listeners) listener();
  },
};
