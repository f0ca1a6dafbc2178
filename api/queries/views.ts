/** Lists of saved searches and dashboards, and what is done with them there (spec 2 §7). The open view belongs to its machine. */
import type { QueryClient } from '@tanstack/react-query';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { PageQuery } from '../contract/list.schema.js';
import { deleteView, deleteViews, listDashboards, listSavedSearches } from '../contract/views.js';

const savedSearchesKey = ['savedSearches'] as const;
const dashboardsKey = ['dashboards'] as const;

/** Defaults of the saved-search list (spec 2 §9). */
export const savedSearchesDefaults = { page: 1, per_page: 20, sort: 'title', order: 'asc' } as const;

export function savedSearchesQuery(client: Client, query: PageQuery) {
  return queryOptions({
    queryKey: [...savedSearchesKey, query],
    queryFn: ({ signal }) => client.call(listSavedSearches, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function dashboardsQuery(client: Client, query: PageQuery) {
  return queryOptions({
    queryKey: [...dashboardsKey, query],
    queryFn: ({ signal }) => client.call(listDashboards, { query, signal }),
    placeholderData: keepPreviousData,
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
