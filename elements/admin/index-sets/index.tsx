/** The element `log-index-sets` shows the page of its `route`; in the console each page has an address. */
import { Area } from '../../kit/area.js';
import { indexSetsPages } from './pages.js';

export const LogIndexSets = ({ route }: { readonly route: string }) => <Area pages={indexSetsPages} route={route} />;
