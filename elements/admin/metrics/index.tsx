/** The element `log-metrics`; the console shows the same pages by address. */
import { Area } from '../../kit/area.js';
import { metricsPages } from './pages.js';

export const LogMetrics = ({ route }: { readonly route: string }) => <Area pages={metricsPages} route={route} />;
