/**
 * Endpoints of the start page, of favourites and of each user's list layouts (contract dashboards-sharing-alerts).
 */
import { endpoint } from './endpoint.js';
import type { PageQuery } from './list.schema.js';
import type {
  EntityListPreferences,
  FavoritesQuery,
  PagedActivity,
  PagedFavorites,
  PagedLastOpened,
} from './start-page.schema.js';

export type * from './start-page.schema.js';

const nothing = { produces: 'nothing' } as const;

export const lastOpened = endpoint<{ query: PageQuery; answer: PagedLastOpened }>()(
  'GET',
  '/startpage/lastOpened',
  'session',
);
export const recentActivity = endpoint<{ query: PageQuery; answer: PagedActivity }>()(
  'GET',
  '/startpage/recentActivity',
  'session',
);

/** Lists the favourites of the user, in the order in which the user added them. */
export const listFavorites = endpoint<{ query: FavoritesQuery; answer: PagedFavorites }>()(
  'GET',
  '/favorites',
  'session',
);
export const addFavorite = endpoint<{ body: unknown; answer: undefined }>()(
  'PUT',
  '/favorites/{grn}',
  'session',
  nothing,
);
export const removeFavorite = endpoint<{ answer: undefined }>()('DELETE', '/favorites/{grn}', 'session', nothing);

/** Returns the user's layout of a list; the answer is 204 without content if the user never saved one. */
export const listPreferences = endpoint<{ answer: EntityListPreferences | undefined }>()(
  'GET',
  '/entitylists/preferences/{entityListId}',
  'session',
);
export const saveListPreferences = endpoint<{ body: EntityListPreferences; answer: undefined }>()(
  'POST',
  '/entitylists/preferences/{entityListId}',
  'session',
  { ...nothing, status: 200 },
);
