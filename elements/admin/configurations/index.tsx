/** The element `log-configurations`; the console shows its pages by their addresses. */
import { Area } from '../../kit/area.js';
import { configurationsPages } from './pages.js';

export const LogConfigurations = ({ route }: { readonly route: string }) => (
  <Area pages={configurationsPages} route={route} />
);
