/** The element `log-configurations` shows the page of its `route`; in the console each page has an address. */
import { Area } from '../../kit/area.js';
import { configurationsPages } from './pages.js';

export const LogConfigurations = ({ route }: { readonly route: string }) => (
  <Area pages={configurationsPages} route={route} />
);
