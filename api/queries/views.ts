/** Lists of saved searches and dashboards with their actions (spec 2 §7). The open view belongs to its machine. */
import type { QueryClient } from '@tanstack/react-query';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { Search } from '../contract/searches.js';
import { createSearch } from '../contract/searches.js';
import type { EntityPage, PageQuery, View, ViewSummary } from '../contract/views.js';
import { createView, deleteView, deleteViews, getView, listDashboards, listSavedSearches } from '../contract/views.js';
import { hasList } from './has-list.js';

const savedSearchesKey = ['savedSearches'] as const;
const dashboardsKey = ['dashboards'] as const;

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

/** A view as stored, regardless of unsaved changes on open pages. */
export function viewQuery(client: Client, viewId: string) {
  return queryOptions({
    queryKey: ['views', viewId],
    queryFn: ({ signal }) => client.call(getView, { params: { viewId }, signal }),
    staleTime: 0,
  });
}

/** Sets the favourite flag of a view in the visible lists. */
export function markFavoriteInLists(queryClient: QueryClient, viewId: string, favorite: boolean): void {
  for (const queryKey of [savedSearchesKey, dashboardsKey]) {
    queryClient.setQueriesData<EntityPage<ViewSummary>>(
      { queryKey, predicate: ({ state }) => isPage(state.data) },
      (page) =>
        page && { ...page, elements: page.elements.map((row) => (row.id === viewId ? { ...row, favorite } : row)) },
    );
  }
}

const isPage = hasList('elements');

export interface NewDashboard {
  readonly view: View;
  readonly search: Search;
}

/** Stores a new dashboard after its search, which must exist first. */
export async function storeDashboard(client: Client, { view, search }: NewDashboard) {
  await client.call(createSearch, { body: search });
  return client.call(createView, { body: view });
}

export function createDashboardMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (dashboard: NewDashboard) => storeDashboard(client, dashboard),
    onSuccess: () => invalidateViewLists(queryClient),
  });
}

/** Refetches the lists after any change of stored views, including the save of an open view. */
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

/** Deletes views; `failures` lists the views that could not be deleted. */
export function deleteViewsMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (ids: readonly string[]) => client.call(deleteViews, { body: { entity_ids: [...ids] } }),
    onSuccess: () => invalidateViewLists(queryClient),
  });
}
