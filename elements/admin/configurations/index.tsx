/** The element `log-configurations`; the console shows the same pages by address. */
import { Area } from '../../kit/area.js';
import { configurationsPages } from './pages.js';

export const LogConfigurations = ({ route }: { readonly route: string }) => (
  <Area pages={configurationsPages} route={route} />
);
