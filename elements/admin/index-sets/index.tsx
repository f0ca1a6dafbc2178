/** The element `log-index-sets`, which shows the page of a route; the console shows these pages by address. */
import { Area } from '../../kit/area.js';
import { indexSetsPages } from './pages.js';

export const LogIndexSets = ({ route }: { readonly route: string }) => <Area pages={indexSetsPages} route={route} />;
