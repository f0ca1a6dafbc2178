/** Key under which an old version kept its charts in this browser; it now also records whether they were moved. */
export const legacyChartsKey = 'pinned-field-charts';
export const legacyStateKey = 'pinned-field-charts-migrated';

/** Tells whether undecided legacy charts may exist. */
export function mayHaveLegacyCharts(): boolean {
  try {
    return (
      window.localStorage.getItem(legacyChartsKey) !== null && window.localStorage.getItem(legacyStateKey) === null
    );
  } catch {
    // Without storage there are no old charts.
    return false;
  }
}
