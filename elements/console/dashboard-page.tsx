/**
 * Renders the page of a dashboard. It shows the component of the element `log-dashboard`, whose events update the
 * address.
 */
import { useMemo, useState, type ReactNode } from 'react';
import type { TimeRange } from '../../api/contract/searches.js';
import { readWidgetMode, writeWidgetMode } from '../../machines/view/address.js';
import {
  readDashboardAddress,
  writeDashboardAddress,
  type DashboardAddress,
} from '../../machines/view/dashboard-address.js';
import type { ViewDocument } from '../../machines/view/document.js';
import { LogDashboard } from '../dashboard/index.js';
import { useCurrentUser, usePermission } from '../element/connection-context.js';
import { useHasRoute } from '../element/routes-context.js';
import { handedDashboard, withoutHanded } from '../views/index.js';
import { MissingPermissionsPage } from './error-pages.js';
import type { ShownProps } from './pages.js';
import { AddressedComparison } from './addressed-comparison.js';
import { Listening, showMode, withSearch, type WidgetFocus } from './view-events.js';

/** Detail of the event `log-query-change`: the query and range that override the dashboard's widgets. */
interface OverrideChange {
  readonly query: string;
  readonly range: TimeRange | undefined;
}

/**
 * Shows a dashboard and keeps its state in the address: a change of page, query, range or variables adds a history
 * entry; a changed refresh interval, and the removal of an unknown page from the address, replace the present entry.
 */
export function Dashboard({
  location,
  router,
  given,
}: ShownProps & {
  /** An unsaved dashboard that another page has created; absent: a stored or an empty dashboard. */
  readonly given?: ViewDocument;
}): ReactNode {
  const hasRoute = useHasRoute();
  const mayNow = usePermission('dashboards:create');
  const known = useCurrentUser() !== undefined;
  // While the session is lost the user has no permissions; a permission seen before still counts, so that unsaved work
  // stays on screen.
  const [mayCreate, setMayCreate] = useState(mayNow);
  if (mayNow && !mayCreate) setMayCreate(true);
  const { viewId } = location.params;
  const requested = useMemo(() => readDashboardAddress(location.search), [location.search]);
  const show = (changes: Partial<DashboardAddress>, replace = false) => {
    const { search } = router.location();
    const changed = writeDashboardAddress(search, changes);
    if (changed.toString() === new URLSearchParams(search).toString()) return;
    router.navigate(withSearch(location.path, changed), { replace });
  };
  const onEvent = (name: string, detail: object) => {
    if (name === 'log-page-change') {
      const { page, unknown } = detail as { page: string; unknown?: string };
      show({ page: unknown === undefined ? page : undefined }, unknown !== undefined);
    }
    if (name === 'log-query-change') {
      const { query, range } = detail as OverrideChange;
      show({ query, range });
    }
    if (name === 'log-variables-change') show(detail as Pick<DashboardAddress, 'variables'>);
    // A changed refresh interval adds no history entry.
    if (name === 'log-refresh-change') show(detail as Pick<DashboardAddress, 'refresh'>, true);
    if (name === 'log-widget-focus') showMode(router, location.path, detail as WidgetFocus);
    if (name === 'log-view-saved') {
      const { id } = detail as { id: string };
      if (id === viewId) return;
      // A copy of a dashboard has the pages of the original, so the page in the address stays valid.
      const search = writeWidgetMode(withoutHanded(router.location().search), {});
      router.navigate(withSearch(`/dashboards/${encodeURIComponent(id)}`, search));
    }
  };
  const [handed] = useState(() => (viewId === undefined ? handedDashboard(location.search) : undefined));
  if (viewId === undefined && !given && !mayCreate)
    return known ? <MissingPermissionsPage path={location.path} /> : null;
  return (
    <Listening onEvent={onEvent}>
      <AddressedComparison router={router} search={location.search} />
      <LogDashboard
        viewId={viewId}
        given={given ?? handed}
        {...requested}
        widgetMode={readWidgetMode(location.search)}
        hasRoute={hasRoute}
      />
    </Listening>
  );
}
