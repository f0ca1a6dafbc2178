/** The element `log-nodes`, which shows the page of a route; the console shows these pages by address. */
import { Area } from '../../kit/area.js';
import { nodesPages } from './pages.js';

export const LogNodes = ({ route }: { readonly route: string }) => <Area pages={nodesPages} route={route} />;
