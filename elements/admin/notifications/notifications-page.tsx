/**
 * Renders a page that lists the notifications, with actions to create, test, edit, share and delete them
 * (screens/dashboards-sharing-alerts.md §10.1).
 */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import type { EventNotification } from '../../../api/contract/event-notifications.js';
import { reasonOf } from '../../../api/failures.js';
import { allows } from '../../../api/permissions.js';
import {
  deleteNotificationMutation,
  deleteNotificationsMutation,
  notificationsPageQuery,
  testNotificationMutation,
} from '../../../api/queries/event-notifications.js';
import type { EntityListLayout } from '../../../machines/entity-list.js';
import { useConnection, useCurrentUser, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { alertTabs } from '../../kit/alert-tabs.js';
import { CreateButton } from '../../kit/create-button.js';
import { useEntityList, type EntityColumn, type KeepSelected, type RowActions } from '../../kit/entity-table/index.js';
import { AlertIcon, DeleteIcon, EditIcon, PlayIcon } from '../../kit/icons.js';
import { Link } from '../../kit/link.js';
import { ListPage } from '../../kit/list-page/index.js';
import type { MenuEntry } from '../../kit/menu.js';
import type { PageProps } from '../../kit/pages.js';
import { tokens, type } from '../../kit/tokens.js';
import { useDeletion } from '../../kit/use-deletion.js';
import { useRowSharing } from '../../share/index.js';
import { routes } from './routes.js';
import { texts } from './texts.js';
import { typeTitle } from './types.js';

const useStyles = makeStyles({
  title: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', minWidth: 0, whiteSpace: 'normal' },
  outcome: { ...type.caption, overflowWrap: 'anywhere', color: tokens.text.secondary },
  sent: { color: tokens.status.success.text },
  failed: { color: tokens.status.danger.text },
});

const order = ['title', 'description', 'type'] as const;
const defaults: EntityListLayout = {
  displayed: order,
  sort: { attributeId: 'title', direction: 'asc' },
  perPage: 20,
};
const nameOf = ({ title }: EventNotification): string => title;

/** Results of test notifications by the id of the notification. */
type Trials = Readonly<Record<string, { readonly state: 'running' | 'sent' | 'failed'; readonly text: string }>>;
const TrialsContext = createContext<Trials>({});

const columns: Readonly<Record<string, EntityColumn<EventNotification>>> = {
  title: { weight: 1.5, render: (notification) => <Title notification={notification} /> },
  type: { render: ({ config }) => typeTitle(config.type) },
};

export function NotificationsPage({ question, onQuestion }: PageProps): ReactNode {
  const { client, queryClient } = useConnection();
  const { readonly, emit } = useHostElement();
  const navigate = useNavigate();
  const granted = useCurrentUser()?.permissions ?? [];
  const mayCreate = usePermission('eventnotifications:create') && !readonly;
  const list = useEntityList({
    id: 'event_notifications',
    defaults,
    query: notificationsPageQuery,
    question,
    onQuestion,
  });
  const sharing = useRowSharing();
  const [trials, setTrials] = useState<Trials>({});
  const testing = useMutation(testNotificationMutation(client));
  const one = useMutation(deleteNotificationMutation(client, queryClient));
  const many = useMutation(deleteNotificationsMutation(client, queryClient));
  const { remove, removeAll } = useDeletion({
    texts: texts.removal,
    one: one.mutateAsync,
    many: many.mutateAsync,
    onGone: (ids) => {
      for (const id of ids) emit('log-changed', { type: 'notification', id });
    },
  });

  const test = async ({ id }: EventNotification): Promise<void> => {
    const report = (trial: Trials[string]): void => setTrials((before) => ({ ...before, [id]: trial }));
    report({ state: 'running', text: texts.testing.running });
    try {
      await testing.mutateAsync(id);
      report({ state: 'sent', text: texts.testing.done });
    } catch (error) {
      report({ state: 'failed', text: texts.testing.failed(reasonOf(error)) });
    }
  };
  const moreOf = (notification: EventNotification): readonly MenuEntry[] => {
    const { id, title } = notification;
    const mayEdit = allows(granted, `eventnotifications:edit:${id}`);
    const edits: readonly MenuEntry[] = [
      { key: 'edit', label: texts.actions.edit, icon: <EditIcon />, onSelect: () => navigate(routes.edit(id)) },
      {
        key: 'test',
        label: texts.actions.test,
        icon: <PlayIcon />,
        disabled: trials[id]?.state === 'running',
        onSelect: () => void test(notification),
      },
    ];
    const removal: MenuEntry = {
      key: 'delete',
      label: texts.actions.delete,
      icon: <DeleteIcon />,
      danger: true,
      onSelect: () => void remove(id, title),
    };
    return [...(mayEdit ? edits : []), ...(allows(granted, `eventnotifications:delete:${id}`) ? [removal] : [])];
  };
  const actionsOf = (notification: EventNotification): RowActions => {
    const more = moreOf(notification);
    return {
      buttons: [sharing.actionOf({ type: 'notification', id: notification.id, title: notification.title })],
      ...(more.length > 0 && { more }),
    };
  };
  const bulkOf = (ids: readonly string[], keep: KeepSelected): readonly MenuEntry[] => [
    {
      key: 'delete',
      label: texts.actions.delete,
      icon: <DeleteIcon />,
      danger: true,
      onSelect: () => void removeAll(ids, keep),
    },
  ];
  const create = <CreateButton label={texts.create} onClick={() => navigate(routes.create)} />;
  const words = useMemo(() => (mayCreate ? texts.list : { ...texts.list, ...texts.unshared }), [mayCreate]);
  return (
    <TrialsContext value={trials}>
      <ListPage
        texts={words}
        help={help}
        icon={<AlertIcon />}
        tabs={alertTabs('notifications')}
        list={list}
        nameOf={nameOf}
        columns={columns}
        order={order}
        {...(!readonly && { rowActions: actionsOf, actionButtons: 2, bulkActions: bulkOf })}
        {...(mayCreate && { create })}
      >
        {sharing.dialog}
      </ListPage>
    </TrialsContext>
  );
}

function Title({ notification: { id, title } }: { readonly notification: EventNotification }): ReactNode {
  const styles = useStyles();
  const trial = useContext(TrialsContext)[id];
  const look = trial?.state === 'sent' ? styles.sent : trial?.state === 'failed' ? styles.failed : '';
  return (
    <span className={styles.title}>
      <Link route={routes.show(id)}>{title}</Link>
      {trial && (
        <span role="status" className={`${styles.outcome} ${look}`}>
          {trial.text}
        </span>
      )}
    </span>
  );
}

const help = {
  fields: ['id', 'title', 'description'],
  examples: [
    ['mail', 'the title contains “mail”'],
    ['description:"on call"', 'the description contains “on call”'],
  ],
} as const;
