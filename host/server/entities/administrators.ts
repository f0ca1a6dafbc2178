/**
 * Only administrators may create or change administrators, set their passwords or create tokens for them: the
 * permissions to manage accounts, passwords, tokens and roles do not extend to accounts of administrators.
 */
import type { Auth } from '../auth/auth.js';
import { can, type Caller } from '../auth/caller.js';
import type { UserRecord } from '../auth/users.js';
import { ForbiddenError } from '../foundation/errors.js';

/**
 * Tells whether one of the permissions applies to every type of entity, such as `*` or `*:edit`. Accounts with such a
 * permission are protected like accounts of administrators; a caller counts as an administrator only with `*` itself.
 */
const reachEverything = (permissions: readonly string[]): boolean =>
  permissions.some((permission) => permission.split(':')[0] === '*');

/**
 * Checks that the caller may give permissions to an account or a role.
 * @throws ForbiddenError when the permissions are those of an administrator and the caller is not an administrator
 */
export function checkMayGive(caller: Caller, permissions: readonly string[]): void {
  if (reachEverything(permissions) && !can(caller, '*')) {
    throw new ForbiddenError('Only administrators may appoint administrators.');
  }
}

/** Largest number of missing permissions that an error message names; further ones are counted. */
const mostListedPermissions = 5;

/**
 * Prevents privilege escalation: a caller may add to an account or a role only permissions that the caller holds.
 * @param known permissions that the account or role has already
 * @throws ForbiddenError that names the first five missing permissions. It is also thrown if the permissions are those
 * of an administrator and the caller is no administrator, even if the permissions are in `known`
 */
export function checkHolds(caller: Caller, permissions: readonly string[], known: readonly string[] = []): void {
  checkMayGive(caller, permissions);
  const has = new Set(known);
  const missing = [...new Set(permissions)].filter((permission) => !has.has(permission) && !can(caller, permission));
  if (missing.length === 0) return;
  const more = missing.length > mostListedPermissions ? ` and ${missing.length - mostListedPermissions} more` : '';
  throw new ForbiddenError(
    `Not authorized: you can grant only permissions that you hold; missing: ${missing.slice(0, mostListedPermissions).join(', ')}${more}.`,
  );
}

/**
 * Checks that the caller may change an account.
 * @throws ForbiddenError when the account belongs to an administrator and the caller is not an administrator
 */
export function checkMayChange(auth: Auth, caller: Caller, account: UserRecord): void {
  if (reachEverything(auth.users.effective(account).permissions) && !can(caller, '*')) {
    throw new ForbiddenError('Only administrators may change the account of an administrator.');
  }
}
