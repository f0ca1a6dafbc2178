/** Renders the roles of an account, linked to their pages for users who may see roles. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { useHasRoute } from '../../element/routes-context.js';
import { Chip } from '../../kit/chip.js';
import { entityRoute } from '../../kit/entity-route.js';
import { Link } from '../../kit/link.js';
import { useAllRoles } from '../../kit/use-all-roles.js';

const useStyles = makeStyles({ chips: { display: 'flex', flexWrap: 'wrap', gap: '4px', padding: '4px 0' } });

export interface RoleChipsProps {
  /** Names of the roles. */
  readonly roles: readonly string[];
  readonly size?: 'medium' | 'small';
}

export function RoleChips({ roles, size = 'small' }: RoleChipsProps): ReactNode {
  const styles = useStyles();
  const hasRoute = useHasRoute();
  const { roles: known = [] } = useAllRoles();
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
