/** The element `log-users`; the console shows its pages by their addresses. */
import { Area } from '../../kit/area.js';
import { usersPages } from './pages.js';

export const LogUsers = ({ route }: { readonly route: string }) => <Area pages={usersPages} route={route} />;
