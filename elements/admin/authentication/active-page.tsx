/**
 * Renders the page of the active authentication service (screens/administration.md A9). If no service is active, the
 * user is sent to the list of services, or to the page that creates a service if there is none.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { activeAuthBackendQuery } from '../../../api/queries/authentication.js';
import { useConnection } from '../../element/connection-context.js';
import { useNavigate } from '../../element/host-context.js';
import { usePageTitle } from '../../element/page-title.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Loading } from '../../kit/loading.js';
import { ServiceFrame } from './service-header.js';
import { ServiceSections } from './service-sections.js';
import { routes } from './tabs.js';
import { texts } from './texts.js';

export function ActivePage(): ReactNode {
  const { client } = useConnection();
  const navigate = useNavigate();
  const { data, error, refetch, isFetching } = useQuery(activeAuthBackendQuery(client));
  const backend = data?.backend;
  usePageTitle(backend ? texts.active.title(backend.title) : undefined);
  // Cached data may be outdated, so the user is sent to another page only once fresh data has arrived.
  const elsewhere = !isFetching && data && !backend ? (data.total > 0 ? routes.list : routes.create) : undefined;
  // `navigate` is a new function in every rendering, but the page navigates only once for each target.
  const leave = useEffectEvent((path: string) => navigate(path));
  useEffect(() => {
    if (elsewhere !== undefined) leave(elsewhere);
  }, [elsewhere]);
  return (
    <ServiceFrame
      title={backend ? texts.active.title(backend.title) : texts.active.page}
      description={texts.details.description}
    >
      {backend && <ServiceSections service={backend} />}
      {!backend && !error && <Loading />}
      {!backend && error && (
        <ErrorPanel title={texts.loadingFailed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      )}
    </ServiceFrame>
  );
}
