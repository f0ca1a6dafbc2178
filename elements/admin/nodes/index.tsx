/** The element `log-nodes` shows the page of its `route`; in the console each page has an address. */
import { Area } from '../../kit/area.js';
import { nodesPages } from './pages.js';

export const LogNodes = ({ route }: { readonly route: string }) => <Area pages={nodesPages} route={route} />;
