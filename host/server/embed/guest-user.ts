/**
 * Returns a guest in the form of an account, because elements request the signed-in user and the permissions. The
 * permissions `embed:…` tell the elements what the token allows, so that they offer nothing that the server refuses;
 * the server itself never checks these permissions.
 */
import type { User } from '../../../api/contract/users.schema.js';
import type { Caller } from '../auth/caller.js';
import type { Guest } from '../auth/guest.js';

export function guestUser({ id, permissions, timezone }: Caller, guest: Guest): User {
  const { name, identity, allow, range } = guest;
  const allowed = [
    ...(isOfStreams(guest) ? ['edit'] : []),
    ...(isOfStreams(guest) || allow.includes('query') ? ['query'] : []),
    ...(range === undefined ? ['range'] : []),
    ...(allow.includes('export') ? ['export'] : []),
  ];
  return {
    id,
    username: identity,
    email: '',
    first_name: null,
    last_name: null,
    full_name: name,
    permissions: [...permissions, ...allowed.map((one) => `embed:${one}`)],
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

/** Tells whether the token names streams, and neither a view nor a message. */
export function isOfStreams({ view, message, streams: named }: Guest): boolean {
  return view === undefined && message === undefined && named !== undefined;
}
