/**
 * Administrators are made, changed and stood in for by administrators alone: the permissions to look after accounts, passwords, tokens
 * and roles reach everybody else's.
 */
import type { Auth } from '../auth/auth.js';
import { can, type Caller } from '../auth/caller.js';
import type { UserRecord } from '../auth/users.js';
import { ForbiddenError } from '../foundation/errors.js';

/** Tells whether one of the permissions reaches beyond a single resource: `*`, but also `*:edit`. */
const reachEverything = (permissions: readonly string[]): boolean =>
  permissions.some((permission) => permission.split(':')[0] === '*');

/** @throws ForbiddenError when the permissions are those of an administrator and the caller is none */
export function checkMayGive(caller: Caller, permissions: readonly string[]): void {
  if (reachEverything(permissions) && !can(caller, '*')) {
    throw new ForbiddenError('Only administrators may appoint administrators.');
  }
}

/** Number of missing permissions that are named; further ones are counted. */
const permissionsTold = 5;

/**
 * Nobody gives what they do not hold, neither to an account nor to a role: or they could give it to themselves.
 * @param known what the account or role has already
 * @throws ForbiddenError naming what is missing
 */
export function checkHolds(caller: Caller, permissions: readonly string[], known: readonly string[] = []): void {
  checkMayGive(caller, permissions);
  const has = new Set(known);
  const missing = [...new Set(permissions)].filter((permission) => !has.has(permission) && !can(caller, permission));
  if (missing.length === 0) return;
  const more = missing.length > permissionsTold ? ` and ${missing.length - permissionsTold} more` : '';
  throw new ForbiddenError(
    `Not authorized: you can grant only permissions that you hold; missing: ${missing.slice(0, permissionsTold).join(', ')}${more}.`,
  );
}

/** @throws ForbiddenError when the account is an administrator's and the caller is none */
export function checkMayChange(auth: Auth, caller: Caller, account: UserRecord): void {
  if (reachEverything(auth.users.effective(account).permissions) && !can(caller, '*')) {
    throw new ForbiddenError('Only administrators may change the account of an administrator.');
  }
}
