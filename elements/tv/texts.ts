/** Texts of the full-screen display. */
export const texts = {
  waiting: 'Waiting for the dashboard',
  updated: (time: string): string => `Updated ${time}`,
  /** What is wrong, and how old what is shown is. */
  trouble: {
    signedOut: 'Signed out',
    unreachable: 'No connection to the server',
    failed: 'Refresh failed',
  },
  age: (trouble: string, age: string): string => `${trouble}. Data of ${age}`,
  noData: (trouble: string): string => `${trouble}. Trying again`,
  missingId: 'No view id specified!',
  missing: 'The dashboard was not found',
  missingHelp: 'It may have been deleted, or you may not be allowed to see it.',
  unsupported: 'Executing the view is not possible',
  unsupportedHelp: 'These capabilities are missing:',
  pages: (position: number, count: number): string => `Page ${position} of ${count}`,
  empty: 'This dashboard page has no widgets.',
  settings: {
    title: 'Full Screen',
    refresh: 'Refresh interval',
    refreshHelp: 'Seconds between two refreshes of the data.',
    tabs: 'Pages',
    tabsMissing: 'Choose at least one page.',
    cycle: 'Tab cycle interval',
    cycleHelp: 'Seconds until the next page is shown.',
    required: 'A whole number of seconds, at least 1.',
    start: 'Start full screen',
    cancel: 'Cancel',
  },
} as const;
