/** The elements `log-users` and `log-profile` show their pages; in the console each page has an address. */
import type { ReactNode } from 'react';
import { useCurrentUser } from '../../element/connection-context.js';
import { Area } from '../../kit/area.js';
import { ownRoute } from '../../kit/entity-route.js';
import { Loading } from '../../kit/loading.js';
import { usersPages } from './pages.js';

export const LogUsers = ({ route }: { readonly route: string }) => <Area pages={usersPages} route={route} />;

/** Renders the account of the signed-in user. */
export function LogProfile(): ReactNode {
  const me = useCurrentUser();
  return me ? <Area key={me.id} pages={usersPages} route={ownRoute(me)} /> : <Loading />;
}
