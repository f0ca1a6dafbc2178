/** Where an old version kept its charts in this browser, and where it stands what became of them. */
export const legacyChartsKey = 'pinned-field-charts';
export const legacyStateKey = 'pinned-field-charts-migrated';

/** Tells whether undecided legacy charts may exist. */
export function mayHaveLegacyCharts(): boolean {
  try {
    return (
      window.localStorage.getItem(legacyChartsKey) !== null && window.localStorage.getItem(legacyStateKey) === null
    );
  } catch {
    // No storage: nothing was kept.
    return false;
  }
}
