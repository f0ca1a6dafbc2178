/** Returns a guest in the form of an account, because elements request the signed-in user and the permissions. */
import type { User } from '../../../api/contract/users.schema.js';
import type { Caller } from '../auth/caller.js';
import type { Guest } from '../auth/guest.js';

export function guestUser({ id, username, permissions, timezone }: Caller, { name }: Guest): User {
  return {
    id,
    username,
    email: '',
    first_name: null,
    last_name: null,
    full_name: name,
    permissions: [...permissions],
    grn_permissions: [],
    preferences: {},
    timezone,
    session_timeout_ms: -1,
    read_only: true,
    external: false,
    startpage: null,
    roles: [],
    session_active: false,
    last_activity: null,
    client_address: null,
    account_status: 'enabled',
    service_account: false,
  };
}
