/** The element `log-event-definitions`; the console shows the same pages by address. */
import { Area } from '../../kit/area.js';
import { eventDefinitionsPages } from './pages.js';

export const LogEventDefinitions = ({ route }: { readonly route: string }) => (
  <Area pages={eventDefinitionsPages} route={route} />
);
