/** Renders the list of roles: find, open, delete (screens/administration.md A7). */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { Fragment, useMemo, type ReactNode } from 'react';
import { allows } from '../../../api/permissions.js';
import {
  deleteRoleMutation,
  roleAssigneesQuery,
  rolesPageQuery,
  type RoleWithUsers,
} from '../../../api/queries/roles.js';
import type { EntityListLayout } from '../../../machines/entity-list.js';
import { useConnection, useCurrentUser, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { useHasRoute } from '../../element/routes-context.js';
import { CreateButton } from '../../kit/create-button.js';
import { SectionToggle, useEntityList, type EntityColumn, type RowActions } from '../../kit/entity-table/index.js';
import { entityRoute } from '../../kit/entity-route.js';
import { DeleteIcon, EditIcon, TeamIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Link } from '../../kit/link.js';
import { ListPage } from '../../kit/list-page/index.js';
import type { PageProps } from '../../kit/pages.js';
import { peopleTabs } from '../../kit/people.js';
import { tokens } from '../../kit/tokens.js';
import { useDeletion } from '../../kit/use-deletion.js';
import { routes } from './routes.js';
import { texts } from './texts.js';

const PermissionGroups = lazyPart(() => import('./permission-groups.js'), 'PermissionGroups');

const useStyles = makeStyles({
  users: { overflowWrap: 'anywhere', whiteSpace: 'normal' },
  more: { color: tokens.text.secondary, whiteSpace: 'nowrap' },
});

const defaults: EntityListLayout = {
  displayed: ['name', 'description', 'permissions', 'users'],
  sort: { attributeId: 'name', direction: 'asc' },
  perPage: 10,
};
const order = defaults.displayed;

const sections = {
  permissions: { title: texts.form.permissions, render: (role: RoleWithUsers) => <PermissionGroups role={role} /> },
};

/** Maximum number of usernames shown in a row; further users are only counted. */
const shownUsers = 5;

export function RolesPage({ question, onQuestion }: PageProps): ReactNode {
  const { client, queryClient } = useConnection();
  const { readonly, emit } = useHostElement();
  const granted = useCurrentUser()?.permissions ?? [];
  const navigate = useNavigate();
  const mayCreate = usePermission('roles:create') && !readonly;
  const mayListUsers = usePermission('users:list');
  const list = useEntityList({ id: 'roles', defaults, query: rolesPageQuery, question, onQuestion });
  const deleting = useMutation(deleteRoleMutation(client, queryClient));
  const { remove } = useDeletion({
    texts: texts.removal,
    one: deleting.mutateAsync,
    onGone: ([id]) => {
      list.send({ type: 'page.selected', page: 1 });
      emit('log-changed', { type: 'role', id });
    },
  });
  const columns = useMemo(
    (): Readonly<Record<string, EntityColumn<RoleWithUsers>>> => ({
      name: { render: ({ id, name }) => <Link route={routes.show(id)}>{name}</Link> },
      permissions: {
        fixed: 120,
        render: ({ permissions }) => <SectionToggle section="permissions">{permissions.length}</SectionToggle>,
      },
      users: { weight: 1.5, render: (role) => (role.users.length > 0 ? <Users role={role} /> : null) },
    }),
    [],
  );
  /**
   * Returns the number of users with the role; for users who may list users it is loaded again, because the list of
   * roles may be outdated.
   */
  const holdersOf = async ({ id, users }: RoleWithUsers): Promise<number> => {
    if (!mayListUsers) return users.length;
    const requested = roleAssigneesQuery(client, id, { page: 1, per_page: 1 });
    return queryClient.fetchQuery({ ...requested, staleTime: 0 }).then(
      ({ total }) => total,
      () => users.length,
    );
  };
  const ask = async (role: RoleWithUsers): Promise<void> => {
    const holders = await holdersOf(role);
    await remove(role.id, role.name, holders > 0 ? texts.removal.assigned(holders) : undefined);
  };
  const actionsOf = (role: RoleWithUsers): RowActions => {
    const may = (action: string): boolean => !readonly && allows(granted, `roles:${action}:${role.name}`);
    const edit = {
      key: 'edit',
      label: texts.actions.edit,
      icon: <EditIcon />,
      onSelect: () => navigate(routes.edit(role.id)),
    };
    const drop = {
      key: 'delete',
      label: texts.actions.delete,
      icon: <DeleteIcon />,
      danger: true,
      onSelect: () => void ask(role),
    };
    // To delete a role, the server also requires the permission to edit roles.
    const mayDelete = may('delete') && allows(granted, 'roles:edit') && !role.read_only;
    return { buttons: [...(may('edit') ? [edit] : []), ...(mayDelete ? [drop] : [])] };
  };
  const create = <CreateButton label={texts.create} onClick={() => navigate(routes.create)} />;
  return (
    <ListPage
      texts={texts.list}
      help={help}
      icon={<TeamIcon />}
      tabs={peopleTabs('roles')}
      list={list}
      nameOf={({ name }) => name}
      columns={columns}
      order={order}
      sections={sections}
      rowActions={actionsOf}
      actionButtons={2}
      {...(mayCreate && { create })}
    />
  );
}

function Users({ role }: { readonly role: RoleWithUsers }): ReactNode {
  const styles = useStyles();
  const hasRoute = useHasRoute();
  const { users } = role;
  const rest = users.length - shownUsers;
  return (
    <span className={styles.users}>
      {users.slice(0, shownUsers).map(({ id, username }, index) => {
        const route = entityRoute({ type: 'user', id });
        return (
          <Fragment key={id}>
            {index > 0 && ', '}
            {route !== undefined && hasRoute(route) ? <Link route={route}>{username}</Link> : username}
          </Fragment>
        );
      })}
      {rest > 0 && <span className={styles.more}> {texts.more(rest)}</span>}
    </span>
  );
}

const help = {
  fields: ['name', 'description'],
  examples: [
    ['reader', 'the name contains “reader”'],
    ['description:dashboards', 'the description contains “dashboards”'],
  ],
} as const;
