import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { PagedUsers, User } from '../../../../api/contract/users.js';
import { startTestServer, type TestServer } from '../../../server.js';

let server: TestServer;
let admin: string;
before(async () => {
  server = await startTestServer();
  admin = await server.login();
});
after(async () => {
  await server.stop();
  await rm(server.data, { recursive: true, force: true });
});

const details = (username: string, more: object = {}) => ({
  username,
  password: 'a user password',
  email: `${username}@example.org`,
  first_name: 'Jane',
  last_name: 'Roe',
  permissions: [],
  roles: ['Reader'],
  ...more,
});
const create = (json: object, session = admin) => server.call('/users', { method: 'POST', session, json });
const user = async (username: string, session = admin) =>
  (await (await server.call(`/users/${username}`, { session })).json()) as User;
const messageOf = async (response: Response) => ((await response.json()) as { message: string }).message;

test('a new user signs in with the permissions of the role', async () => {
  const response = await create(details('jane', { timezone: 'Europe/Berlin' }));
  assert.equal(response.status, 201);
  assert.equal(response.headers.get('Location'), '/api/users/jane');
  assert.equal(await response.text(), '');
  const session = await server.login('jane', 'a user password');
  const jane = await user('jane', session);
  assert.equal(jane.full_name, 'Jane Roe');
  assert.equal(jane.timezone, 'Europe/Berlin');
  assert.equal(jane.read_only, false);
  assert.deepEqual(jane.roles, ['Reader']);
  for (const permission of ['clusterconfigentry:read', 'users:edit:jane'])
    assert.ok(jane.permissions.includes(permission));
  assert.equal((await server.call('/users/admin', { session })).status, 403);
  assert.equal((await server.call('/users', { session })).status, 403);
});

test('an invalid new user is refused with the reason', async () => {
  const cases: [object, RegExp][] = [
    [details('jane'), /Username is already taken/],
    [details('john', { roles: ['No Such Role'] }), /Invalid role names: No Such Role/],
    [details('john', { roles: ['admin'], service_account: true }), /Admin role/],
    [details('x'.repeat(101)), /Validation failed/],
    [details('john', { email: '' }), /Validation failed/],
    [details('john', { password: '' }), /Validation failed/],
  ];
  for (const [json, message] of cases) {
    const response = await create(json);
    assert.equal(response.status, 400);
    assert.match(await messageOf(response), message);
  }
  const broken = (await (await create(details('x'.repeat(101)))).json()) as { type: string; validation_errors: object };
  assert.equal(broken.type, 'ValidationApiError');
  assert.deepEqual(Object.keys(broken.validation_errors), ['username']);
});

test('a request changes only the sent members that the caller may change', async () => {
  await create(details('changed', { timezone: 'Europe/Berlin' }));
  const session = await server.login('changed', 'a user password');
  const { id } = await user('changed');
  const put = (json: object, by = session) => server.call(`/users/${id}`, { method: 'PUT', session: by, json });
  const mine = {
    timezone: 'Asia/Tokyo',
    email: 'new@example.org',
    roles: ['Admin'],
    permissions: ['*'],
    session_timeout_ms: 60_000,
  };
  assert.equal((await put(mine)).status, 204);
  const after = await user('changed');
  assert.deepEqual([after.timezone, after.email, after.first_name], ['Asia/Tokyo', 'new@example.org', 'Jane']);
  assert.deepEqual(after.roles, ['Reader']);
  assert.equal(after.permissions.includes('*'), false);
  assert.equal(after.session_timeout_ms, 28_800_000);

  assert.equal((await put({ startpage: { type: 'stream', id: 'abc' } })).status, 204);
  assert.deepEqual((await user('changed')).startpage, { type: 'stream', id: 'abc' });
  assert.equal((await user('changed')).timezone, 'Asia/Tokyo');
  assert.equal((await put({ startpage: {} })).status, 204);
  assert.equal((await user('changed')).startpage, null);
  assert.equal((await put({ first_name: 'A', last_name: 'B' })).status, 204);
  const named = await user('changed');
  assert.deepEqual([named.full_name, named.timezone], ['A B', null]);

  // Permissions of the user's roles are not stored with the account, so they end with the role.
  const given = { permissions: ['streams:read', 'buffers:read'], roles: ['Reader'] };
  assert.equal((await put(given, admin)).status, 204);
  assert.equal((await put({ roles: [] }, admin)).status, 204);
  const { permissions } = await user('changed');
  assert.deepEqual([permissions.includes('streams:read'), permissions.includes('buffers:read')], [true, false]);

  // A new session timeout, by an administrator, ends the user's sessions.
  assert.equal((await put({ session_timeout_ms: 3_600_000 }, admin)).status, 204);
  assert.equal((await server.call('/system/cluster/nodes', { session })).status, 401);
});

test('the built-in administrator cannot be changed, disabled or removed, and only the administrator can change the own password', async () => {
  await create(details('deputy', { roles: ['Admin'] }));
  const deputy = await server.login('deputy', 'a user password');
  const statuses = await Promise.all(
    [
      server.call('/users/local:admin', { method: 'PUT', session: admin, json: { email: 'x@example.org' } }),
      server.call('/users/local:admin/status/disabled', { method: 'PUT', session: admin }),
      server.call('/users/id/local:admin', { method: 'DELETE', session: admin }),
      server.call('/users/admin', { method: 'DELETE', session: admin }),
      server.call('/users/local:admin/password', { method: 'PUT', session: admin, json: { password: 'x' } }),
      server.call('/users/local:admin/password', { method: 'PUT', session: deputy, json: { password: 'x' } }),
    ].map(async (response) => (await response).status),
  );
  assert.deepEqual(statuses, [400, 400, 400, 400, 400, 403]);
  const root = await user('admin');
  assert.deepEqual([root.id, root.read_only, root.roles], ['local:admin', true, ['Admin']]);
});

test('changing a password needs the old password, and the new one signs in', async () => {
  await create(details('secretive'));
  const session = await server.login('secretive', 'a user password');
  const { id } = await user('secretive');
  const put = (json: object, by = session) =>
    server.call(`/users/${id}/password`, { method: 'PUT', session: by, json });
  const wrong = await put({ old_password: 'wrong', password: 'another password' });
  assert.equal(wrong.status, 400);
  assert.equal(await messageOf(wrong), 'Old password is missing or incorrect.');
  const { token } = (await (
    await server.call(`/users/${id}/tokens/script`, { method: 'POST', session, json: {} })
  ).json()) as { token: string };
  const elsewhere = await server.login('secretive', 'a user password');
  assert.equal((await put({ old_password: 'a user password', password: 'another password' })).status, 204);
  // A password change ends all other sessions of the user; access tokens are no passwords and stay valid.
  const statusOf = async (init: { session?: string; token?: string }) =>
    (await server.call('/users/secretive', init)).status;
  assert.deepEqual([await statusOf({ session }), await statusOf({ session: elsewhere })], [200, 401]);
  assert.equal(await statusOf({ token }), 200);
  await server.login('secretive', 'another password');
  await assert.rejects(server.login('secretive', 'a user password'));
  assert.equal((await put({ password: 'by the administrator' }, admin)).status, 204);
  assert.deepEqual([await statusOf({ session }), await statusOf({ token })], [401, 200]);
  assert.equal((await server.call('/users/admin', { session: admin })).status, 200);
  await server.login('secretive', 'by the administrator');
});

test('disabling a user ends sessions and tokens; the user can sign in again once enabled', async () => {
  await create(details('fickle'));
  const session = await server.login('fickle', 'a user password');
  const { id } = await user('fickle');
  const created = await server.call(`/users/${id}/tokens/mine`, { method: 'POST', session, json: {} });
  const { token, last_access } = (await created.json()) as { token: string; last_access: string };
  assert.equal(last_access, '1970-01-01T00:00:00.000Z');
  const status = (name: string, by = admin) =>
    server.call(`/users/${id}/status/${name}`, { method: 'PUT', session: by });
  assert.equal((await status('disabled', session)).status, 400);
  assert.equal((await status('disabled')).status, 200);
  assert.equal((await status('disabled')).status, 304);
  assert.equal((await server.call('/users/fickle', { session })).status, 401);
  assert.equal((await server.call('/users/fickle', { token })).status, 401);
  await assert.rejects(server.login('fickle', 'a user password'));
  assert.equal((await status('enabled')).status, 200);
  assert.equal((await server.call('/users/fickle', { session })).status, 401, 'the session has ended for good');
  await server.login('fickle', 'a user password');
  assert.equal((await status('sleepy')).status, 400);
});

test('preferences are stored as a map or by name, also those of the built-in administrator', async () => {
  await create(details('picky'));
  const session = await server.login('picky', 'a user password');
  const put = (name: string, by: string) =>
    server.call(`/users/${name}/preferences`, {
      method: 'PUT',
      session: by,
      json: { preferences: { themeMode: 'noir' } },
    });
  assert.equal((await put('picky', session)).status, 204);
  assert.deepEqual((await user('picky')).preferences, { themeMode: 'noir' });
  assert.equal((await put('admin', session)).status, 403);
  assert.equal((await put('admin', admin)).status, 204);
  assert.deepEqual((await user('admin')).preferences, { themeMode: 'noir' });
});

test('only time zone and start page of the built-in administrator can be changed, and they survive a restart', async () => {
  const put = (json: object, session = admin) => server.call('/users/local:admin', { method: 'PUT', session, json });
  const before = await user('admin');
  assert.deepEqual([before.read_only, before.startpage], [true, null]);

  const startpage = { type: 'stream', id: '000000000000000000000001' };
  assert.equal((await put({ timezone: 'Asia/Tokyo', startpage })).status, 204);
  assert.equal((await put({ startpage })).status, 204);
  for (const [json, status] of [
    [{ email: 'other@example.org' }, 400],
    [{ timezone: 'Asia/Tokyo', email: null }, 204],
    [{ timezone: 'Nowhere/Land' }, 204],
    [{ timezone: 'Asia/Tokyo', roles: ['Reader'] }, 400],
    [{ timezone: 'Asia/Tokyo', session_timeout_ms: 1000 }, 400],
    [{}, 400],
  ] as const)
    assert.equal((await put(json)).status, status, JSON.stringify(json));
  await create(details('helper', { permissions: ['users:edit:admin'] }));
  const helper = await server.login('helper', 'a user password');
  assert.equal((await put({ timezone: 'Europe/Paris' }, helper)).status, 403);

  await server.kill();
  server = await startTestServer({ data: server.data, adminPassword: server.adminPassword });
  admin = await server.login();
  const after = await user('admin');
  assert.deepEqual(
    { ...after, last_activity: null, client_address: null },
    { ...before, timezone: 'Asia/Tokyo', startpage, last_activity: null, client_address: null },
  );
  assert.equal((await put({ timezone: null, startpage: {} })).status, 204);
  const reset = await user('admin');
  assert.deepEqual([reset.timezone, reset.startpage], [before.timezone, null]);
});

test('the list of users is searched, sorted and paged, with activity and a separate built-in administrator', async () => {
  const response = await server.call('/users/paginated?query=username:jane,picky&sort=username&order=desc&per_page=1', {
    session: admin,
  });
  const page = (await response.json()) as PagedUsers;
  assert.deepEqual(
    page.users.map(({ username }) => username),
    ['picky'],
  );
  assert.equal(page.total, 2);
  assert.equal(page.context?.admin_user?.username, 'admin');
  assert.equal(page.users[0]?.session_active, true);
  assert.match(page.users[0]?.last_activity ?? '', /\+0000$/);
  assert.equal(page.users[0]?.client_address, '127.0.0.1');
  await create(details('idle'));
  const idle = await server.call('/users/paginated?query=username:idle', { session: admin });
  // Cast: the contract describes this answer; its list is asserted below.
  const [{ session_active, last_activity, client_address } = {}] =
    ((await idle.json()) as Partial<PagedUsers>).users ?? [];
  assert.deepEqual([session_active, last_activity, client_address], [null, null, null]);
  const facts = async (query: string) => {
    const list = await server.call(`/users${query}`, { session: admin });
    // Cast: the contract describes this answer.
    const root = ((await list.json()) as { users: User[] }).users.find(({ username }) => username === 'admin');
    return [root?.session_active, root?.client_address, (root?.permissions.length ?? 0) > 0];
  };
  assert.deepEqual(await facts(''), [true, '127.0.0.1', true]);
  assert.deepEqual(await facts('?include_sessions=false'), [false, null, true]);
  assert.deepEqual(await facts('?include_permissions=false'), [true, '127.0.0.1', false]);
});

test('a username with a colon does not give the permissions of another user', async () => {
  await create(details('anna'));
  assert.equal((await create(details('anna:friend'))).status, 400);
  const session = await server.login('anna', 'a user password');
  assert.equal((await server.call('/users/anna%3Afriend', { session })).status, 403);
  assert.equal((await server.call('/users/*', { session })).status, 403);
});

test('roles can be created, assigned and removed together with their permissions', async () => {
  await create(details('member', { roles: [] }));
  const session = await server.login('member', 'a user password');
  const json = { name: 'Stream readers', description: 'may read', permissions: ['streams:read'] };
  assert.equal((await server.call('/roles', { method: 'POST', session: admin, json })).status, 201);
  assert.equal((await server.call('/roles', { method: 'POST', session: admin, json })).status, 400);
  assert.equal((await user('member', session)).permissions.includes('streams:read'), false);
  const member = '/roles/stream%20READERS/members/member';
  assert.equal((await server.call(member, { method: 'PUT', session: admin, json: {} })).status, 204);
  assert.ok((await user('member', session)).permissions.includes('streams:read'));
  assert.equal((await server.call('/roles/Stream readers', { method: 'DELETE', session: admin })).status, 204);
  assert.equal((await user('member', session)).permissions.includes('streams:read'), false);
  assert.equal((await server.call('/roles/Reader', { method: 'PUT', session: admin, json })).status, 400);
  assert.equal((await server.call('/roles/Reader', { method: 'DELETE', session: admin })).status, 400);
});

test('removing a user removes sessions and tokens', async () => {
  await create(details('gone'));
  const session = await server.login('gone', 'a user password');
  assert.equal((await server.call('/users/gone', { method: 'DELETE', session })).status, 403);
  assert.equal((await server.call('/users/gone', { method: 'DELETE', session: admin })).status, 204);
  assert.equal((await server.call('/system/cluster/nodes', { session })).status, 401);
  assert.equal((await server.call('/users/gone', { session: admin })).status, 404);
});

test('a session timeout of -1 creates sessions that do not expire', async () => {
  assert.equal((await create(details('lasting', { session_timeout_ms: -1 }))).status, 201);
  const login = await server.call('/system/sessions', {
    method: 'POST',
    json: { username: 'lasting', password: 'a user password' },
  });
  const { valid_until } = (await login.json()) as { valid_until: string };
  const years = (Date.parse(valid_until.replace('+0000', 'Z')) - Date.now()) / (365 * 86_400_000);
  assert.ok(years > 9, `the session is valid for years: ${valid_until}`);
  const { id, session_timeout_ms: stored } = await user('lasting');
  assert.equal(stored, -1);
  const put = (timeout: number) =>
    server.call(`/users/${id}`, { method: 'PUT', session: admin, json: { session_timeout_ms: timeout } });
  assert.equal((await put(60_000)).status, 204);
  assert.equal((await put(-1)).status, 204);
  assert.equal((await put(-2)).status, 400);
});

test('the global session timeout applies to all users', async () => {
  const path = '/system/cluster_config/org.graylog2.users.UserConfiguration';
  const json = { enable_global_session_timeout: true, global_session_timeout_interval: 'PT10M' };
  assert.equal((await server.call(path, { method: 'PUT', session: admin, json })).status, 202);
  const login = await server.call('/system/sessions', {
    method: 'POST',
    json: { username: 'jane', password: 'a user password' },
  });
  const { valid_until } = (await login.json()) as { valid_until: string };
  const minutes = (Date.parse(valid_until.replace('+0000', 'Z')) - Date.now()) / 60_000;
  assert.ok(minutes > 9 && minutes <= 10, String(minutes));
});

test('a global session timeout that is switched off limits no session: each user has the timeout of the account', async () => {
  await create(details('endless', { session_timeout_ms: -1 }));
  await create(details('usual'));
  const path = '/system/cluster_config/org.graylog2.users.UserConfiguration';
  const global = async (isOn: boolean, interval: string): Promise<void> => {
    const json = { enable_global_session_timeout: isOn, global_session_timeout_interval: interval };
    const stored = await server.call(path, { method: 'PUT', session: admin, json });
    assert.equal(stored.status, 202, await stored.text());
  };
  /** Signs in. @returns the session and the hours for which it is valid */
  const signedIn = async (username: string): Promise<{ session: string; hours: number }> => {
    const json = { username, password: 'a user password' };
    const login = await server.call('/system/sessions', { method: 'POST', json });
    const { session_id: session, valid_until } = (await login.json()) as { session_id: string; valid_until: string };
    return { session, hours: Math.round((Date.parse(valid_until.replace('+0000', 'Z')) - Date.now()) / 3_600_000) };
  };
  /** Returns the hours after which a session of the user ends. */
  const validHours = async (session: string, username: string): Promise<number> => {
    const { id } = await user(username);
    const { sessions } = (await (await server.call(`/users/${id}/sessions`, { session })).json()) as {
      sessions: { current: boolean; expires_at: string }[];
    };
    const own = sessions.find(({ current }) => current);
    return Math.round((Date.parse(own?.expires_at ?? '') - Date.now()) / 3_600_000);
  };
  const tenYears = 9 * 365 * 24;

  await global(true, 'PT5H');
  const limited = await signedIn('endless');
  assert.equal(limited.hours, 5, 'the global timeout applies also to an account without a timeout');
  await global(false, 'PT2H');
  assert.ok((await signedIn('endless')).hours > tenYears);
  assert.equal((await signedIn('usual')).hours, 8);
  // A session that began under the global timeout gets the timeout of its account when it is used.
  assert.equal((await server.call('/system/cluster/nodes', { session: limited.session })).status, 200);
  assert.ok((await validHours(limited.session, 'endless')) > tenYears);
});

test('the server creates only one of several accounts with the same name that are requested concurrently', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => create(details('twin'))));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400, 400]);
});
