/** The element `log-sidecars` shows the page of its `route`; in the console each page has an address. */
import { Area } from '../../kit/area.js';
import { sidecarsPages } from './pages.js';

export const LogSidecars = ({ route }: { readonly route: string }) => <Area pages={sidecarsPages} route={route} />;
