/** The dashboard page as other rooms use it. */
export { LogDashboard, type LogDashboardProps } from './page/log-dashboard.js';
export {
  overrideAsked,
  tellOverride,
  useDashboardMethods,
  useDashboardPage,
  type DashboardPageActor,
} from './page/use-dashboard-page.js';
