/** The element `log-configurations`, which shows the page of a route; the console shows these pages by address. */
import { Area } from '../../kit/area.js';
import { configurationsPages } from './pages.js';

export const LogConfigurations = ({ route }: { readonly route: string }) => (
  <Area pages={configurationsPages} route={route} />
);
