/** Accounts as the server's answers contain them, for the element tests of users. */

/** Returns a complete account (`GET /users/id/{userId}`); every member has a value that a form could lose. */
export const account = (id: string, username: string, more: object = {}) => ({
  id,
  username,
  email: `${username}@example.org`,
  first_name: 'Jane',
  last_name: 'Doe',
  full_name: 'Jane Doe',
  permissions: [] as readonly string[],
  grn_permissions: [],
  preferences: { enableSmartSearch: false, updateUnfocussed: true, themeMode: 'noir', of_a_plug_in: { kept: true } },
  timezone: 'Europe/Paris',
  session_timeout_ms: 7_200_000,
  read_only: false,
  external: false,
  startpage: { type: 'stream', id: 's1' },
  roles: ['Reader', 'Web'],
  session_active: false,
  last_activity: null,
  client_address: null,
  account_status: 'enabled',
  service_account: false,
  ...more,
});

/** Returns an entry of the list of users (`GET /users/paginated`). */
export const overview = (id: string, username: string, more: object = {}) => ({
  id,
  username,
  email: `${username}@example.org`,
  first_name: username,
  last_name: 'Doe',
  full_name: `${username} Doe`,
  external_user: false,
  roles: ['Reader'],
  read_only: false,
  session_active: null,
  last_activity: null,
  client_address: null,
  account_status: 'enabled',
  service_account: false,
  auth_service_id: null,
  auth_service_uid: null,
  ...more,
});
