/**
 * The route table (spec 1 §2): every address that the console knows, in the order of the specification. A path's `:name`
 * is a parameter. `page` names the page that shows it; a route without one has no page in this version and gives the
 * not-found page, as an unknown address does.
 */

export type PageName =
  | 'start'
  | 'welcome'
  | 'search'
  | 'new-search'
  | 'saved-searches'
  | 'dashboards'
  | 'dashboard'
  | 'wall'
  | 'message'
  | 'grok-patterns'
  | 'not-found';

export interface Route {
  readonly name: string;
  readonly path: string;
  readonly page?: PageName;
}

export const routes = [
  // Start and general
  { name: 'start', path: '/', page: 'start' },
  { name: 'not-found', path: '/notfound', page: 'not-found' },
  { name: 'welcome', path: '/welcome', page: 'welcome' },
  { name: 'sources', path: '/sources' },
  { name: 'security', path: '/security' },
  { name: 'extended-search', path: '/extendedsearch', page: 'search' },
  // Search and views
  { name: 'search', path: '/search', page: 'search' },
  { name: 'new-search', path: '/search/new', page: 'new-search' },
  { name: 'saved-search', path: '/search/:viewId', page: 'search' },
  { name: 'views', path: '/views', page: 'saved-searches' },
  { name: 'view', path: '/views/:viewId', page: 'search' },
  { name: 'streams', path: '/streams' },
  // Dashboards
  { name: 'dashboards', path: '/dashboards', page: 'dashboards' },
  { name: 'new-dashboard', path: '/dashboards/new', page: 'dashboard' },
  { name: 'dashboard-tv', path: '/dashboards/tv/:viewId', page: 'wall' },
  { name: 'dashboard', path: '/dashboards/:viewId', page: 'dashboard' },
  // Alerts
  { name: 'alerts', path: '/alerts' },
  { name: 'alert-definitions', path: '/alerts/definitions' },
  { name: 'new-alert-definition', path: '/alerts/definitions/new' },
  { name: 'edit-alert-definition', path: '/alerts/definitions/:definitionId/edit' },
  { name: 'replay-alert-definition', path: '/alerts/definitions/:definitionId/replay-search' },
  { name: 'alert-definition', path: '/alerts/definitions/:definitionId' },
  { name: 'alert-notifications', path: '/alerts/notifications' },
  { name: 'new-alert-notification', path: '/alerts/notifications/new' },
  { name: 'edit-alert-notification', path: '/alerts/notifications/:notificationId/edit' },
  { name: 'alert-notification', path: '/alerts/notifications/:notificationId' },
  { name: 'replay-alert', path: '/alerts/:alertId/replay-search' },
  // Streams and messages
  { name: 'edit-stream', path: '/streams/:streamId/edit' },
  { name: 'stream-outputs', path: '/streams/:streamId/outputs' },
  { name: 'new-stream-search', path: '/streams/:streamId/search/new', page: 'new-search' },
  { name: 'stream-search', path: '/streams/:streamId/search', page: 'search' },
  { name: 'stream-messages', path: '/streams/:streamId/messages', page: 'search' },
  { name: 'message', path: '/messages/:index/:messageId', page: 'message' },
  // System
  { name: 'configurations', path: '/system/configurations' },
  { name: 'content-packs', path: '/system/contentpacks' },
  { name: 'export-content-pack', path: '/system/contentpacks/export' },
  { name: 'create-content-pack', path: '/system/contentpacks/create' },
  { name: 'edit-content-pack', path: '/system/contentpacks/:packId/:revision/edit' },
  { name: 'content-pack', path: '/system/contentpacks/:packId' },
  { name: 'grok-patterns', path: '/system/grokpatterns', page: 'grok-patterns' },
  { name: 'indices', path: '/system/indices' },
  { name: 'index-failures', path: '/system/indices/failures' },
  { name: 'create-index-set', path: '/system/index_sets/create' },
  { name: 'index-set-configuration', path: '/system/index_sets/:indexSetId/configuration' },
  { name: 'index-set', path: '/system/index_sets/:indexSetId' },
  { name: 'inputs', path: '/system/inputs' },
  { name: 'global-extractors', path: '/system/inputs/:inputId/extractors' },
  { name: 'new-extractor', path: '/system/inputs/:inputId/:nodeId/extractors/new' },
  { name: 'export-extractors', path: '/system/inputs/:inputId/:nodeId/extractors/export' },
  { name: 'import-extractors', path: '/system/inputs/:inputId/:nodeId/extractors/import' },
  { name: 'edit-extractor', path: '/system/inputs/:inputId/:nodeId/extractors/:extractorId/edit' },
  { name: 'extractors', path: '/system/inputs/:inputId/:nodeId/extractors' },
  { name: 'logging', path: '/system/logging' },
  { name: 'metrics', path: '/system/metrics/node/:nodeId' },
  { name: 'nodes', path: '/system/nodes' },
  { name: 'node', path: '/system/nodes/:nodeId' },
  { name: 'thread-dump', path: '/system/threaddump/:nodeId' },
  { name: 'process-buffer-dump', path: '/system/processbufferdump/:nodeId' },
  { name: 'outputs', path: '/system/outputs' },
  { name: 'overview', path: '/system/overview' },
  { name: 'enterprise', path: '/system/enterprise' },
  // Authentication
  { name: 'authentication', path: '/system/authentication/services' },
  { name: 'active-authentication', path: '/system/authentication/services/active' },
  { name: 'create-authentication', path: '/system/authentication/services/create' },
  { name: 'create-authentication-type', path: '/system/authentication/services/create/:type' },
  { name: 'edit-authentication', path: '/system/authentication/services/edit/:backendId' },
  { name: 'authentication-service', path: '/system/authentication/services/:backendId' },
  { name: 'authenticator', path: '/system/authentication/authenticator' },
  { name: 'edit-authenticator', path: '/system/authentication/authenticator/edit' },
  // Users and roles
  { name: 'users', path: '/system/users' },
  { name: 'new-user', path: '/system/users/new' },
  { name: 'edit-user', path: '/system/users/edit/:userId' },
  { name: 'user-tokens', path: '/system/users/tokens/:userId' },
  { name: 'user', path: '/system/users/:userId' },
  { name: 'roles', path: '/system/roles' },
  { name: 'edit-role', path: '/system/roles/edit/:roleId' },
  { name: 'role', path: '/system/roles/:roleId' },
  // Lookup tables
  { name: 'lookup-tables', path: '/system/lookuptables' },
  { name: 'create-lookup-table', path: '/system/lookuptables/create' },
  { name: 'edit-lookup-table', path: '/system/lookuptables/table/:tableId/edit' },
  { name: 'lookup-table', path: '/system/lookuptables/table/:tableId' },
  { name: 'lookup-caches', path: '/system/lookuptables/caches' },
  { name: 'create-lookup-cache', path: '/system/lookuptables/caches/create' },
  { name: 'edit-lookup-cache', path: '/system/lookuptables/caches/:cacheId/edit' },
  { name: 'lookup-cache', path: '/system/lookuptables/caches/:cacheId' },
  { name: 'lookup-adapters', path: '/system/lookuptables/data_adapters' },
  { name: 'create-lookup-adapter', path: '/system/lookuptables/data_adapters/create' },
  { name: 'edit-lookup-adapter', path: '/system/lookuptables/data_adapter/:adapterId/edit' },
  { name: 'lookup-adapter', path: '/system/lookuptables/data_adapter/:adapterId' },
  // Pipelines
  { name: 'pipelines', path: '/system/pipelines' },
  { name: 'pipeline-rules', path: '/system/pipelines/rules' },
  { name: 'pipeline-rule', path: '/system/pipelines/rules/:ruleId' },
  { name: 'pipeline-simulator', path: '/system/pipelines/simulate' },
  { name: 'pipeline', path: '/system/pipelines/:pipelineId' },
  // Sidecars
  { name: 'sidecars', path: '/system/sidecars' },
  { name: 'sidecar-administration', path: '/system/sidecars/administration' },
  { name: 'sidecar-configuration', path: '/system/sidecars/configuration' },
  { name: 'new-sidecar-configuration', path: '/system/sidecars/configuration/new' },
  { name: 'edit-sidecar-configuration', path: '/system/sidecars/configuration/edit/:configurationId' },
  { name: 'sidecar-failures', path: '/system/sidecars/failuretracking' },
  { name: 'new-collector', path: '/system/sidecars/collector/new' },
  { name: 'edit-collector', path: '/system/sidecars/collector/edit/:collectorId' },
  { name: 'sidecar-status', path: '/system/sidecars/:sidecarId/status' },
] as const satisfies readonly Route[];

export type RouteName = (typeof routes)[number]['name'];

export interface Location {
  readonly route: RouteName | 'unknown';
  readonly page: PageName;
  readonly params: Readonly<Record<string, string>>;
  /** Path without the base path, and the query string without `?`. */
  readonly path: string;
  readonly search: string;
}

const compiled = routes.map((route: Route) => ({
  route,
  names: [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? ''),
  pattern: new RegExp(`^${route.path.replace(/:\w+/g, '([^/]+)').replace(/\/$/, '')}/?$`),
  fixed: !route.path.includes(':'),
}));

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Which route an address is. Fixed paths win over parameters; a parameter is one decoded segment. */
export function matchRoute(path: string, search = ''): Location {
  const hits = compiled.filter(({ pattern }) => pattern.test(path));
  const hit = hits.find(({ fixed }) => fixed) ?? hits[0];
  if (!hit) return { route: 'unknown', page: 'not-found', params: {}, path, search };
  const values = hit.pattern.exec(path)?.slice(1) ?? [];
  const params = Object.fromEntries(hit.names.map((name, index) => [name, decode(values[index] ?? '')]));
  return { route: hit.route.name as RouteName, page: hit.route.page ?? 'not-found', params, path, search };
}

/** Whether a menu entry or link may lead there. */
export function hasPage(path: string): boolean {
  return matchRoute(path).page !== 'not-found';
}
