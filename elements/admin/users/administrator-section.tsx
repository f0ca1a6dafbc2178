/** Renders the built-in administrator account, in a table with one row (screens/administration.md A2). */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import type { UserOverview } from '../../../api/contract/users.js';
import { usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { useFactTable } from '../../kit/fact-table.js';
import { Link } from '../../kit/link.js';
import { container } from '../../kit/tokens.js';
import { nameOf } from '../../kit/people.js';
import { AccountMark, SessionMark } from './marks.js';
import { permissionOn, routes } from './people.js';
import { RoleChips } from './role-chips.js';
import { texts } from './texts.js';

const { admin: words } = texts;

const useStyles = makeStyles({
  row: { '& > td': { verticalAlign: 'middle' } },
  head: { whiteSpace: 'nowrap' },
  // Columns hidden in narrow tables; `&&` overrides the list layout that the fact table has on phones.
  wider: { [container.wide]: { display: 'none' }, '&&': { [container.compact]: { display: 'none' } } },
  name: { fontWeight: 600 },
  actions: { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '8px' },
});

/** Column headers, and whether the column is only shown in a wide table. */
const columns: readonly (readonly [name: string, wider: boolean])[] = [
  [words.columns.name, false],
  [words.columns.username, false],
  [words.columns.email, false],
  [words.columns.address, true],
  [words.columns.enabled, true],
  [words.columns.roles, false],
];

export function AdministratorSection({ user }: { readonly user: UserOverview }): ReactNode {
  const styles = useStyles();
  const table = useFactTable();
  const { readonly } = useHostElement();
  const mayEdit = usePermission(permissionOn('edit', user.username));
  const navigate = useNavigate();
  return (
    <Section title={words.title} intro={words.help}>
      <table className={table} aria-label={words.title}>
        <thead>
          <tr>
            {columns.map(([name, wider]) => (
              <th key={name} scope="col" className={mergeClasses(styles.head, wider && styles.wider)}>
                {name}
              </th>
            ))}
            {!readonly && <td />}
          </tr>
        </thead>
        <tbody>
          <tr className={styles.row}>
            <td className={styles.name}>
              <SessionMark user={user} /> <Link route={routes.show(user.id)}>{nameOf(user)}</Link>
            </td>
            <td>{user.username}</td>
            <td>{user.email}</td>
            <td className={styles.wider} title={texts.addressHelp}>
              {user.client_address}
            </td>
            <td className={styles.wider}>
              <AccountMark status={user.account_status} />
            </td>
            <td>
              <RoleChips roles={user.roles} />
            </td>
            {!readonly && (
              <td>
                <div className={styles.actions}>
                  <Button size="small" disabled disabledReason={texts.systemHelp}>
                    {texts.system}
                  </Button>
                  {mayEdit && (
                    <Button size="small" onClick={() => navigate(routes.tokens(user.id))}>
                      {texts.actions.tokens}
                    </Button>
                  )}
                </div>
              </td>
            )}
          </tr>
        </tbody>
      </table>
    </Section>
  );
}
