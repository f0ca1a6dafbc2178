/** The element `log-overview`; the console shows the same page by address. */
import { Area } from '../../kit/area.js';
import { overviewPages } from './pages.js';

export const LogOverview = () => <Area pages={overviewPages} route="/system/overview" />;
