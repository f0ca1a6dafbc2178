/** The element `log-nodes`; the console shows the same pages by address. */
import { Area } from '../../kit/area.js';
import { nodesPages } from './pages.js';

export const LogNodes = ({ route }: { readonly route: string }) => <Area pages={nodesPages} route={route} />;
