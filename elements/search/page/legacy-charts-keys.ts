/** Storage key of the charts of an old version in this browser; it now also records whether they were migrated. */
export const legacyChartsKey = 'pinned-field-charts';
export const legacyStateKey = 'pinned-field-charts-migrated';

/** Tells whether undecided legacy charts may exist. */
export function mayHaveLegacyCharts(): boolean {
  try {
    return (
      window.localStorage.getItem(legacyChartsKey) !== null && window.localStorage.getItem(legacyStateKey) === null
    );
  } catch {
    // Storage is unavailable, so there are no old charts.
    return false;
  }
}
