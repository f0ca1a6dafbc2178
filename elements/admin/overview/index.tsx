/** The element `log-overview`, which shows the system overview; the console shows it by address. */
import { Area } from '../../kit/area.js';
import { overviewPages } from './pages.js';

export const LogOverview = () => <Area pages={overviewPages} route="/system/overview" />;
