/** Converts user accounts to their form in the API. */
import type { User, UserOverview } from '../../../api/contract/users.schema.js';
import { allows } from '../../../api/permissions.js';
import type { Auth } from '../auth/auth.js';
import { permissionOn, type Caller } from '../auth/caller.js';
import { rootUserId, type UserRecord } from '../auth/users.js';
import { text, type Attribute } from '../lists/entity-list.js';
import { sessionInstant } from './session-instant.js';

/** Attributes by which lists of accounts are searched and sorted. */
export const accountAttributes: readonly Attribute<UserRecord>[] = [
  text('id', ({ id }) => id),
  text('username', ({ username }) => username),
  text('full_name', (user) => user.full_name),
  text('email', ({ email }) => email),
];

/** Returns the time zone of the machine. */
const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const activityOf = (auth: Auth, user: UserRecord) => {
  const session = auth.sessions.of(user.id)[0];
  return {
    session_active: session !== undefined,
    last_activity: session ? sessionInstant(session.last_access) : null,
    client_address: session?.client_address ?? null,
  };
};

const noActivity = { session_active: false, last_activity: null, client_address: null };

const roleNames = (auth: Auth, user: UserRecord) =>
  user.role_ids.flatMap((id) => auth.roles.get(id)?.name ?? []).sort((a, b) => a.localeCompare(b));

/**
 * Converts an account to its form in the API.
 * @param shown `permissions`: the caller may see them, otherwise they are empty; `sessions`: false hides the last
 * session, as if there were none
 */
export function userAnswer(
  auth: Auth,
  user: UserRecord,
  shown: { readonly permissions: boolean; readonly sessions: boolean },
): User {
  const { permissions, grnPermissions } = auth.users.effective(user);
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    full_name: user.full_name,
    permissions: shown.permissions ? permissions : [],
    grn_permissions: shown.permissions ? grnPermissions : [],
    preferences: user.preferences,
    // A reference server always has a time zone for its built-in administrator.
    timezone: user.timezone ?? (user.id === rootUserId ? ownZone() : null),
    session_timeout_ms: user.session_timeout_ms,
    read_only: user.id === rootUserId,
    external: user.external,
    startpage: user.startpage as User['startpage'],
    roles: roleNames(auth, user),
    ...(shown.sessions ? activityOf(auth, user) : noActivity),
    account_status: user.account_status,
    service_account: user.service_account,
  };
}

/**
 * Tells whether a caller may see the permissions of an account: the account is the caller's own, or
 * users:permissionsedit permits it.
 */
export const maySeePermissions = (caller: Caller, user: UserRecord) =>
  caller.id === user.id || allows(caller.permissions, permissionOn('users:permissionsedit', user.username));

export function userOverview(auth: Auth, user: UserRecord): UserOverview {
  const activity = activityOf(auth, user);
  return {
    id: user.id,
    auth_service_id: user.auth_service_id ?? null,
    auth_service_uid: user.auth_service_uid ?? null,
    username: user.username,
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    full_name: user.full_name,
    external_user: user.external,
    roles: roleNames(auth, user),
    read_only: user.id === rootUserId,
    ...activity,
    session_active: activity.session_active || null,
    account_status: user.account_status,
    service_account: user.service_account,
  };
}
