/** The element `log-event-definitions` shows the page of its `route`; in the console each page has an address. */
import { Area } from '../../kit/area.js';
import { eventDefinitionsPages } from './pages.js';

export const LogEventDefinitions = ({ route }: { readonly route: string }) => (
  <Area pages={eventDefinitionsPages} route={route} />
);
