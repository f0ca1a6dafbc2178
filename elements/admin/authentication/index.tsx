/** The element `log-authentication`; the console shows the same pages by address. */
import { Area } from '../../kit/area.js';
import { authenticationPages } from './pages.js';

export const LogAuthentication = ({ route }: { readonly route: string }) => (
  <Area pages={authenticationPages} route={route} />
);
