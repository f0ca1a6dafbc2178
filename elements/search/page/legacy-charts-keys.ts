/** Key of `localStorage` under which an earlier version stored its charts. */
export const legacyChartsKey = 'pinned-field-charts';
/** Key of `localStorage` that records the user's decision to migrate or discard the legacy charts. */
export const legacyStateKey = 'pinned-field-charts-migrated';

/** Returns true if this browser has legacy charts that the user has neither migrated nor discarded. */
export function mayHaveLegacyCharts(): boolean {
  try {
    return (
      window.localStorage.getItem(legacyChartsKey) !== null && window.localStorage.getItem(legacyStateKey) === null
    );
  } catch {
    // Storage is unavailable, so there are no legacy charts.
    return false;
  }
}
