/** The element `log-outputs` shows the page of its `route`; in the console each page has an address. */
import { Area } from '../../kit/area.js';
import { outputsPages } from './pages.js';

export const LogOutputs = ({ route }: { readonly route: string }) => <Area pages={outputsPages} route={route} />;
