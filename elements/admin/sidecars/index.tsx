/** The element `log-sidecars`; the console shows its pages by their addresses. */
import { Area } from '../../kit/area.js';
import { sidecarsPages } from './pages.js';

export const LogSidecars = ({ route }: { readonly route: string }) => <Area pages={sidecarsPages} route={route} />;
