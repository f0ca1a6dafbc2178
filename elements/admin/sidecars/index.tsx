/** The element `log-sidecars`; the console shows the same pages by address. */
import { Area } from '../../kit/area.js';
import { sidecarsPages } from './pages.js';

export const LogSidecars = ({ route }: { readonly route: string }) => <Area pages={sidecarsPages} route={route} />;
