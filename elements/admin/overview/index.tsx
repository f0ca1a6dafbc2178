/** The element `log-overview`; the console shows its page by its address. */
import { Area } from '../../kit/area.js';
import { overviewPages } from './pages.js';

export const LogOverview = () => <Area pages={overviewPages} route="/system/overview" />;
