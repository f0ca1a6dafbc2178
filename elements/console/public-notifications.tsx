/**
 * Renders the announcements of administrators, on the login page and above the other pages, except wall displays (spec
 * 1 §4; screens/dashboards-sharing-alerts.md §14).
 */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { publicNotificationsQuery } from '../../api/queries/public-notifications.js';
import { useConnection } from '../element/connection-context.js';
import { ErrorBoundary } from '../kit/error-boundary.js';
import { lazyPart } from '../kit/lazy-part.js';
import { Suspense } from '../kit/suspense.js';
import type { AnnouncementsProps } from './announcements.js';

/** Most servers have no announcements and the login page must be light, so the component is loaded on demand. */
const Announcements = lazyPart(() => import('./announcements.js'), 'Announcements');

/** Shows the active announcements; a failure is ignored, so that it never prevents the page from being shown. */
export function PublicNotifications({ place }: Pick<AnnouncementsProps, 'place'>): ReactNode {
  const { client } = useConnection();
  const { data } = useQuery(publicNotificationsQuery(client));
  const all = (data ?? []).filter(({ isActive }) => isActive);
  if (all.length === 0) return null;
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <Announcements place={place} all={all} />
      </Suspense>
    </ErrorBoundary>
  );
}
