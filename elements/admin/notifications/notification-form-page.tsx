/** Renders a page to create or edit a notification (screens/dashboards-sharing-alerts.md §10.3). */
import type { ReactNode } from 'react';
import { allows } from '../../../api/permissions.js';
import { useCurrentUser, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { alertTabs } from '../../kit/alert-tabs.js';
import { Button } from '../../kit/button.js';
import { DeniedState } from '../../kit/empty-state.js';
import { PageTabs } from '../../kit/list-page/index.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { laterKitTexts } from '../../kit/later-texts.js';
import { NotificationForm } from './notification-form.js';
import { routes } from './routes.js';
import { texts } from './texts.js';
import { WithNotification } from './with-notification.js';

export function NotificationFormPage({ params }: PageProps): ReactNode {
  const id = params['notificationId'];
  return id === undefined ? <NewNotification /> : <EditNotification key={id} id={id} />;
}

const Denied = (): ReactNode => <DeniedState title={laterKitTexts.denied}>{laterKitTexts.deniedHelp}</DeniedState>;

function NewNotification(): ReactNode {
  const navigate = useNavigate();
  const { readonly } = useHostElement();
  const toList = (): void => navigate(routes.list);
  return (
    <PageLayout>
      <PageTabs tabs={alertTabs('notifications')} />
      <PageHeader title={texts.creating.page} description={texts.creating.description} />
      {readonly ? <Denied /> : <NotificationForm onSaved={toList} onCancel={toList} />}
    </PageLayout>
  );
}

function EditNotification({ id }: { readonly id: string }): ReactNode {
  const navigate = useNavigate();
  const { readonly } = useHostElement();
  const granted = useCurrentUser()?.permissions ?? [];
  const mayRead = usePermission(`eventnotifications:read:${id}`);
  const mayEdit = !readonly && allows(granted, `eventnotifications:edit:${id}`);
  const toList = (): void => navigate(routes.list);
  return (
    <WithNotification
      notificationId={id}
      title={texts.editing.page}
      titled={texts.editing.titled}
      description={texts.editing.description}
      actions={() => mayRead && <Button onClick={() => navigate(routes.show(id))}>{texts.actions.show}</Button>}
    >
      {(notification) =>
        mayEdit ? <NotificationForm notification={notification} onSaved={toList} onCancel={toList} /> : <Denied />
      }
    </WithNotification>
  );
}
