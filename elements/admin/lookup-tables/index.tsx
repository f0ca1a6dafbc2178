/** The element `log-lookup-tables`; the console shows the same pages by address. */
import { Area } from '../../kit/area.js';
import { lookupTablesPages } from './pages.js';

export const LogLookupTables = ({ route }: { readonly route: string }) => (
  <Area pages={lookupTablesPages} route={route} />
);
