/** Explains a user's permissions: lists every effective permission with its sources. */
import type { PermissionReason, PermissionReasons, PermissionSource } from '../../../api/contract/users.schema.js';
import { allows } from '../../../api/permissions.js';
import type { Auth } from '../auth/auth.js';
import type { Caller } from '../auth/caller.js';
import { everyone, permissionsOf } from '../auth/grants.js';
import { selfPermissions } from '../auth/permission-list.js';
import { rootUserId, type UserRecord } from '../auth/users.js';
import type { Documents } from '../store/types.js';
import { mayRead, namedEntity } from './catalogue.js';

/** Lists the permissions of `Users.effective` one by one, each with its source. */
function* given(
  auth: Auth,
  user: UserRecord,
  titleFor: (grn: string) => string | null,
): Generator<readonly [PermissionSource, readonly string[]]> {
  if (user.id === rootUserId) {
    yield [{ type: 'administrator' }, ['*']];
    return;
  }
  if (!user.service_account) yield [{ type: 'own_account' }, selfPermissions(user.username)];
  yield [{ type: 'account' }, user.permissions];
  for (const id of user.role_ids) {
    const role = auth.roles.get(id);
    if (role) yield [{ type: 'role', id, name: role.name }, role.permissions];
  }
  for (const grant of auth.grants.of(user.id)) {
    const { capability, target, grantee } = grant;
    const source = { type: 'grant', capability, target, everyone: grantee === everyone } as const;
    yield [{ ...source, target_title: titleFor(target) }, permissionsOf(grant)];
  }
}

/**
 * Lists the permissions of a user with their sources. Titles of entities that the caller may not read, or that no
 * longer exist, are null.
 * @param requested permission about which the answer also tells whether the user has it, and from where
 */
export function permissionReasons(
  { auth, documents }: { readonly auth: Auth; readonly documents: Documents },
  user: UserRecord,
  caller: Caller,
  requested: string | undefined,
): PermissionReasons {
  const titleFor = (grn: string): string | null => {
    const entity = namedEntity(documents, grn);
    return entity && mayRead(caller, entity) ? entity.title : null;
  };
  const reasons = new Map<string, PermissionSource[]>();
  for (const [source, permissions] of given(auth, user, titleFor)) {
    for (const permission of new Set(permissions)) {
      const known = reasons.get(permission);
      if (known) known.push(source);
      else reasons.set(permission, [source]);
    }
  }
  const permissions: PermissionReason[] = [...reasons]
    .map(([permission, sources]) => ({ permission, sources }))
    .sort((a, b) => (a.permission < b.permission ? -1 : 1));
  if (!requested) return { permissions, asked: null };
  const covering = permissions.filter(({ permission }) => allows([permission], requested));
  return { permissions, asked: { permission: requested, allowed: covering.length > 0, reasons: covering } };
}
