/** The element `log-roles` shows the page of its `route`; in the console each page has an address. */
import { Area } from '../../kit/area.js';
import { rolesPages } from './pages.js';

export const LogRoles = ({ route }: { readonly route: string }) => <Area pages={rolesPages} route={route} />;
