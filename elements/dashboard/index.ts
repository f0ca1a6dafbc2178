/** Exports the public interface of the dashboard page. */
export { LogDashboard, type LogDashboardProps } from './page/log-dashboard.js';
export { useHostFilters } from './filters/use-host-filters.js';
export {
  requestedOverride as overrideAsked,
  tellOverride,
  useDashboardMethods,
  useDashboardPage,
  type DashboardPageActor,
} from './page/use-dashboard-page.js';
