/** The element `log-metrics`, which shows the page of a route; the console shows these pages by address. */
import { Area } from '../../kit/area.js';
import { metricsPages } from './pages.js';

export const LogMetrics = ({ route }: { readonly route: string }) => <Area pages={metricsPages} route={route} />;
