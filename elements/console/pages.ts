/**
 * The table of pages (spec 1 §2): every address that the console shows something for. Router, titles, permissions, breadcrumbs,
 * System menu and links read it; what is not in it is not found. Areas of administration bring their own tables.
 */
import type { ComponentType } from 'react';
import { authenticationPages } from '../admin/authentication/pages.js';
import { grokPages } from '../admin/grok-patterns/pages.js';
import { rolesPages } from '../admin/roles/pages.js';
import { streamsPages } from '../admin/streams/pages.js';
import { usersPages } from '../admin/users/pages.js';
import { lazyPart } from '../kit/lazy-part.js';
import { matchPage, type MenuPlace, type Page, type PagePlace } from '../kit/pages.js';
import type { Router } from './router.js';
import { texts } from './texts.js';
import { Dashboard, Message, NewSearch, Search, Start, Welcome } from './view-pages.js';

/** What a page of the console is given. */
export interface ShownProps {
  readonly location: Location;
  readonly router: Router;
}

export interface ConsolePage extends PagePlace {
  readonly menu?: MenuPlace;
  readonly Shown: ComponentType<ShownProps>;
  /** Without navigation and footer, as on a wall. */
  readonly bare?: boolean;
}

export interface Location {
  /** Undefined: there is no such page. */
  readonly page: ConsolePage | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** Path without the base path, and the query string without `?`. */
  readonly path: string;
  readonly search: string;
}

/** The page of an area, with its list's question in the address. */
function areaPage({ Content, ...place }: Page): ConsolePage {
  const Shown = lazyPart(
    () => import('./area-page.js').then(({ areaPageOf }) => ({ Shown: areaPageOf(Content) })),
    'Shown',
  );
  return { ...place, Shown };
}

const SavedSearches = lazyPart(() => import('../views/pages.js'), 'SavedSearchesPage');
const Dashboards = lazyPart(() => import('../views/pages.js'), 'DashboardsPage');
/** Few are on a wall: it comes when it is asked for. */
const Wall = lazyPart(() => import('./wall.js'), 'Wall');

const search = { title: texts.nav.search, Shown: Search };
const dashboards = texts.nav.dashboards;

const areas: readonly Page[] = [...authenticationPages, ...grokPages, ...rolesPages, ...streamsPages, ...usersPages];

export const pages: readonly ConsolePage[] = [
  { path: '/', title: texts.nav.search, Shown: Start },
  { path: '/welcome', title: texts.nav.welcome, Shown: Welcome },
  { path: '/extendedsearch', ...search },
  { path: '/search', ...search },
  { path: '/search/new', title: texts.nav.search, Shown: NewSearch },
  { path: '/search/:viewId', ...search },
  areaPage({ path: '/views', title: texts.nav.savedSearches, Content: SavedSearches }),
  { path: '/views/:viewId', ...search },
  { path: '/streams/:streamId/search/new', title: texts.nav.search, Shown: NewSearch },
  { path: '/streams/:streamId/search', ...search },
  { path: '/streams/:streamId/messages', ...search },
  { path: '/messages/:index/:messageId', title: texts.nav.message, Shown: Message },
  areaPage({ path: '/dashboards', title: dashboards, Content: Dashboards }),
  { path: '/dashboards/new', title: dashboards, Shown: Dashboard },
  { path: '/dashboards/tv/:viewId', title: dashboards, Shown: Wall, bare: true },
  { path: '/dashboards/:viewId', title: dashboards, Shown: Dashboard },
  ...areas.map(areaPage),
];

/** Which page an address is. */
export function matchRoute(path: string, searchString = ''): Location {
  const match = matchPage(pages, path);
  return { page: match?.page, params: match?.params ?? {}, path, search: searchString };
}

/** Whether a menu entry or link may lead there; its query string does not matter. */
export const hasPage = (route: string): boolean => matchPage(pages, route.replace(/[?#].*$/, '')) !== undefined;
