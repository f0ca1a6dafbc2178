/**
 * Lists the lazily loaded areas of the console, with the facts that links, navigation and System menu need before the
 * area is loaded. `area-pages.ts` lists the pages of each area.
 */
import { laterTexts } from './later-texts.js';

export interface Area {
  /** Route of the area; the pages of the area are at this path and below it. */
  readonly at: string;
  readonly title: string;
  /** Permissions, all of which are needed to see the System menu entry; absent: the area has no entry. */
  readonly menu?: readonly string[];
  /**
   * Path of the menu entry; absent: the path is `at`. In an area without a menu entry, this is the path of the page
   * whose entry is highlighted.
   */
  readonly path?: string;
  /** True if `at` is the only path of the area; paths below it belong to other areas or to none. */
  readonly alone?: boolean;
}

export const areas: readonly Area[] = [
  { at: '/views', title: laterTexts.nav.savedSearches },
  { at: '/dashboards', title: laterTexts.nav.dashboards },
  { at: '/alerts', title: 'Alerts & Events', alone: true },
  { at: '/alerts/silences', title: 'Silences', alone: true },
  { at: '/alerts/definitions', title: 'Event Definitions' },
  { at: '/alerts/notifications', title: 'Notifications' },
  { at: '/streams', title: laterTexts.nav.streams },
  { at: '/security', title: laterTexts.nav.security, alone: true },
  { at: '/system/enterprise', title: laterTexts.nav.enterprise, alone: true },
  {
    at: '/system/authentication',
    path: '/system/authentication/services',
    title: 'Authentication',
    menu: ['authservicebackend:read', 'authentication:edit'],
  },
  { at: '/system/configurations', title: 'Configurations', menu: ['clusterconfigentry:read'] },
  { at: '/system/contentpacks', title: 'Content Packs', menu: ['contentpack:read'] },
  { at: '/system/grokpatterns', title: 'Grok Patterns', menu: ['inputs:read', 'grok_pattern:read'] },
  { at: '/system/index_sets', path: '/system/indices', title: 'Index Sets' },
  { at: '/system/indices', title: 'Indices', menu: ['indices:read'] },
  { at: '/system/inputs', title: 'Inputs', menu: ['inputs:read'] },
  { at: '/system/logging', title: 'Logging', menu: ['loggers:read'] },
  { at: '/system/lookuptables', title: 'Lookup Tables', menu: ['lookuptables:read'] },
  { at: '/system/metrics', path: '/system/nodes', title: 'Metrics' },
  { at: '/system/nodes', title: 'Nodes', menu: [] },
  { at: '/system/threaddump', path: '/system/nodes', title: 'Thread dump' },
  { at: '/system/processbufferdump', path: '/system/nodes', title: 'Process-buffer dump' },
  { at: '/system/outputs', title: 'Outputs', menu: ['outputs:read'] },
  { at: '/system/overview', title: 'Overview', menu: [], alone: true },
  { at: '/system/pipelines', title: 'Pipelines', menu: ['pipeline:read', 'pipeline_connection:read'] },
  { at: '/system/roles', title: 'Roles', menu: ['roles:read'] },
  { at: '/system/sidecars', title: 'Sidecars', menu: ['sidecars:read'] },
  { at: '/system/users', title: 'Users and Teams', menu: ['users:list'] },
];

/** Area reserved for plug-ins: an address below this path belongs to a plug-in or is unknown. */
export const pluginArea: Pick<Area, 'at'> = { at: '/plugin' };

/** Returns true if an address (path without base path) belongs to the area. */
export const isIn = ({ at, alone = false }: Pick<Area, 'at' | 'alone'>, address: string): boolean =>
  address === at || address === `${at}/` || (!alone && address.startsWith(`${at}/`));
