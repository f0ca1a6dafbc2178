/** The roles of an account; each leads to its page for whoever may see roles. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { allRolesQuery } from '../../../api/queries/roles.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHasRoute } from '../../element/routes-context.js';
import { Chip } from '../../kit/chip.js';
import { entityRoute } from '../../kit/entity-route.js';
import { Link } from '../../kit/link.js';

const useStyles = makeStyles({ chips: { display: 'flex', flexWrap: 'wrap', gap: '4px' } });

export interface RoleChipsProps {
  /** Names. */
  readonly roles: readonly string[];
  readonly size?: 'medium' | 'small';
}

export function RoleChips({ roles, size = 'small' }: RoleChipsProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const maySee = usePermission('roles:read');
  const hasRoute = useHasRoute();
  const { data: known = [] } = useQuery({ ...allRolesQuery(client), enabled: maySee });
  return (
    <span className={styles.chips}>
      {roles.map((name) => {
        const role = known.find((one) => one.name === name);
        const route = role && entityRoute({ type: 'role', id: role.id });
        return (
          <Chip key={name} size={size}>
            {route !== undefined && hasRoute(route) ? <Link route={route}>{name}</Link> : name}
          </Chip>
        );
      })}
    </span>
  );
}
