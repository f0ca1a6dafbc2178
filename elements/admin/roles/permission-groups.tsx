/** Lists the permissions of a role, grouped by resource. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AuthzRole } from '../../../api/contract/users.js';
import { permissionText } from '../../../api/permission-catalogue.js';
import { permissionCatalogueQuery } from '../../../api/queries/roles.js';
import { useConnection } from '../../element/connection-context.js';
import { tokens, type } from '../../kit/tokens.js';
import { groupsOf } from './permissions.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  groups: { columnWidth: '280px', columnGap: '24px', minWidth: 0 },
  whole: { breakInside: 'avoid-column', paddingTop: '16px' },
  group: { marginBottom: '4px', overflowWrap: 'anywhere', ...type.cardTitle },
  row: { padding: '6px 0', borderTop: `1px solid ${tokens.border.divider}`, overflowWrap: 'anywhere', ...type.body },
  permission: { color: tokens.text.secondary, ...type.logSmall },
});

export function PermissionGroups({ role }: { readonly role: AuthzRole }): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  // While the catalogue is missing, the permissions are listed without groups by resource.
  const { data: catalogue = [] } = useQuery(permissionCatalogueQuery(client));
  const groups = groupsOf(role.permissions, catalogue);
  return (
    <div className={styles.groups}>
      {groups.length === 0 && <p>{texts.details.noPermissions}</p>}
      {groups.map(({ title, permissions }) => (
        <div key={title} className={styles.whole}>
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
    </div>
  );
}
