/** The element `log-authentication` shows the page of its `route`; in the console each page has an address. */
import { Area } from '../../kit/area.js';
import { authenticationPages } from './pages.js';

export const LogAuthentication = ({ route }: { readonly route: string }) => (
  <Area pages={authenticationPages} route={route} />
);
