/** Decides who may read the entity behind a GRN, a global resource name (screens/dashboards-sharing-alerts.md §3.3). */
import type { EntityName } from '../../api/grn.js';

const prefixes: Readonly<Record<string, string>> = {
  dashboard: 'dashboards:',
  search: 'view:',
  stream: 'streams:',
  event_definition: 'eventdefinitions:',
  notification: 'eventnotifications:',
  report: 'report:',
};

/** Returns the permissions, any of which lets the user read the entity. */
export function readPermissions({ type, id }: EntityName): readonly string[] {
  const own = `${prefixes[type] ?? `${type}s:`}read:${id}`;
  return type === 'dashboard' ? [own, `view:read:${id}`] : [own];
}
