/** Where the entity behind a GRN is shown, and who may read it (screens/dashboards-sharing-alerts.md §3.3). */
import type { EntityName } from '../../api/grn.js';

const prefixes: Readonly<Record<string, string>> = {
  dashboard: 'dashboards:',
  search: 'view:',
  stream: 'streams:',
  event_definition: 'eventdefinitions:',
  notification: 'eventnotifications:',
  report: 'report:',
};

/** Any of these lets the person read it. */
export function readPermissions({ type, id }: EntityName): readonly string[] {
  const own = `${prefixes[type] ?? `${type}s:`}read:${id}`;
  return type === 'dashboard' ? [own, `view:read:${id}`] : [own];
}

const routes: Readonly<Record<string, (id: string) => string>> = {
  user: (id) => `/system/users/${id}`,
  dashboard: (id) => `/dashboards/${id}`,
  event_definition: (id) => `/alerts/definitions/${id}`,
  notification: (id) => `/alerts/notifications/${id}`,
  search: (id) => `/search/${id}`,
  stream: (id) => `/streams/${id}/search`,
  role: (id) => `/system/roles/${id}`,
  output: () => '/system/outputs',
};

/** Undefined for types that only add-ons show. */
export function routeOf({ type, id }: EntityName): string | undefined {
  return routes[type]?.(encodeURIComponent(id));
}
