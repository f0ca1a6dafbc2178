/** Contains the routes of the sidecar pages. */
import type { PageTab } from '../../kit/list-page/index.js';
import { texts } from './texts.js';

const base = '/system/sidecars';
const messagesSeconds = 7 * 86_400;

export const routes = {
  overview: base,
  administration: `${base}/administration`,
  configuration: `${base}/configuration`,
  failures: `${base}/failuretracking`,
  status: (nodeId: string): string => `${base}/${encodeURIComponent(nodeId)}/status`,
  administrationOf: (nodeId: string): string =>
    `${base}/administration?${new URLSearchParams({ node_id: nodeId }).toString()}`,
  newConfiguration: `${base}/configuration/new`,
  editConfiguration: (id: string): string => `${base}/configuration/edit/${encodeURIComponent(id)}`,
  newCollector: `${base}/collector/new`,
  editCollector: (id: string): string => `${base}/collector/edit/${encodeURIComponent(id)}`,
  tokens: (userId: string): string => `/system/users/tokens/${encodeURIComponent(userId)}`,
  messages: (nodeId: string): string =>
    `/search?${new URLSearchParams({
      rangetype: 'relative',
      relative: String(messagesSeconds),
      q: `gl2_source_collector:${/^[\w-]+$/.test(nodeId) ? nodeId : JSON.stringify(nodeId)}`,
    }).toString()}`,
} as const;

type TabName = 'overview' | 'administration' | 'configuration' | 'failures';

export const sidecarTabs = (active: TabName): readonly PageTab[] => [
  { label: texts.tabs.overview, route: routes.overview, active: active === 'overview', needs: ['sidecars:read'] },
  {
    label: texts.tabs.administration,
    route: routes.administration,
    active: active === 'administration',
    needs: ['sidecars:read', 'sidecar_collectors:read', 'sidecar_collector_configurations:read'],
  },
  {
    label: texts.tabs.configuration,
    route: routes.configuration,
    active: active === 'configuration',
    needs: ['sidecar_collectors:read', 'sidecar_collector_configurations:read'],
  },
  { label: texts.tabs.failures, route: routes.failures, active: active === 'failures', needs: ['sidecars:read'] },
];
