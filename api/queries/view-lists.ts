/**
 * Query keys of the lists of saved searches and dashboards. They have a file of their own, because pages that change
 * views without showing these lists need only the keys.
 */
import type { QueryClient } from '@tanstack/react-query';

export const savedSearchesKey = ['savedSearches'] as const;
export const dashboardsKey = ['dashboards'] as const;

/**
 * Invalidates the lists of views; necessary after every change of a stored view, including the save of an open view.
 */
export async function invalidateViewLists(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: savedSearchesKey }),
    queryClient.invalidateQueries({ queryKey: dashboardsKey }),
  ]);
}
