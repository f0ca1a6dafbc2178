/** The element `log-index-sets`; the console shows the same pages by address. */
import { Area } from '../../kit/area.js';
import { indexSetsPages } from './pages.js';

export const LogIndexSets = ({ route }: { readonly route: string }) => <Area pages={indexSetsPages} route={route} />;
