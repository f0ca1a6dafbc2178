/**
 * Renders a page with the message volume per source (screens/administration.md C7): the stored dashboard with the title
 * "Sources", or a built-in dashboard that users with permission may save.
 */
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { dashboardsQuery } from '../../api/queries/views.js';
import { randomIds } from '../../machines/view/ids.js';
import { sourcesDashboard, sourcesTitle } from '../../machines/view/sources-dashboard.js';
import { useConnection, useUsername } from '../element/connection-context.js';
import { Loading } from '../kit/loading.js';
import { Dashboard } from './dashboard-page.js';
import type { ShownProps } from './pages.js';
import { Redirect } from './view-pages.js';

/**
 * Query for the stored dashboard; it also finds titles that merely contain the word "Sources", so the result must be
 * filtered.
 */
const question = { page: 1, per_page: 50, sort: 'title', order: 'asc', query: `title:${sourcesTitle}` } as const;

export function Sources({ location, router }: ShownProps): ReactNode {
  const { client } = useConnection();
  const owner = useUsername();
  const [given] = useState(() => sourcesDashboard({ createdAt: new Date().toISOString(), owner }, randomIds));
  const dashboards = useQuery(dashboardsQuery(client, question));
  // Once the built-in dashboard is shown it stays, even if a dashboard with its title is stored later.
  const [shown, setShown] = useState(false);
  const stored = dashboards.data?.elements.find(({ title }) => title === sourcesTitle);
  if (dashboards.isPending) return <Loading />;
  if (stored && !shown) return <Redirect router={router} to={`/dashboards/${encodeURIComponent(stored.id)}`} />;
  if (!shown) setShown(true);
  return <Dashboard location={location} router={router} given={given} />;
}
