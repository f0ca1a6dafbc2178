/**
 * Shapes of favourites, last opened entities, activity and list preferences (contract dashboards-sharing-alerts).
 */
import { Type, type Static } from '@sinclair/typebox';
import type { PagedBody } from './list.schema.js';

export const FavoritesQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  per_page: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  /** Entity type as in GRNs (see api/grn.ts), for example `dashboard`; absent: favourites of all types. */
  type: Type.Optional(Type.String()),
});
export type FavoritesQuery = Static<typeof FavoritesQuery>;

export interface Favorite {
  grn: string;
  title: string;
}
export interface LastOpened extends Favorite {
  timestamp: string;
}
export interface RecentActivity {
  id: string;
  activity_type: 'create' | 'update' | 'delete' | 'share' | 'unshare';
  item_grn: string;
  item_title: string;
  user_name: string | null;
  timestamp: string;
}

export type PagedFavorites = PagedBody & { favorites: Favorite[] };
export type PagedLastOpened = PagedBody & { lastOpened: LastOpened[] };
export type PagedActivity = PagedBody & { recentActivity: RecentActivity[] };

export const EntityListPreferences = Type.Object({
  displayed_attributes: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
  per_page: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  sort: Type.Optional(
    Type.Union([
      Type.Object({ field: Type.String(), order: Type.Union([Type.Literal('asc'), Type.Literal('desc')]) }),
      Type.Null(),
    ]),
  ),
});
export type EntityListPreferences = Static<typeof EntityListPreferences>;
