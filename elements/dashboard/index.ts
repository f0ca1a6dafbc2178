/** The dashboard page as other rooms use it. */
export { LogDashboard, type LogDashboardProps } from './page/log-dashboard.js';
export { useHostFilters } from './filters/use-host-filters.js';
export {
  overrideAsked,
  tellOverride,
  useDashboardMethods,
  useDashboardPage,
  type DashboardPageActor,
} from './page/use-dashboard-page.js';
