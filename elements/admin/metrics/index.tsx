/** The element `log-metrics` shows the page of its `route`; in the console each page has an address. */
import { Area } from '../../kit/area.js';
import { metricsPages } from './pages.js';

export const LogMetrics = ({ route }: { readonly route: string }) => <Area pages={metricsPages} route={route} />;
