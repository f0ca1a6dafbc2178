/** The element `log-logging`; the console shows the same page by address. */
import { Area } from '../../kit/area.js';
import { loggingPages } from './pages.js';

export const LogLogging = ({ route }: { readonly route: string }) => <Area pages={loggingPages} route={route} />;
