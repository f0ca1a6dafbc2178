/** Loads an authentication service and renders its page, or shows why the service is not available. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Forbidden, NotFound, reasonOf } from '../../../api/failures.js';
import { authBackendQuery, type AuthBackend } from '../../../api/queries/authentication.js';
import { useConnection } from '../../element/connection-context.js';
import { usePageTitle } from '../../element/page-title.js';
import { EmptyState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { KeyIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { Refusal } from '../../kit/refusal.js';
import { ServiceFrame } from './service-header.js';
import { texts } from './texts.js';

export interface WithServiceProps {
  readonly backendId: string;
  readonly title: string;
  readonly description: string;
  readonly actions?: (service: AuthBackend) => ReactNode;
  readonly children: (service: AuthBackend) => ReactNode;
}

export function WithService({ backendId, title, description, actions, children }: WithServiceProps): ReactNode {
  const { client } = useConnection();
  const { data: service, error, refetch } = useQuery(authBackendQuery(client, backendId));
  usePageTitle(service && `${title} ${service.title}`);
  if (error instanceof Forbidden) return <Refusal error={error} />;
  return (
    <ServiceFrame
      title={title}
      name={service?.title}
      description={description}
      {...(service && actions && { actions: actions(service) })}
    >
      {service && children(service)}
      {!service && !error && <Loading />}
      {!service &&
        error &&
        (error instanceof NotFound ? (
          <EmptyState icon={<KeyIcon />} title={texts.missing} />
        ) : (
          <ErrorPanel title={texts.loadingFailed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
        ))}
    </ServiceFrame>
  );
}
