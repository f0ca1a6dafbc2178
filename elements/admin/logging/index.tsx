/** The element `log-logging` shows the logging page; in the console the page has an address. */
import { Area } from '../../kit/area.js';
import { loggingPages } from './pages.js';

export const LogLogging = ({ route }: { readonly route: string }) => <Area pages={loggingPages} route={route} />;
