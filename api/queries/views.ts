/**
 * Queries and mutations of the lists of saved searches and dashboards (spec 2 §7). An open view has its own machine.
 */
import type { QueryClient } from '@tanstack/react-query';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { Search } from '../contract/searches.js';
import { createSearch } from '../contract/searches.js';
import type { EntityPage, PageQuery, View, ViewSummary } from '../contract/views.js';
import {
  createView,
  deleteView,
  deleteViews,
  getView,
  listDashboards,
  listSavedSearches,
  viewsForValue,
} from '../contract/views.js';
import { hasList } from './has-list.js';
import { dashboardsKey, invalidateViewLists, savedSearchesKey } from './view-lists.js';

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

/** Reads the dashboards whose search declares parameters, so that a link can open them with a value of a parameter. */
export function dashboardsForValueQuery(client: Client) {
  return queryOptions({
    queryKey: ['views', 'for-value'],
    queryFn: async ({ signal }) => {
      const views = await client.call(viewsForValue, { body: {}, signal, check: Array.isArray });
      return views.filter(({ type }) => type === 'DASHBOARD');
    },
    retry: false,
  });
}

/** Reads a view as it is stored, without the unsaved changes of pages that show it. */
export function viewQuery(client: Client, viewId: string) {
  return queryOptions({
    queryKey: ['views', viewId],
    queryFn: ({ signal }) => client.call(getView, { params: { viewId }, signal }),
    staleTime: 0,
  });
}

/** Marks a view as favourite, or removes the mark, in the lists that are displayed. */
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

/** Stores a new dashboard. Its search is stored first, because the view refers to it. */
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

export function deleteViewMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (viewId: string) => client.call(deleteView, { params: { viewId } }),
    onSuccess: () => invalidateViewLists(queryClient),
  });
}

/** Deletes several views; the answer's `failures` lists those that could not be deleted. */
export function deleteViewsMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (ids: readonly string[]) => client.call(deleteViews, { body: { entity_ids: [...ids] } }),
    onSuccess: () => invalidateViewLists(queryClient),
  });
}
