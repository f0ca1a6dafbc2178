/** The element `log-roles`; the console shows the same pages by address. */
import { Area } from '../../kit/area.js';
import { rolesPages } from './pages.js';

export const LogRoles = ({ route }: { readonly route: string }) => <Area pages={rolesPages} route={route} />;
