/** The element `log-lookup-tables` shows the page of its `route`; in the console each page has an address. */
import { Area } from '../../kit/area.js';
import { lookupTablesPages } from './pages.js';

export const LogLookupTables = ({ route }: { readonly route: string }) => (
  <Area pages={lookupTablesPages} route={route} />
);
