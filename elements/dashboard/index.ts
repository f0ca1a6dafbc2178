/** The dashboard page as other rooms use it. */
export { LogDashboard, type LogDashboardProps } from './page/log-dashboard.js';
export {
  useDashboardMethods,
  useDashboardPage,
  useOverride,
  type DashboardPageActor,
} from './page/use-dashboard-page.js';
