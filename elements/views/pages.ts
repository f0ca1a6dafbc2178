/** Exports the list pages of saved searches and dashboards, which the console loads on demand. */
export { DashboardsPage } from './dashboards-page.js';
export { SavedSearchesPage } from './saved-searches-page.js';
