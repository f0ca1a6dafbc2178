/**
 * The areas of the console whose pages load when one of them opens, as far as links, the navigation and the System menu need to
 * know them before. Which pages each has is in `area-pages.ts`.
 */
import { laterTexts } from './later-texts.js';

export interface Area {
  /** Route of the area; its pages are at and below it. */
  readonly at: string;
  readonly title: string;
  /** Permissions, all of which it takes to see its entry in the System menu; absent: it has none. */
  readonly menu?: readonly string[];
  /** The page that the entry leads to, unless it is `at` itself; without an entry: a page of the area whose entry stands for it. */
  readonly path?: string;
  /** True if there are no pages below `at`. */
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

/** Every address below belongs to a plug-in or is unknown. */
export const pluginArea: Pick<Area, 'at'> = { at: '/plugin' };

/** Tells whether an address belongs to the area. */
export const isIn = ({ at, alone = false }: Pick<Area, 'at' | 'alone'>, address: string): boolean =>
  address === at || address === `${at}/` || (!alone && address.startsWith(`${at}/`));
