/** The element `log-lookup-tables`, which shows the page of a route; the console shows these pages by address. */
import { Area } from '../../kit/area.js';
import { lookupTablesPages } from './pages.js';

export const LogLookupTables = ({ route }: { readonly route: string }) => (
  <Area pages={lookupTablesPages} route={route} />
);
