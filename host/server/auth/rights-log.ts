/** Records changes of the rights of users in the log, for everything that makes them. */
import type { Log } from '../log/log.js';
import type { Roles } from './roles.js';
import type { UserRecord } from './users.js';

type Rights = Pick<UserRecord, 'role_ids' | 'permissions'>;
interface Needs {
  readonly roles: Roles;
  readonly log: Log;
}

const noRights: Rights = { role_ids: [], permissions: [] };

function hasSame(ones: readonly string[], others: readonly string[]): boolean {
  const [own, other] = [new Set(ones), new Set(others)];
  return own.size === other.size && [...own].every((one) => other.has(one));
}

/**
 * Logs each role that a user gained or lost, and whether the own permissions of the user changed.
 * @param by name of the user or authentication service that made the change
 * @param before rights before the change; undefined: the user is new
 */
export function logRights({ roles, log }: Needs, by: string, user: UserRecord, before: Rights = noRights): void {
  const logRoles = (message: string, ids: readonly string[], others: readonly string[]): void => {
    for (const { id, name } of roles.all())
      if (ids.includes(id) && !others.includes(id)) log.info(message, { role: name, user: user.username, by });
  };
  logRoles('A role was given to a user', user.role_ids, before.role_ids);
  logRoles('A role was taken from a user', before.role_ids, user.role_ids);
  if (!hasSame(user.permissions, before.permissions))
    log.info('The permissions of a user were changed', { user: user.username, by });
}
