/** The element `log-authentication`; the console shows its pages by their addresses. */
import { Area } from '../../kit/area.js';
import { authenticationPages } from './pages.js';

export const LogAuthentication = ({ route }: { readonly route: string }) => (
  <Area pages={authenticationPages} route={route} />
);
