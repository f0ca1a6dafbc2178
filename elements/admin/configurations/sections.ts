/** Lists the sections of the configurations page in their order (screens/administration.md Part B). */
import type { ComponentType } from 'react';
import { lazyPart } from '../../kit/lazy-part.js';
import { texts } from './texts.js';

export interface ConfigurationSection {
  /** Key of the section. It is the last segment of its address, except for the first section. */
  readonly key: string;
  readonly title: string;
  readonly heading: string;
  /** Permissions that the user needs, all of them, to see the section, in addition to those of the page. */
  readonly needs?: readonly string[];
  /** True for the section of a plug-in; these sections are in a second list. */
  readonly plugin?: true;
  readonly Content: ComponentType;
}

export const sections: readonly ConfigurationSection[] = [
  {
    key: 'search',
    ...texts.search,
    Content: lazyPart(() => import('./search-section.js'), 'SearchSection'),
  },
  {
    key: 'message-processors',
    ...texts.processors,
    Content: lazyPart(() => import('./processors-section.js'), 'ProcessorsSection'),
  },
  {
    key: 'sidecars',
    ...texts.sidecars,
    Content: lazyPart(() => import('./sidecars-section.js'), 'SidecarsSection'),
  },
  {
    key: 'events',
    ...texts.events,
    Content: lazyPart(() => import('./events-section.js'), 'EventsSection'),
  },
  {
    key: 'email',
    ...texts.email,
    needs: ['clusterconfigentry:edit'],
    Content: lazyPart(() => import('./email-section.js'), 'EmailSection'),
  },
  {
    key: 'url-whitelist',
    ...texts.allowList,
    needs: ['urlwhitelist:read'],
    Content: lazyPart(() => import('./allow-list-section.js'), 'AllowListSection'),
  },
  {
    key: 'decorators',
    ...texts.decorators,
    Content: lazyPart(() => import('./decorators-section.js'), 'DecoratorsSection'),
  },
  {
    key: 'permissions',
    ...texts.permissions,
    Content: lazyPart(() => import('./permissions-section.js'), 'PermissionsSection'),
  },
  {
    key: 'index-set-defaults',
    ...texts.indexSets,
    Content: lazyPart(() => import('./index-sets-section.js'), 'IndexSetsSection'),
  },
  {
    key: 'users',
    ...texts.users,
    Content: lazyPart(() => import('./users-section.js'), 'UsersSection'),
  },
  {
    key: 'public-notifications',
    ...texts.announcements,
    Content: lazyPart(() => import('./announcements-section.js'), 'AnnouncementsSection'),
  },
  {
    key: 'geo-location',
    ...texts.geo,
    plugin: true,
    Content: lazyPart(() => import('./geo-section.js'), 'GeoSection'),
  },
  {
    key: 'threat-intelligence',
    ...texts.threats,
    plugin: true,
    Content: lazyPart(() => import('./threats-section.js'), 'ThreatsSection'),
  },
];

const path = '/system/configurations';
export const sectionRoute = (key: string): string => (key === sections[0]?.key ? path : `${path}/${key}`);
