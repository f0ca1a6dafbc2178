/** The dashboard page as other rooms use it. */
export { LogDashboard, type LogDashboardProps } from './page/log-dashboard.js';
