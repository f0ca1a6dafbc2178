/** Lists of saved searches and dashboards, and what is done with them there (spec 2 §7). The open view belongs to its machine. */
import type { QueryClient } from '@tanstack/react-query';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { Search } from '../contract/searches.js';
import { createSearch } from '../contract/searches.js';
import type { EntityPage, PageQuery, View, ViewSummary } from '../contract/views.js';
import { createView, deleteView, deleteViews, listDashboards, listSavedSearches } from '../contract/views.js';

const savedSearchesKey = ['savedSearches'] as const;
const dashboardsKey = ['dashboards'] as const;

/** Defaults of the saved-search list (spec 2 §9). */
export const savedSearchesDefaults = { page: 1, per_page: 20, sort: 'title', order: 'asc' } as const;

export function savedSearchesQuery(client: Client, query: PageQuery) {
  return queryOptions({
    queryKey: [...savedSearchesKey, query],
    queryFn: ({ signal }) => client.call(listSavedSearches, { query, signal, check: isPage }),
    placeholderData: keepPreviousData,
  });
}

export function dashboardsQuery(client: Client, query: PageQuery) {
  return queryOptions({
    queryKey: [...dashboardsKey, query],
    queryFn: ({ signal }) => client.call(listDashboards, { query, signal, check: isPage }),
    placeholderData: keepPreviousData,
  });
}

/** The star of a view in the lists that are on screen. */
export function markFavoriteInLists(queryClient: QueryClient, viewId: string, favorite: boolean): void {
  for (const queryKey of [savedSearchesKey, dashboardsKey]) {
    queryClient.setQueriesData<EntityPage<ViewSummary>>(
      { queryKey, predicate: ({ state }) => isPage(state.data) },
      (page) =>
        page && { ...page, elements: page.elements.map((row) => (row.id === viewId ? { ...row, favorite } : row)) },
    );
  }
}

const isPage = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && Array.isArray((data as Partial<EntityPage<ViewSummary>>).elements);

/** A new dashboard with its search, which the server must have first. */
export function createDashboardMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ view, search }: { view: View; search: Search }) => {
      await client.call(createSearch, { body: search });
      return client.call(createView, { body: view });
    },
    onSuccess: () => invalidateViewLists(queryClient),
  });
}

/** After any change of stored views, made here or by a view's own save. */
export async function invalidateViewLists(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: savedSearchesKey }),
    queryClient.invalidateQueries({ queryKey: dashboardsKey }),
  ]);
}

export function deleteViewMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (viewId: string) => client.call(deleteView, { params: { viewId } }),
    onSuccess: () => invalidateViewLists(queryClient),
  });
}

/** Those that could not be deleted are in `failures`. */
export function deleteViewsMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (ids: readonly string[]) => client.call(deleteViews, { body: { entity_ids: [...ids] } }),
    onSuccess: () => invalidateViewLists(queryClient),
  });
}
