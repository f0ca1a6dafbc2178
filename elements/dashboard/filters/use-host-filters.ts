import { useCallback, useEffect } from 'react';
import { filtersQuery, type HostFilter } from '../../../machines/host-filters.js';
import { useHostElement } from '../../element/host-context.js';
import type { DashboardPageActor } from '../page/use-dashboard-page.js';

/**
 * Adds the filters of the page around to everything that a dashboard asks.
 * @returns changes the filters for a viewer: the property follows, and the page is told by `log-filters-change`
 */
export function useHostFilters(
  page: DashboardPageActor,
  filters: readonly HostFilter[],
): (filters: readonly HostFilter[]) => void {
  const host = useHostElement();
  const query = filtersQuery(filters);
  useEffect(() => {
    page.send({ type: 'hostQuery.changed', query });
  }, [page, query]);
  return useCallback(
    (changed) => {
      host.reflect('filters', changed);
      host.emit('log-filters-change', { filters: changed });
    },
    [host],
  );
}
