/** The element `log-logging`; the console shows its page by its address. */
import { Area } from '../../kit/area.js';
import { loggingPages } from './pages.js';

export const LogLogging = ({ route }: { readonly route: string }) => <Area pages={loggingPages} route={route} />;
