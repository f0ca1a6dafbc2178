/** Loads the notification of a page, sets the page title, and renders the page. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { EventNotification } from '../../../api/contract/event-notifications.js';
import { Forbidden, NotFound } from '../../../api/failures.js';
import { notificationQuery } from '../../../api/queries/event-notifications.js';
import { useConnection } from '../../element/connection-context.js';
import { usePageTitle } from '../../element/page-title.js';
import { alertTabs } from '../../kit/alert-tabs.js';
import { EmptyState } from '../../kit/empty-state.js';
import { Failed } from '../../kit/failed.js';
import { AlertIcon } from '../../kit/icons.js';
import { PageTabs } from '../../kit/list-page/index.js';
import { Loading } from '../../kit/loading.js';
import { NotThere } from '../../kit/not-there.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import { Refusal } from '../../kit/refusal.js';
import { texts } from './texts.js';

export interface WithNotificationProps {
  readonly notificationId: string;
  readonly title: string;
  /** Returns the window title once the notification is loaded. */
  readonly titled: (title: string) => string;
  readonly description: string;
  readonly actions?: (notification: EventNotification) => ReactNode;
  readonly children: (notification: EventNotification) => ReactNode;
}

export function WithNotification(props: WithNotificationProps): ReactNode {
  const { notificationId, title, titled, description, actions, children } = props;
  const { client } = useConnection();
  const one = useQuery(notificationQuery(client, notificationId));
  const { data, error } = one;
  usePageTitle(data && titled(data.title));
  if (error instanceof Forbidden) return <Refusal error={error} />;
  return (
    <PageLayout>
      <PageTabs tabs={alertTabs('notifications')} />
      <PageHeader
        title={title}
        {...(data && { name: data.title })}
        description={description}
        {...(data && { actions: actions?.(data) })}
      />
      {data && children(data)}
      {!data && !error && <Loading />}
      {!data && error instanceof NotFound && (
        <NotThere error={error}>
          <EmptyState icon={<AlertIcon />} title={texts.missing} />
        </NotThere>
      )}
      {!data && error && !(error instanceof NotFound) && <Failed title={texts.loadingFailed} queries={[one]} />}
    </PageLayout>
  );
}
