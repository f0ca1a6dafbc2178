/**
 * Contains the table of pages (spec 1 §2) with the addresses that the console shows. Router, titles, permissions,
 * breadcrumbs and links read the table. The pages of areas are in a second table, which is loaded with the first area
 * (`area-pages.ts`); an address in neither table is "not found".
 */
import type { ComponentType } from 'react';
import { lazyPart } from '../kit/lazy-part.js';
import { matchPage, pathOfRoute, type PagePlace } from '../kit/pages.js';
import { partsOf } from '../kit/plugins/slots.js';
import { areas, isIn } from './areas.js';
import type { Router } from './router.js';
import { laterTexts } from './later-texts.js';
import { Dashboard, Message, NewSearch, Search, Start, Welcome } from './view-pages.js';

/** Props of a page of the console. */
export interface ShownProps {
  readonly location: Location;
  readonly router: Router;
}

export interface ConsolePage extends PagePlace {
  readonly Shown: ComponentType<ShownProps>;
  /** True hides navigation and footer, as on a wall display. */
  readonly bare?: boolean;
  /** True when the page has a query input, to which the shell offers a skip link. */
  readonly hasQuery?: boolean;
}

export interface Location {
  /** Page of the address; undefined when there is none. */
  readonly page: ConsolePage | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** Path without the base path; `search` is the query string without `?`. */
  readonly path: string;
  readonly search: string;
  /** Path under which the page was opened, when the page continues under another path. */
  readonly shownAs?: string | undefined;
}

/** Placeholder for every address of an area; the actual page is known once the area is loaded. */
export const areaPage: ConsolePage = {
  path: '',
  title: '',
  Shown: lazyPart(() => import('./area-page.js'), 'AreaPage'),
};

/** Few users open a wall display, so it is loaded on demand. */
const Wall = lazyPart(() => import('./wall.js'), 'Wall');

/** Few users replay events, so the page is loaded on demand. */
const Replay = lazyPart(() => import('./replay-page.js'), 'Replay');

/** Few users open the page of sources, so it is loaded on demand. */
const Sources = lazyPart(() => import('./sources-page.js'), 'Sources');

const search = { title: laterTexts.nav.search, Shown: Search, hasQuery: true };
const dashboard = { title: laterTexts.nav.dashboards, Shown: Dashboard, hasQuery: true };
const replay = { title: laterTexts.nav.replay, Shown: Replay, hasQuery: true };

export const pages: readonly ConsolePage[] = [
  { path: '/', title: laterTexts.nav.search, Shown: Start },
  { path: '/welcome', title: laterTexts.nav.welcome, Shown: Welcome },
  { path: '/extendedsearch', ...search },
  { path: '/search', ...search },
  { path: '/search/new', title: laterTexts.nav.search, Shown: NewSearch },
  { path: '/search/:viewId', ...search },
  { path: '/views/:viewId', ...search },
  { path: '/streams/:streamId/search/new', title: laterTexts.nav.search, Shown: NewSearch },
  { path: '/streams/:streamId/search', ...search },
  { path: '/streams/:streamId/messages', ...search },
  { path: '/alerts/definitions/:definitionId/replay-search', ...replay },
  { path: '/alerts/:eventId/replay-search', ...replay },
  { path: '/messages/:index/:messageId', title: laterTexts.nav.message, Shown: Message },
  { path: '/dashboards/new', ...dashboard },
  { path: '/dashboards/tv/:viewId', title: laterTexts.nav.dashboards, Shown: Wall, bare: true },
  { path: '/dashboards/:viewId', ...dashboard },
  { path: '/sources', title: laterTexts.nav.sources, Shown: Sources, hasQuery: true },
];

/** Returns the location of an address: the page, if there is one, and the parameters of its path. */
export function matchRoute(path: string, searchString = ''): Location {
  const match = matchPage(pages, path);
  const inArea = areas.some((area) => isIn(area, path));
  return {
    page: match?.page ?? (inArea ? areaPage : undefined),
    params: match?.params ?? {},
    path,
    search: searchString,
  };
}

/** Returns true if a page exists for the route of a menu entry or link; the query string is ignored. */
export function hasPage(route: string): boolean {
  const path = pathOfRoute(route);
  return matchRoute(path).page !== undefined || matchPage(partsOf('routes'), path) !== undefined;
}
