/** Records changes of the rights of users in the log, for all routes that make them. */
import type { Caller } from '../auth/caller.js';
import type { UserRecord } from '../auth/users.js';
import type { Needs } from '../context.js';

type Rights = Pick<UserRecord, 'role_ids' | 'permissions'>;

const noRights: Rights = { role_ids: [], permissions: [] };

/**
 * Logs each role that a user gained or lost, and whether the own permissions of the user changed.
 * @param before rights before the change; undefined: the user is new
 */
export function logRights(
  { auth, log }: Needs<'auth' | 'log'>,
  { username: by }: Caller,
  user: UserRecord,
  before: Rights = noRights,
): void {
  const logRoles = (message: string, ids: readonly string[], others: readonly string[]): void => {
    for (const { id, name } of auth.roles.all())
      if (ids.includes(id) && !others.includes(id)) log.info(message, { role: name, user: user.username, by });
  };
  logRoles('A role was given to a user', user.role_ids, before.role_ids);
  logRoles('A role was taken from a user', before.role_ids, user.role_ids);
  if ([...user.permissions].sort().join() !== [...before.permissions].sort().join())
    log.info('The permissions of a user were changed', { user: user.username, by });
}
