/**
 * Determines whether the user may create and change entities: the user's permissions, and the scope of an entity, must
 * allow the change.
 */
import { useQuery } from '@tanstack/react-query';
import { allows } from '../../../api/permissions.js';
import { entityScopesQuery } from '../../../api/queries/event-definitions.js';
import { useConnection, useCurrentUser, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';

interface Scoped {
  readonly id: string;
  readonly _scope?: string | null;
}

export function useMayChange() {
  const { client } = useConnection();
  const { readonly } = useHostElement();
  const granted = useCurrentUser()?.permissions ?? [];
  const mayCreate = usePermission('lookuptables:create') && !readonly;
  const { data: scopes } = useQuery(entityScopesQuery(client));
  const isMutable = ({ _scope: scope }: Scoped): boolean => scopes?.[scope ?? 'DEFAULT']?.is_mutable ?? false;
  const may =
    (action: 'edit' | 'delete') =>
    (entity: Scoped): boolean =>
      !readonly && isMutable(entity) && allows(granted, `lookuptables:${action}:${entity.id}`);
  return { mayCreate, mayEdit: may('edit'), mayDelete: may('delete') };
}
