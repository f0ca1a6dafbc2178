/** The element `log-authentication`, which shows the page of a route; the console shows these pages by address. */
import { Area } from '../../kit/area.js';
import { authenticationPages } from './pages.js';

export const LogAuthentication = ({ route }: { readonly route: string }) => (
  <Area pages={authenticationPages} route={route} />
);
