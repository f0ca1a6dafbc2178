/** The element `log-event-definitions`, which shows the page of a route; the console shows these pages by address. */
import { Area } from '../../kit/area.js';
import { eventDefinitionsPages } from './pages.js';

export const LogEventDefinitions = ({ route }: { readonly route: string }) => (
  <Area pages={eventDefinitionsPages} route={route} />
);
