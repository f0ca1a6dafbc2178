/** Renders a paged list of the users who have a role. */
import { useCallback, useMemo, type ReactNode } from 'react';
import type { Client } from '../../../api/client.js';
import type { PageQuery } from '../../../api/contract/list.schema.js';
import type { AuthzRole, UserOverview } from '../../../api/contract/users.js';
import { roleAssigneesQuery } from '../../../api/queries/roles.js';
import type { EntityListLayout } from '../../../machines/entity-list.js';
import { usePermission } from '../../element/connection-context.js';
import { useHasRoute } from '../../element/routes-context.js';
import { Section } from '../../kit/detail-page/index.js';
import { EmptyState } from '../../kit/empty-state.js';
import { EntityTable, useEntityList, type EntityColumn, type RowActions } from '../../kit/entity-table/index.js';
import { entityRoute } from '../../kit/entity-route.js';
import { Link } from '../../kit/link.js';
import { nameOf } from '../../kit/people.js';
import { texts } from './texts.js';

const { users: words } = texts;

const defaults: EntityListLayout = {
  displayed: ['full_name', 'username'],
  sort: { attributeId: 'username', direction: 'asc' },
  perPage: 10,
};
const order = ['full_name', 'username', 'email'];

export function HoldersSection({ role }: { readonly role: AuthzRole }): ReactNode {
  const mayList = usePermission('users:list');
  return <Section title={words.title}>{mayList ? <Holders role={role} /> : <p>{words.denied}</p>}</Section>;
}

export interface HoldersProps {
  readonly role: AuthzRole;
  readonly rowActions?: (user: UserOverview) => RowActions;
}

export function Holders({ role, rowActions }: HoldersProps): ReactNode {
  const hasRoute = useHasRoute();
  const query = useCallback(
    (client: Client, question: PageQuery) => roleAssigneesQuery(client, role.id, question),
    [role.id],
  );
  const list = useEntityList({ id: 'role-users', defaults, query });
  const columns = useMemo(
    (): Readonly<Record<string, EntityColumn<UserOverview>>> => ({
      full_name: {
        weight: 1.5,
        render: (user) => {
          const route = entityRoute({ type: 'user', id: user.id });
          return route !== undefined && hasRoute(route) ? <Link route={route}>{nameOf(user)}</Link> : nameOf(user);
        },
      },
    }),
    [hasRoute],
  );
  return (
    <EntityTable
      list={list}
      label={texts.usersOf(role.name)}
      nameOf={nameOf}
      columns={columns}
      order={order}
      search={{
        label: words.search,
        fields: ['username', 'full_name', 'email'],
        examples: [['jane', 'the username contains “jane”']],
      }}
      {...(rowActions && { rowActions })}
      frame={false}
      empty={() => <EmptyState title={words.none} />}
      failedTitle={words.failedTitle}
      failed={words.failed}
    />
  );
}
