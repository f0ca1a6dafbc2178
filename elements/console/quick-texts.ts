/** Texts of the quick jump; it comes late, and so do they. */
export const texts = {
  title: 'Go to',
  label: 'Page, action, search, dashboard or stream',
  none: 'Nothing is called that.',
  asking: 'Searching...',
  failed: (reason: string): string => `What the server has by that name is not known: ${reason}`,
  page: 'Page',
  system: 'System',
  dashboard: 'Dashboard',
  search: 'Saved search',
  stream: 'Stream',
  action: 'Action',
  groups: {
    recent: 'Recently chosen',
    actions: 'Actions',
    pages: 'Pages',
    streams: 'Streams',
    dashboards: 'Dashboards',
    searches: 'Saved searches',
  },
  newSearch: 'New search',
  newDashboard: 'New dashboard',
  /** Further words by which the console's actions are found. */
  also: {
    theme: 'light dark mode appearance colours colors',
    shortcuts: 'help keys hotkeys',
    about: 'version help',
    logout: 'sign out',
    scratchpad: 'notes',
  },
  theme: (dark: boolean): string => (dark ? 'Switch to light theme' : 'Switch to dark theme'),
} as const;
