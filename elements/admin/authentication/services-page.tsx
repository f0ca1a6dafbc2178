/**
 * Renders a page that lists the authentication services, with actions to activate and delete them
 * (screens/administration.md A9).
 */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { allows } from '../../../api/permissions.js';
import {
  activateAuthBackendMutation,
  activeAuthBackendQuery,
  authBackendsPageQuery,
  deleteAuthBackendMutation,
  type AuthBackend,
} from '../../../api/queries/authentication.js';
import type { EntityListLayout } from '../../../machines/entity-list.js';
import { useConnection, useCurrentUser, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Chip, StatusBadge } from '../../kit/chip.js';
import { useEntityList, type EntityColumn, type RowActions } from '../../kit/entity-table/index.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { DeleteIcon, DisabledIcon, EditIcon, EnabledIcon, KeyIcon } from '../../kit/icons.js';
import { Link } from '../../kit/link.js';
import { ListHeading, ListPage } from '../../kit/list-page/index.js';
import type { PageProps } from '../../kit/pages.js';
import { useAllRoles } from '../../kit/use-all-roles.js';
import { ServiceActions } from './service-header.js';
import { authenticationTabs, routes } from './tabs.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  title: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minWidth: 0,
    '& > a': { overflow: 'hidden', textOverflow: 'ellipsis' },
  },
  roles: { display: 'flex', flexWrap: 'wrap', gap: '4px' },
});

const defaults: EntityListLayout = {
  displayed: ['title', 'description', 'default_roles'],
  sort: { attributeId: 'title', direction: 'asc' },
  perPage: 10,
};
const order = ['title', 'description', 'default_roles'];
const titleOf = ({ title }: AuthBackend): string => title;

const past = { activate: 'activated', deactivate: 'deactivated', delete: 'deleted' } as const;

/**
 * Returns a function that asks for confirmation, activates, deactivates or deletes a service, and reports the outcome
 * in a toast.
 */
function useServiceActions(): (what: keyof typeof past, service: AuthBackend) => Promise<void> {
  const { client, queryClient } = useConnection();
  const host = useHostElement();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const activation = useMutation(activateAuthBackendMutation(client, queryClient));
  const deletion = useMutation(deleteAuthBackendMutation(client, queryClient));
  return async (what, { id, title }) => {
    const words = texts.confirm;
    const danger = what !== 'activate';
    const question = { title: words.title[what], text: words.text(what, title), confirm: texts.actions[what], danger };
    if (!(await confirm(question))) return;
    try {
      if (what === 'delete') await deletion.mutateAsync(id);
      else await activation.mutateAsync(what === 'activate' ? id : null);
      toast('success', words.done(past[what], title), texts.success);
      host.emit('log-changed', { type: 'authentication-service', id });
    } catch (error) {
      toast('error', reasonOf(error), words.failed[what]);
    }
  };
}

export function ServicesPage({ question, onQuestion }: PageProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const host = useHostElement();
  const navigate = useNavigate();
  const act = useServiceActions();
  const maySwitch = usePermission('authserviceglobalconfig:edit') && !host.readonly;
  const granted = useCurrentUser()?.permissions ?? [];
  const mayReadActive = usePermission('authserviceglobalconfig:read');
  const list = useEntityList({
    id: 'authentication-services',
    defaults,
    query: authBackendsPageQuery,
    question,
    onQuestion,
  });
  const active = useQuery({ ...activeAuthBackendQuery(client), enabled: mayReadActive });
  const { roles: known } = useAllRoles();
  const activeId = active.data?.backend?.id;

  const columns = useMemo(
    (): Readonly<Record<string, EntityColumn<AuthBackend>>> => ({
      title: {
        weight: 1,
        render: ({ id, title }) => (
          <span className={styles.title}>
            <Link route={routes.show(id)}>{title}</Link>
            {id === activeId && <StatusBadge kind="success">{texts.list.active}</StatusBadge>}
          </span>
        ),
      },
      description: { weight: 2 },
      default_roles: {
        weight: 1,
        render: ({ default_roles: ids }) => (
          <span className={styles.roles}>
            {known &&
              ids.map((id) => (
                <Chip key={id} size="small">
                  {known.find((role) => role.id === id)?.name ?? texts.list.roleMissing}
                </Chip>
              ))}
          </span>
        ),
      },
    }),
    [styles, activeId, known],
  );
  const actionsOf = (service: AuthBackend): RowActions => {
    const isActive = service.id === activeId;
    const may = (action: string): boolean =>
      !host.readonly && allows(granted, `authservicebackend:${action}:${service.id}`);
    return {
      buttons: [
        ...(may('edit')
          ? [
              {
                key: 'edit',
                label: texts.actions.edit,
                icon: <EditIcon />,
                onSelect: () => navigate(routes.edit(service.id)),
              },
            ]
          : []),
        ...(maySwitch
          ? [
              {
                key: 'switch',
                label: isActive ? texts.actions.deactivate : texts.actions.activate,
                icon: isActive ? <DisabledIcon /> : <EnabledIcon />,
                onSelect: () => void act(isActive ? 'deactivate' : 'activate', service),
              },
            ]
          : []),
        ...(may('delete') && !isActive
          ? [
              {
                key: 'delete',
                label: texts.actions.delete,
                icon: <DeleteIcon />,
                danger: true,
                onSelect: () => void act('delete', service),
              },
            ]
          : []),
      ],
    };
  };
  const noneActive = active.data && active.data.total >= 1 && !active.data.backend;
  return (
    <ListPage
      texts={texts.list}
      help={help}
      icon={<KeyIcon />}
      tabs={authenticationTabs('services')}
      list={list}
      nameOf={titleOf}
      columns={columns}
      order={order}
      rowActions={actionsOf}
      actionButtons={3}
      actions={<ServiceActions />}
      above={
        <>
          {noneActive && <Alert kind="warning">{texts.list.noneActive}</Alert>}
          <ListHeading title={texts.list.section} total={list.rows && texts.list.total(list.total)} />
        </>
      }
    />
  );
}

const help = {
  fields: ['title', 'description'],
  examples: [
    ['house', 'the title contains “house”'],
    ['description:ldap', 'the description contains “ldap”'],
  ],
} as const;
