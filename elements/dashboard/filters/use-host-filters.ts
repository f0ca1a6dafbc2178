import { useCallback, useEffect } from 'react';
import { filtersQuery, type HostFilter } from '../../../machines/host-filters.js';
import { useHostElement } from '../../element/host-context.js';
import type { DashboardPageActor } from '../page/use-dashboard-page.js';

/**
 * Adds the filters of the host page to every request of a dashboard.
 * @returns a function that changes the filters for a viewer: it updates the property and emits `log-filters-change`
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
