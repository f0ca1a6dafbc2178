/** The element `log-overview` shows the system overview; in the console the page has an address. */
import { Area } from '../../kit/area.js';
import { overviewPages } from './pages.js';

export const LogOverview = () => <Area pages={overviewPages} route="/system/overview" />;
