/**
 * The earlier range that charts, tables and single numbers are compared with: one choice for all searches and dashboards of this tab,
 * until it is reloaded.
 */
import type { Comparison } from '../../machines/comparison/choice.js';

let chosen: Comparison | undefined;
const listeners = new Set<() => void>();

export const comparisonWanted = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Returns the choice; undefined: nothing is compared. */
  get: (): Comparison | undefined => chosen,
  set: (comparison: Comparison | undefined): void => {
    chosen = comparison;
    for (const listener of listeners) listener();
  },
};
