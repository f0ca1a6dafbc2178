/** Contains the routes under which the console shows an entity (screens/dashboards-sharing-alerts.md §3.3). */
import { literalRegex } from '../../api/literal-regex.js';
import type { User } from '../../api/contract/users.js';
import type { EntityName } from '../../api/grn.js';
import { routeOf } from './pages.js';

const routes: Readonly<Record<string, (id: string) => string>> = {
  user: (id) => `/system/users/${id}`,
  dashboard: (id) => `/dashboards/${id}`,
  event_definition: (id) => `/alerts/definitions/${id}`,
  notification: (id) => `/alerts/notifications/${id}`,
  search: (id) => `/search/${id}`,
  stream: (id) => `/streams/${id}/search`,
  role: (id) => `/system/roles/${id}`,
  output: () => '/system/outputs',
  index_set: (id) => `/system/index_sets/${id}`,
};

/** Returns the route of an entity; undefined for a type that `routes` lacks. */
export function entityRoute({ type, id }: EntityName): string | undefined {
  return Object.hasOwn(routes, type) ? routes[type]?.(encodeURIComponent(id)) : undefined;
}

/**
 * Returns the route of the user's own account: its form, or its details for an account that only the configuration can
 * change.
 */
export const ownRoute = ({ id, read_only: fixed }: Pick<User, 'id' | 'read_only'>): string =>
  routeOf(fixed ? '/system/users/:userId' : '/system/users/edit/:userId', { userId: id });

/** Returns the route of the list of inputs, filtered by a title. The filter of that page is a regular expression. */
export const inputRoute = (title: string): string =>
  `/system/inputs?${new URLSearchParams({ filter: literalRegex(title) }).toString()}`;
