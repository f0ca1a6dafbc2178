/** Renders the list of accounts: find, open, disable, delete (screens/administration.md A2). */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { UserOverview } from '../../../api/contract/users.js';
import { usersPageQuery } from '../../../api/queries/users.js';
import { allows } from '../../../api/permissions.js';
import type { EntityListLayout } from '../../../machines/entity-list.js';
import { useConnection, useCurrentUser, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { CreateButton } from '../../kit/create-button.js';
import { useEntityList, type EntityColumn, type RowActions } from '../../kit/entity-table/index.js';
import { Float } from '../../kit/float.js';
import { DeleteIcon, DisabledIcon, EditIcon, EnabledIcon, KeyIcon, PersonIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Link } from '../../kit/link.js';
import { ListHeading, ListPage } from '../../kit/list-page/index.js';
import type { MenuEntry } from '../../kit/menu.js';
import type { PageProps } from '../../kit/pages.js';
import { nameOf, peopleTabs } from '../../kit/people.js';
import { AdministratorSection } from './administrator-section.js';
import { AccountMark, SessionMark } from './marks.js';
import { permissionOn, routes } from './people.js';
import { RoleChips } from './role-chips.js';
import { texts } from './texts.js';
import { useStatus } from './use-status.js';

const DeleteUserDialog = lazyPart(() => import('./delete-user-dialog.js'), 'DeleteUserDialog');

const defaults: EntityListLayout = {
  displayed: ['full_name', 'username', 'email', 'client_address', 'account_status', 'roles'],
  sort: { attributeId: 'full_name', direction: 'asc' },
  perPage: 10,
};
const order = defaults.displayed;
/** Polling interval in ms, because the list shows who is signed in. */
const reloadEveryMs = 10_000;

export function UsersPage({ question, onQuestion }: PageProps): ReactNode {
  const { client } = useConnection();
  const { readonly } = useHostElement();
  const me = useCurrentUser();
  const navigate = useNavigate();
  const mayCreate = usePermission('users:create') && !readonly;
  // To delete an account, the server requires the permission to edit all accounts.
  const mayDelete = usePermission('users:edit') && !readonly;
  const [leaving, setLeaving] = useState<UserOverview>();
  const list = useEntityList({ id: 'users', defaults, query: usersPageQuery, question, onQuestion, reloadEveryMs });
  const admin = useQuery(usersPageQuery(client, { page: 1, per_page: 10, sort: 'full_name', order: 'asc' }));
  const setStatus = useStatus();

  const columns = useMemo(
    (): Readonly<Record<string, EntityColumn<UserOverview>>> => ({
      full_name: {
        weight: 1.5,
        render: (user) => (
          <>
            <SessionMark user={user} /> <Link route={routes.show(user.id)}>{nameOf(user)}</Link>
          </>
        ),
      },
      email: { weight: 1.5 },
      client_address: {
        render: ({ client_address: address }) => address && <span title={texts.addressHelp}>{address}</span>,
      },
      account_status: { fixed: 100, render: (user) => <AccountMark status={user.account_status} /> },
      roles: {
        weight: 1.5,
        render: ({ roles }) => <RoleChips roles={roles} />,
      },
    }),
    [],
  );
  const may = (action: string, { username }: UserOverview): boolean =>
    !readonly && me !== undefined && allows(me.permissions, permissionOn(action, username));
  const actionsOf = (user: UserOverview): RowActions => {
    const editTokens = {
      key: 'tokens',
      label: texts.actions.tokens,
      icon: <KeyIcon />,
      onSelect: () => navigate(routes.tokens(user.id)),
    };
    if (user.read_only) {
      return {
        buttons: [
          {
            key: 'system',
            label: texts.system,
            icon: <PersonIcon />,
            disabled: true,
            disabledReason: texts.systemHelp,
            onSelect: () => {},
          },
        ],
        more: may('edit', user) ? [editTokens] : [],
      };
    }
    // The pages of another user's account, including the page of its tokens, need the permission to edit the account.
    if (!may('edit', user)) return {};
    const disabled = user.account_status === 'disabled';
    const status: MenuEntry = {
      key: 'status',
      label: disabled ? texts.actions.enable : texts.actions.disable,
      icon: disabled ? <EnabledIcon /> : <DisabledIcon />,
      onSelect: () => void setStatus(user, disabled ? 'enabled' : 'disabled'),
    };
    return {
      buttons: [
        {
          key: 'edit',
          label: texts.actions.edit,
          icon: <EditIcon />,
          onSelect: () => navigate(routes.edit(user.id)),
        },
      ],
      more: [
        editTokens,
        ...(user.external_user || user.id === me?.id ? [] : [status]),
        ...(mayDelete
          ? [
              {
                key: 'delete',
                label: texts.actions.delete,
                icon: <DeleteIcon />,
                danger: true,
                onSelect: () => setLeaving(user),
              },
            ]
          : []),
      ],
    };
  };
  const create = <CreateButton label={texts.create} onClick={() => navigate(routes.create)} />;
  const root = admin.data?.admin;
  return (
    <ListPage
      texts={texts.list}
      help={help}
      icon={<PersonIcon />}
      tabs={peopleTabs('users')}
      list={list}
      nameOf={nameOf}
      columns={columns}
      order={order}
      rowActions={actionsOf}
      actionButtons={2}
      {...(mayCreate && { create })}
      above={
        <>
          {root && <AdministratorSection user={root} />}
          <ListHeading title={texts.users} total={list.rows && texts.total(list.total)} />
        </>
      }
    >
      <Float onFailed={() => setLeaving(undefined)}>
        {leaving && (
          <DeleteUserDialog
            user={leaving}
            onClose={() => setLeaving(undefined)}
            onGone={() => list.send({ type: 'page.selected', page: 1 })}
          />
        )}
      </Float>
    </ListPage>
  );
}

const help = {
  fields: ['full_name', 'username', 'email'],
  examples: [
    ['jane', 'the full name contains “jane”'],
    ['email:example.org', 'the address contains “example.org”'],
  ],
} as const;
