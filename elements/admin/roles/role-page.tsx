/** What a role allows and who holds it (screens/administration.md A7). */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AuthzRole } from '../../../api/contract/users.js';
import { permissionText } from '../../../api/permission-catalogue.js';
import { permissionCatalogueQuery } from '../../../api/queries/roles.js';
import { useConnection } from '../../element/connection-context.js';
import { Columns, Details, Section } from '../../kit/detail-page/index.js';
import type { PageProps } from '../../kit/pages.js';
import { tokens, type } from '../../kit/tokens.js';
import { HoldersSection } from './holders.js';
import { groupsOf } from './permissions.js';
import { texts } from './texts.js';
import { WithRole } from './with-role.js';

const { details: words, form } = texts;

const useStyles = makeStyles({
  group: { marginTop: '16px', marginBottom: '4px', overflowWrap: 'anywhere', ...type.cardTitle },
  row: { padding: '6px 0', borderTop: `1px solid ${tokens.border.divider}`, overflowWrap: 'anywhere', ...type.body },
  permission: { color: tokens.text.secondary, ...type.logSmall },
});

export function RolePage({ params }: PageProps): ReactNode {
  return (
    <WithRole roleId={params['roleId'] ?? ''} place="show" title={words.page} description={words.description}>
      {(role) => (
        <Columns
          left={
            <>
              <ProfileSection role={role} />
              <PermissionsSection role={role} />
            </>
          }
          right={<HoldersSection role={role} />}
        />
      )}
    </WithRole>
  );
}

/** Name and description, to be read. */
export function ProfileSection({ role, intro }: { readonly role: AuthzRole; readonly intro?: string }): ReactNode {
  return (
    <Section title={form.profile} intro={intro}>
      <Details
        rows={[
          [form.name, role.name],
          [form.description, role.description || words.noDescription],
        ]}
      />
    </Section>
  );
}

/** What it allows, by resource. */
export function PermissionsSection({ role }: { readonly role: AuthzRole }): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  // Without the catalogue the permissions themselves say it.
  const { data: catalogue = [] } = useQuery(permissionCatalogueQuery(client));
  const groups = groupsOf(role.permissions, catalogue);
  return (
    <Section title={form.permissions}>
      {groups.length === 0 && <p>{words.noPermissions}</p>}
      {groups.map(({ title, permissions }) => (
        <div key={title}>
          <h3 className={styles.group}>{title}</h3>
          <ul>
            {permissions.map((permission) => (
              <li key={permission} className={styles.row}>
                <div>{permissionText(permission)}</div>
                <div className={styles.permission}>{permission}</div>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Section>
  );
}
