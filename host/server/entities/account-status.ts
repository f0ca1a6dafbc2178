/** Enables and disables accounts, for all routes that do so. */
import type { Caller } from '../auth/caller.js';
import { rootUserId, type AccountStatus, type UserRecord } from '../auth/users.js';
import type { Needs } from '../context.js';
import { BadRequestError } from '../foundation/errors.js';
import { checkMayChange } from './administrators.js';

/**
 * Changes the status of an account and records it in the log; a disabled account loses its sessions.
 * @returns false when the account has the status already
 * @throws BadRequestError for the built-in administrator and the caller's own account; ForbiddenError when only an
 * administrator may change the account
 */
export async function setAccountStatus(
  { auth, log }: Needs<'auth' | 'log'>,
  caller: Caller,
  account: UserRecord,
  status: AccountStatus,
): Promise<boolean> {
  if (account.id === rootUserId) throw new BadRequestError(`Cannot modify read-only user ${account.username}`);
  if (account.id === caller.id) throw new BadRequestError('You cannot set the status of your own account.');
  checkMayChange(auth, caller, account);
  if (account.account_status === status) return false;
  await auth.users.update(account.id, (user) => ({ ...user, account_status: status }));
  log.info('The account status of a user was changed', { user: account.username, to: status, by: caller.username });
  if (status !== 'enabled') await auth.sessions.endAllOf(account.id);
  return true;
}
