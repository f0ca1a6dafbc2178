/** The pages of saved searches and dashboards, for the console to load. */
export { DashboardsPage } from './dashboards-page.js';
export { SavedSearchesPage } from './saved-searches-page.js';
