/** Users with few permissions try to gain more on a real server, and fail. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Role, Token, User } from '../../../../api/contract/users.js';
import type { View } from '../../../../api/contract/views.js';
import { hashPassword } from '../../../../host/server/auth/passwords.js';
import type { UserRecord } from '../../../../host/server/auth/users.js';
import { openDocuments } from '../../../../host/server/store/index.js';
import '../../../quick-passwords.mjs';
import { startTestServer, type TestServer } from '../../../server.js';
import { addPerson, personPassword, type Person } from '../people.js';

let server: TestServer;
let admin: string;
let data: string;
const oldNames = ['*', 'victim:*', 'a,b', 'bell\u0007'];

before(async () => {
  data = await mkdtemp(join(tmpdir(), 'log-console-escalation-'));
  const first = await startTestServer({ data });
  await first.stop();
  // These accounts simulate accounts of an earlier version that allowed every name.
  const documents = await openDocuments({ directory: data });
  const users = documents.collection<UserRecord>('users');
  const pattern = users.all().find(({ id }) => id !== 'local:admin');
  assert.ok(pattern);
  const password_hash = await hashPassword(personPassword);
  for (const [at, username] of oldNames.entries()) {
    const account = { id: `00000000000000000000000${at}`, username, password_hash, service_account: false };
    await users.put({ ...pattern, ...account, permissions: [], role_ids: [] });
  }
  await documents.close();
  server = await startTestServer({ data });
  admin = await server.login();
});
after(async () => {
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

async function send(session: string, method: string, path: string, json?: unknown): Promise<Response> {
  return server.call(path, { method, session, ...(json === undefined ? {} : { json }) });
}
const userOf = async (username: string): Promise<User> =>
  (await (await send(admin, 'GET', `/users/${encodeURIComponent(username)}`)).json()) as User;
const newUser = (username: string, more: object = {}) => ({
  username,
  password: personPassword,
  email: 'x@example.org',
  first_name: 'A',
  last_name: 'B',
  permissions: [],
  roles: [],
  ...more,
});
const newRole = (name: string, permissions: string[] = []) => ({ name, description: '', permissions });

const badNames = [
  '*',
  'victim:*',
  'a*',
  'a:b',
  'a,b',
  'a\u0000b',
  'line\nbreak',
  'tab\there',
  'zero\u200bwidth',
  'turned\u202eresu',
  'soft\u00adhyphen',
  'half\ud800',
  ' blank',
  'blank\u00a0',
  '.',
  '..',
  // The first name contains a Cyrillic а, the second a Greek ο.
  '\u0430dmin',
  'r\u03bfot',
];

test('accounts and roles cannot have names that widen permissions or look like other names', async () => {
  const maker = await addPerson(server, admin, 'maker', ['users:create', 'roles:create']);
  const before = ((await (await send(admin, 'GET', '/users')).json()) as { users: User[] }).users.length;
  for (const name of badNames) {
    const answers = [
      await send(maker.session, 'POST', '/users', newUser(name)),
      await send(maker.session, 'POST', '/roles', newRole(name)),
    ];
    for (const answer of answers) {
      const text = await answer.text();
      assert.equal(answer.status, 400, `the name ${JSON.stringify(name)} is refused: ${text}`);
      assert.equal((JSON.parse(text) as { type: string }).type, 'ValidationApiError', text);
    }
  }
  // These names equal existing names except for letter case, spaces or similar characters.
  for (const name of ['Admin', 'ADMIN', '\uff41dmin', 'MAKER'])
    assert.equal((await send(maker.session, 'POST', '/users', newUser(name))).status, 400, name);
  for (const name of ['admin', '\uff32eader', 'dashboard  creator'])
    assert.equal((await send(maker.session, 'POST', '/roles', newRole(name))).status, 400, name);
  const { users } = (await (await send(admin, 'GET', '/users')).json()) as { users: User[] };
  assert.equal(users.length, before);
  // Names as real users have them are accepted.
  for (const name of ['jane.roe@example.org', 'José', 'Иван', 'DOMAIN\\jo', '李雷', 'constructor', '__proto__'])
    assert.equal((await send(maker.session, 'POST', '/users', newUser(name))).status, 201, name);
});

test('old accounts whose names would widen permissions have no permissions, even for themselves', async () => {
  for (const username of oldNames) {
    const session = await server.login(username, personPassword);
    const shown = await userOf(username);
    assert.deepEqual(shown.permissions, [], username);
    for (const path of ['/users/admin', '/users/maker', '/users/id/local:admin', '/users/local:admin/tokens', '/users'])
      assert.equal((await send(session, 'GET', path)).status, 403, `${username} ${path}`);
    const token = await send(session, 'POST', '/users/local:admin/tokens/mine', {});
    assert.equal(token.status, 403);
    const password = await send(session, 'PUT', `/users/${shown.id}/password`, { password: 'another one' });
    assert.equal(password.status, 403);
  }
  // An administrator can still remove these accounts.
  assert.equal((await send(admin, 'DELETE', `/users/${encodeURIComponent('*')}`)).status, 204);
});

test('renaming a role to an invalid name is refused; a role can be changed and renamed to a valid name', async () => {
  const made = await send(admin, 'POST', '/roles', newRole('Plain', ['streams:read']));
  assert.equal(made.status, 201);
  assert.equal((await send(admin, 'PUT', '/roles/Plain', newRole('a:b'))).status, 400);
  assert.equal((await send(admin, 'PUT', '/roles/plain', newRole('Plain', ['dashboards:read']))).status, 200);
  assert.equal((await send(admin, 'PUT', '/roles/Plain', newRole('Plainer'))).status, 200);
});

test('a user who manages accounts cannot become an administrator', async () => {
  const boss = await addPerson(server, admin, 'boss', [], ['Admin']);
  const starred = await addPerson(server, admin, 'starred', ['*:edit']);
  const { id: bossRole } = (
    (await (await send(admin, 'GET', '/authz/roles?query=name:Admin')).json()) as { roles: { id: string }[] }
  ).roles[0] ?? { id: '' };
  const everything = [
    'users:create',
    'users:edit',
    'users:list',
    'users:passwordchange',
    'users:tokencreate',
    'users:tokenlist',
    'users:tokenremove',
    'users:rolesedit',
    'users:permissionsedit',
    'roles:create',
    'roles:edit',
    'roles:delete',
    'roles:read',
  ];
  const keeper = await addPerson(server, admin, 'keeper', everything);
  const { id: tokenId } = (await (
    await send(boss.session, 'POST', `/users/${boss.id}/tokens/mine`, {})
  ).json()) as Token;
  assert.equal((await send(admin, 'POST', '/roles', newRole('Other admins', ['*']))).status, 201);
  const password = { password: 'taken over' };
  const attempts: [string, string, unknown?][] = [
    ...[boss, starred].flatMap(({ id, username }): [string, string, unknown?][] => [
      ['PUT', `/users/${id}/password`, password],
      ['POST', `/users/${id}/tokens/mine`, {}],
      ['PUT', `/users/${id}`, { email: 'mine@example.org', roles: [] }],
      ['PUT', `/users/${id}/status/disabled`],
      ['DELETE', `/users/${username}`],
      ['DELETE', `/users/id/${id}`],
      ['PUT', `/users/${username}/permissions`, { permissions: [] }],
      ['DELETE', `/users/${username}/permissions`],
    ]),
    ['DELETE', `/users/${boss.id}/tokens/${tokenId}`],
    ['DELETE', `/authz/roles/${bossRole}/assignee/boss`],
    ['DELETE', '/roles/Admin/members/boss'],
    ['POST', '/users/local:admin/tokens/mine', {}],
    ['POST', '/users', newUser('mole', { roles: ['Admin'] })],
    ['POST', '/users', newUser('mole', { permissions: ['*'] })],
    ['POST', '/users', newUser('mole', { permissions: ['*:*'] })],
    ['POST', '/users', newUser('mole', { permissions: ['*:edit'] })],
    ['POST', '/users', newUser('mole', { roles: ['Other admins'] })],
    ['PUT', `/users/${keeper.id}`, { roles: ['Admin'] }],
    ['PUT', `/users/${keeper.id}`, { permissions: ['*'] }],
    ['PUT', '/users/keeper/permissions', { permissions: ['*'] }],
    ['PUT', `/authz/roles/${bossRole}/assignees`, ['keeper']],
    ['PUT', '/roles/Admin/members/keeper', {}],
    ['PUT', '/roles/Other admins/members/keeper', {}],
    ['POST', '/roles', newRole('Mine', ['*'])],
    ['PUT', '/roles/Other admins', newRole('Other admins', [])],
    ['DELETE', '/roles/Other admins'],
  ];
  for (const [method, path, json] of attempts) {
    const answer = await send(keeper.session, method, path, json);
    assert.equal(answer.status, 403, `${method} ${path} ${JSON.stringify(json)}: ${await answer.text()}`);
  }
  assert.equal((await send(boss.session, 'GET', '/users/boss')).status, 200);
  assert.deepEqual((await userOf('boss')).roles, ['Admin']);
  await assert.rejects(server.login('mole', personPassword));

  // The user can still manage the accounts of users without additional permissions.
  const plain = await addPerson(server, admin, 'plain', []);
  const allowed: [string, string, unknown?][] = [
    ['POST', '/users', newUser('fellow', { roles: ['Reader'], permissions: ['users:list'] })],
    ['PUT', `/users/${plain.id}`, { email: 'new@example.org', roles: ['Reader'], permissions: ['users:list'] }],
    ['PUT', `/users/${plain.id}/password`, { old_password: personPassword, password: 'new enough' }],
    ['POST', `/users/${plain.id}/tokens/theirs`, {}],
    ['PUT', '/roles/Dashboard Creator/members/plain', {}],
    ['PUT', `/users/${plain.id}/status/disabled`],
    ['POST', '/roles', newRole('Listers', ['users:list', 'users:edit:plain'])],
    ['PUT', '/roles/Listers', newRole('Listers', ['roles:read'])],
    ['DELETE', '/roles/Listers'],
    ['DELETE', '/users/plain'],
  ];
  for (const [method, path, json] of allowed) {
    const answer = await send(keeper.session, method, path, json);
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${await answer.text()}`);
  }
});

test('no call grants permissions that the caller does not hold', async () => {
  const giver = await addPerson(server, admin, 'generous', [
    'users:create',
    'users:edit',
    'users:permissionsedit',
    'users:rolesedit',
    'roles:create',
    'roles:edit',
    'roles:read',
    'streams:read:65e1a0c2d4b5f60718293a4b',
  ]);
  const friend = await addPerson(server, admin, 'friend', ['metrics:read']);
  assert.equal((await send(admin, 'POST', '/roles', newRole('Given', ['metrics:read']))).status, 201);
  for (const permission of [
    'streams:read',
    'streams:*',
    'streams',
    'users:passwordchange',
    'roles:delete',
    'loggers:edit',
  ]) {
    const attempts: [string, string, unknown][] = [
      ['POST', '/roles', newRole('Gift', ['roles:read', permission])],
      ['PUT', '/roles/Given', newRole('Given', ['metrics:read', permission])],
      ['POST', '/users', newUser('gifted', { permissions: [permission] })],
      ['PUT', `/users/${friend.id}`, { permissions: ['metrics:read', permission] }],
      ['PUT', '/users/friend/permissions', { permissions: [permission] }],
      ['PUT', '/users/generous/permissions', { permissions: [permission] }],
    ];
    for (const [method, path, json] of attempts) {
      const answer = await send(giver.session, method, path, json);
      const text = await answer.text();
      assert.equal(answer.status, 403, `${method} ${path} ${permission}: ${text}`);
      assert.ok((JSON.parse(text) as { message: string }).message.includes(permission), text);
    }
  }
  // Permissions that exist already stay, even if the giver does not hold them. The giver may give some of the
  // permissions that the giver holds.
  const own = ['metrics:read', 'streams:read:65e1a0c2d4b5f60718293a4b', 'users:edit:friend'];
  assert.equal((await send(giver.session, 'PUT', '/roles/Given', newRole('Given', own))).status, 200);
  assert.equal((await send(giver.session, 'PUT', `/users/${friend.id}`, { permissions: own })).status, 204);
  // A user who becomes a service account is signed out.
  assert.equal((await send(admin, 'PUT', `/users/${friend.id}`, { service_account: true })).status, 204);
  assert.equal((await send(friend.session, 'GET', '/system/locales')).status, 401);
  await assert.rejects(server.login('friend', personPassword), /Cannot login with service account friend/);
});

test('a request with a list needs the permission on every item of the list, not only on the first', async () => {
  const set = '000000000000000000000101';
  const streams: string[] = [];
  for (const title of ['mine', 'theirs']) {
    const made = await send(admin, 'POST', '/streams', { title, index_set_id: set, rules: [] });
    streams.push(((await made.json()) as { stream_id: string }).stream_id);
  }
  const [mine = '', theirs = ''] = streams;
  await addPerson(server, admin, 'listed', []);
  const lister = await addPerson(server, admin, 'lister', [
    `indexsets:read:${set}`,
    `streams:edit:${mine}`,
    `streams:read:${mine}`,
    'users:rolesedit:lister',
  ]);
  const { roles } = (await (await send(admin, 'GET', '/authz/roles?per_page=0')).json()) as {
    roles: { id: string; name: string }[];
  };
  const reader = roles.find(({ name }) => name === 'Reader')?.id ?? '';
  const calls = (items: readonly string[]): [path: string, method: string, json: unknown][] => [
    [`/streams/indexSet/${set}`, 'PUT', items],
    [`/authz/roles/${reader}/assignees`, 'PUT', items.map((id) => (id === mine ? 'lister' : 'listed'))],
  ];
  for (const [path, method, json] of calls([mine, theirs]))
    assert.equal((await send(lister.session, method, path, json)).status, 403, `${path} with two items`);
  for (const [path, method, json] of calls([mine]))
    assert.ok((await send(lister.session, method, path, json)).ok, `${path} with the own item`);
  assert.deepEqual((await userOf('listed')).roles, []);
});

test('the server ignores members of a request that it must not contain', async () => {
  const maker = await addPerson(server, admin, 'maker2', ['users:create']);
  const more = {
    id: 'local:admin',
    read_only: true,
    external: true,
    account_status: 'deleted',
    role_ids: ['x'],
    password_hash: 'x',
    grn_permissions: ['entity:own:grn::::dashboard:x'],
    full_name: 'Administrator',
    constructor: { prototype: { admin: true } },
  };
  assert.equal((await send(maker.session, 'POST', '/users', newUser('assigned', more))).status, 201);
  const made = await userOf('assigned');
  assert.match(made.id, /^[0-9a-f]{24}$/);
  assert.deepEqual(
    [made.read_only, made.external, made.account_status, made.roles, made.grn_permissions, made.full_name],
    [false, false, 'enabled', [], [], 'A B'],
  );
  assert.ok(
    made.permissions.every((permission) => permission.startsWith('users:') && permission.endsWith(':assigned')),
  );
  const own = await server.login('assigned', personPassword);
  const change = {
    ...more,
    id: made.id,
    username: 'admin',
    roles: ['Admin'],
    permissions: ['*'],
    service_account: true,
  };
  assert.equal((await send(own, 'PUT', `/users/${made.id}`, change)).status, 204);
  const { timezone: _zone, ...after } = await userOf('assigned');
  const { timezone: _before, ...unchanged } = made;
  assert.deepEqual(
    { ...after, last_activity: null, session_active: false, client_address: null },
    { ...unchanged, last_activity: null, session_active: false, client_address: null },
  );
  // A user who may only create accounts may give them neither roles nor permissions.
  for (const json of [newUser('more', { roles: ['Reader'] }), newUser('more', { permissions: ['streams:read'] })])
    assert.equal((await send(maker.session, 'POST', '/users', json)).status, 403);
  const role = await send(admin, 'POST', '/roles', { ...newRole('Read only?'), read_only: true, id: 'x' });
  assert.equal(((await role.json()) as Role).read_only, false);
  const endless = await send(maker.session, 'POST', '/users', newUser('endless', { session_timeout_ms: 9e15 }));
  assert.equal(endless.status, 400);
});

test('a new account does not inherit the entities of a removed account with the same name', async () => {
  const stream = '000000000000000000000001';
  const first = await addPerson(server, admin, 'again', [`streams:read:${stream}`]);
  const search = (id: string) => ({ id, queries: [{ id: 'q', search_types: [] }] });
  const [unsaved, saved] = ['e'.repeat(24), 'f'.repeat(24)];
  for (const id of [unsaved, saved])
    assert.equal((await send(first.session, 'POST', '/views/search', search(id))).status, 201);
  const view = { type: 'SEARCH', title: 'Left', search_id: saved, state: {} };
  const { id: viewId } = (await (await send(first.session, 'POST', '/views', view)).json()) as View;
  assert.equal((await send(admin, 'DELETE', '/users/again')).status, 204);
  const { session } = await addPerson(server, admin, 'again', [`streams:read:${stream}`]);
  assert.deepEqual(await (await send(session, 'GET', '/views/search')).json(), []);
  const statuses = [
    await send(session, 'GET', `/views/search/${unsaved}`),
    await send(session, 'GET', `/views/search/${saved}`),
    await send(session, 'POST', '/views/search', search(saved)),
    await send(session, 'GET', `/views/${viewId}`),
  ].map(({ status }) => status);
  assert.deepEqual(statuses, [404, 403, 403, 404]);
  // The search still exists for those who may read the view.
  assert.equal((await send(admin, 'GET', `/views/search/${saved}`)).status, 200);
});

test('views and searches of others are not taken over by their ids', async () => {
  const people = { ann: await addPerson(server, admin, 'ann', []), eve: await addPerson(server, admin, 'eve', []) };
  const { ann, eve }: Record<string, Person> = people;
  const stream = '000000000000000000000001';
  for (const { username } of [ann, eve])
    await send(admin, 'PUT', `/users/${username}/permissions`, { permissions: [`streams:read:${stream}`] });
  const search = { id: 'b'.repeat(24), queries: [{ id: 'q', search_types: [] }] };
  assert.equal((await send(ann.session, 'POST', '/views/search', search)).status, 201);
  const view = {
    id: 'c'.repeat(24),
    type: 'SEARCH',
    title: 'Mine',
    search_id: search.id,
    owner: 'admin',
    created_at: '2000-01-01T00:00:00.000Z',
    state: { q: { widgets: [], widget_mapping: {}, positions: {} } },
  };
  const made = (await (await send(ann.session, 'POST', '/views', view)).json()) as View;
  assert.equal(made.owner, 'ann');
  assert.notEqual(made.created_at, view.created_at);
  const attempts: [string, string, unknown, number][] = [
    ['POST', '/views', view, 409],
    ['PUT', `/views/${view.id}`, { ...view, owner: 'eve' }, 404],
    ['GET', `/views/${view.id}`, undefined, 404],
    ['POST', '/views/search', { ...search, queries: [] }, 403],
    ['GET', `/views/search/${search.id}`, undefined, 403],
    ['POST', `/views/search/${search.id}/execute`, {}, 403],
    ['POST', `/views/search/messages/${search.id}`, {}, 403],
    // The user's view refers to another user's search, which is refused.
    ['POST', '/views', { ...view, id: 'd'.repeat(24) }, 400],
    ['DELETE', `/views/${view.id}`, undefined, 403],
    ['POST', `/authz/shares/entities/${encodeURIComponent(`grn::::search:${view.id}`)}`, {}, 403],
    ['POST', `/authz/shares/entities/${encodeURIComponent('grn::::search:*')}`, {}, 403],
    ['POST', `/authz/shares/entities/${encodeURIComponent('grn::::user:local:admin')}`, {}, 400],
  ];
  for (const [method, path, json, status] of attempts) {
    const answer = await send(eve.session, method, path, json);
    assert.equal(answer.status, status, `${method} ${path}: ${await answer.text()}`);
  }
  for (const id of ['*', 'a:b', '__proto__', 'constructor', 'C'.repeat(24), 'x/../y', '\u0000'.repeat(24)])
    assert.equal((await send(ann.session, 'POST', '/views', { ...view, id })).status, 400, id);
});
