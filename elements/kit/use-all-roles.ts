/** Loads all roles, for users who may see roles. */
import { useQuery } from '@tanstack/react-query';
import type { AuthzRole } from '../../api/contract/users.js';
import { allRolesQuery } from '../../api/queries/roles.js';
import { useConnection, usePermission } from '../element/connection-context.js';

export interface AllRoles {
  readonly maySee: boolean;
  /** All roles; undefined until they are loaded, and for users without the permission. */
  readonly roles: readonly AuthzRole[] | undefined;
  readonly error: Error | null;
  readonly loading: boolean;
  readonly retry: () => void;
}

export function useAllRoles(): AllRoles {
  const { client } = useConnection();
  const maySee = usePermission('roles:read');
  const { data, error, isLoading, refetch } = useQuery({ ...allRolesQuery(client), enabled: maySee });
  return { maySee, roles: maySee ? data : undefined, error, loading: isLoading, retry: () => void refetch() };
}
