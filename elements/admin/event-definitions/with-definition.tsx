/** Loads an event definition and the notifications for its pages, or shows why the definition is not available. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { inBackground } from '../../../api/client.js';
import type { EventDefinition } from '../../../api/contract/event-definitions.js';
import type { EventNotification } from '../../../api/contract/event-notifications.js';
import { Forbidden, NotFound } from '../../../api/failures.js';
import { definitionQuery } from '../../../api/queries/event-definitions.js';
import { allNotificationsQuery } from '../../../api/queries/event-notifications.js';
import { useConnection } from '../../element/connection-context.js';
import { useNavigate } from '../../element/host-context.js';
import { Failed } from '../../kit/failed.js';
import { useToasts } from '../../kit/feedback.js';
import { Loading } from '../../kit/loading.js';
import { PageLayout } from '../../kit/page-layout.js';
import { Refusal } from '../../kit/refusal.js';
import { formTexts } from './form-texts.js';
import { routes } from './routes.js';

const pollMs = 5000;

export interface LoadedDefinition {
  readonly definition: EventDefinition;
  readonly isScheduled: boolean;
  /** Notifications that the user may read. */
  readonly notifications: readonly EventNotification[];
}

export interface WithDefinitionProps {
  readonly definitionId: string;
  /** True refreshes the definition repeatedly; false (default) for a form, whose initial values must not change. */
  readonly follows?: boolean;
  readonly children: (loaded: LoadedDefinition) => ReactNode;
}

export function WithDefinition({ definitionId, follows = false, children }: WithDefinitionProps): ReactNode {
  const { client } = useConnection();
  const navigate = useNavigate();
  const { toast } = useToasts();
  const one = useQuery({
    ...definitionQuery(follows ? inBackground(client) : client, definitionId),
    ...(follows && { refetchInterval: pollMs }),
  });
  const all = useQuery(allNotificationsQuery(client));
  const error = one.error ?? all.error;
  const missing = one.error instanceof NotFound;
  const leave = useEffectEvent((id: string) => {
    toast('error', formTexts.notFound(id), formTexts.missingToast);
    navigate(routes.list);
  });
  // A missing definition is reported once, and the user is sent to the list of definitions.
  useEffect(() => {
    if (missing) leave(definitionId);
  }, [missing, definitionId]);
  if (error instanceof Forbidden) return <Refusal error={error} />;
  if (one.data && all.data) return children({ ...one.data, notifications: all.data });
  return (
    <PageLayout>
      {error && !missing ? <Failed title={formTexts.loadingFailed} queries={[one, all]} /> : <Loading />}
    </PageLayout>
  );
}
