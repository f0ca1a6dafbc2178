/** The page of a dashboard: the same component as the element; what it tells goes to the address bar. */
import { useState, type ReactNode } from 'react';
import { readWidgetMode } from '../../machines/view/address.js';
import { LogDashboard } from '../dashboard/index.js';
import { useCurrentUser, usePermission } from '../element/connection-context.js';
import { useHasRoute } from '../element/routes-context.js';
import { MissingPermissionsPage } from './error-pages.js';
import type { ShownProps } from './pages.js';
import { Listening, showMode, withSearch, type WidgetFocus } from './view-events.js';

/** The page that is shown stands in the address and replaces it: going back leaves the dashboard. */
export function Dashboard({ location, router }: ShownProps): ReactNode {
  const hasRoute = useHasRoute();
  const mayNow = usePermission('dashboards:create');
  const known = useCurrentUser() !== undefined;
  // Nobody may anything while a session is lost; what was begun stays.
  const [mayCreate, setMayCreate] = useState(mayNow);
  if (mayNow && !mayCreate) setMayCreate(true);
  const { viewId } = location.params;
  const asked = new URLSearchParams(location.search);
  const onEvent = (name: string, detail: object) => {
    const now = new URLSearchParams(router.location().search);
    if (name === 'log-page-change') {
      const { page, unknown } = detail as { page: string; unknown?: string };
      if (unknown === undefined) now.set('page', page);
      else now.delete('page');
      router.navigate(withSearch(location.path, now), { replace: true });
    }
    if (name === 'log-widget-focus') showMode(router, location.path, detail as WidgetFocus);
    if (name === 'log-view-saved') {
      const { id } = detail as { id: string };
      if (id === viewId) return;
      // A copy has the same pages.
      const page = now.get('page');
      const search = new URLSearchParams(page === null ? {} : { page });
      router.navigate(withSearch(`/dashboards/${encodeURIComponent(id)}`, search));
    }
  };
  if (viewId === undefined && !mayCreate) return known ? <MissingPermissionsPage path={location.path} /> : null;
  return (
    <Listening onEvent={onEvent}>
      <LogDashboard
        viewId={viewId}
        create={viewId === undefined}
        page={asked.get('page') ?? undefined}
        query=""
        range={undefined}
        refresh={undefined}
        widgetMode={readWidgetMode(location.search)}
        hasRoute={hasRoute}
      />
    </Listening>
  );
}
