/** The element `log-logging`, which shows the logging page; the console shows it by address. */
import { Area } from '../../kit/area.js';
import { loggingPages } from './pages.js';

export const LogLogging = ({ route }: { readonly route: string }) => <Area pages={loggingPages} route={route} />;
