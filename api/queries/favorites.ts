/** Queries and mutations of the signed-in user's favourites (spec 1 §7). */
import type { QueryClient } from '@tanstack/react-query';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { addFavorite, listFavorites, removeFavorite } from '../contract/start-page.js';
import { parseGrn } from '../grn.js';
import { markFavoriteInLists } from './views.js';

const favoritesKey = ['favorites'] as const;
/** Number of favourites on a page of the welcome page's list (spec 2 §9). */
export const favoritesPerPage = 5;

export function favoritesQuery(client: Client, page: number) {
  return queryOptions({
    queryKey: [...favoritesKey, page],
    queryFn: ({ signal }) => client.call(listFavorites, { query: { page, per_page: favoritesPerPage }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export interface FavoriteChange {
  readonly grn: string;
  readonly favorite: boolean;
}

/**
 * Adds or removes a favourite; displayed lists change once the server has stored the change
 * (screens/dashboards-sharing-alerts.md §3.4).
 */
export function favoriteMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ grn, favorite }: FavoriteChange) =>
      favorite
        ? client.call(addFavorite, { params: { grn }, body: undefined })
        : client.call(removeFavorite, { params: { grn } }),
    onSuccess: (_answer, { grn, favorite }) => {
      markFavoriteInLists(queryClient, parseGrn(grn)?.id ?? '', favorite);
      return queryClient.invalidateQueries({ queryKey: favoritesKey });
    },
  });
}
