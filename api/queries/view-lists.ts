/** Keys of the lists of saved searches and dashboards, which pages without these lists invalidate, too. */
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
