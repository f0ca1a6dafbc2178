/**
 * Tests account features that the reference server lacks: session lists, expiring tokens, explained permissions,
 * transfer of entities.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type {
  FirstStart,
  OwnedEntities,
  PermissionReasons,
  Token,
  TokenSummary,
  User,
  UserSession,
} from '../../../../api/contract/users.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { addPerson, personPassword, type Person } from '../people.js';

let server: TestServer;
let admin: string;
before(async () => {
  server = await startTestServer();
  admin = await server.login();
});
after(() => server.stop());

const send = (session: string, method: string, path: string, json?: unknown) =>
  server.call(path, { method, session, ...(json === undefined ? {} : { json }) });
const read = async <T>(session: string, path: string): Promise<T> => {
  const response = await send(session, 'GET', path);
  const text = await response.text();
  assert.equal(response.status, 200, `${path} has the expected status: ${text}`);
  return JSON.parse(text) as T;
};
const sessionsOf = async (session: string, userId: string) =>
  (await read<{ sessions: UserSession[] }>(session, `/users/${userId}/sessions`)).sessions;
const isAlive = async (session: string, { username }: Person) =>
  (await send(session, 'GET', `/users/${username}`)).status === 200;

async function loginWith(username: string, userAgent: string): Promise<string> {
  const response = await server.call('/system/sessions', {
    method: 'POST',
    headers: { 'User-Agent': userAgent },
    json: { username, password: personPassword, host: '' },
  });
  return ((await response.json()) as { session_id: string }).session_id;
}
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const edge =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0';

test('users see their sessions, and end one session or all others', async () => {
  const person = await addPerson(server, admin, 'traveller', []);
  const atHome = await loginWith('traveller', firefox);
  const atWork = await loginWith('traveller', edge);
  const shown = await sessionsOf(atHome, person.id);
  assert.equal(shown.length, 3);
  const home = shown.find(({ current }) => current);
  assert.deepEqual([home?.browser, home?.system, home?.address], ['Firefox', 'Linux', '127.0.0.1']);
  const work = shown.find(({ browser }) => browser === 'Edge');
  assert.deepEqual([work?.system, work?.current], ['Windows', false]);
  for (const { created_at, last_activity, expires_at } of shown)
    assert.ok(created_at <= last_activity && last_activity < expires_at);
  // The id in the list is no session id, so it authenticates nobody.
  assert.equal((await send(home?.id ?? '', 'GET', '/users/traveller')).status, 401);
  assert.ok(!JSON.stringify(shown).includes(atHome));

  assert.equal((await send(atHome, 'DELETE', `/users/${person.id}/sessions/${work?.id}`)).status, 204);
  assert.equal(await isAlive(atWork, person), false);
  assert.equal((await send(atHome, 'DELETE', `/users/${person.id}/sessions/${work?.id}`)).status, 404);
  assert.equal((await send(atHome, 'DELETE', `/users/${person.id}/sessions?keep_current=true`)).status, 204);
  assert.equal(await isAlive(person.session, person), false);
  assert.equal(await isAlive(atHome, person), true);
  assert.equal((await sessionsOf(atHome, person.id)).length, 1);
});

test("an administrator may end all users' sessions, other users only their own", async () => {
  const person = await addPerson(server, admin, 'watched', []);
  const other = await addPerson(server, admin, 'curious', []);
  const keeper = await addPerson(server, admin, 'keeper', ['users:edit:watched', 'users:edit:admin']);
  for (const [method, path] of [
    ['GET', 'sessions'],
    ['DELETE', 'sessions'],
    ['DELETE', 'sessions/aaaaaaaaaaaaaaaaaaaaaaaa'],
  ] as const) {
    const refused = await send(other.session, method, `/users/${person.id}/${path}`);
    assert.equal(refused.status, 403, await refused.text());
  }
  assert.equal((await send(keeper.session, 'DELETE', '/users/local:admin/sessions')).status, 403);
  assert.equal((await send(keeper.session, 'DELETE', `/users/${person.id}/sessions`)).status, 204);
  assert.equal(await isAlive(person.session, person), false);
  assert.equal((await send(admin, 'DELETE', `/users/${other.id}/sessions`)).status, 204);
  assert.equal(await isAlive(other.session, other), false);
});

test('a token shows when and from where it was used last, and expires', async () => {
  const person = await addPerson(server, admin, 'scripter', []);
  const path = `/users/${person.id}/tokens`;
  const soon = new Date(Date.now() + 1500).toISOString();
  const token = (await (await send(person.session, 'POST', `${path}/short`, { expires_at: soon })).json()) as Token;
  assert.equal(token.expires_at, soon);
  const list = async () => (await read<{ tokens: TokenSummary[] }>(person.session, path)).tokens;
  assert.deepEqual(
    (await list()).map(({ name, last_access, last_address }) => [name, last_access, last_address]),
    [['short', '1970-01-01T00:00:00.000Z', null]],
  );
  assert.equal((await server.call('/users/scripter', { token: token.token })).status, 200);
  const [used] = await list();
  assert.equal(used?.last_address, '127.0.0.1');
  assert.ok(Date.now() - Date.parse(used?.last_access ?? '') < 60_000);

  let answer: Response;
  do answer = await server.call('/users/scripter', { token: token.token });
  while (answer.status === 200);
  assert.equal(answer.status, 401);
  assert.ok(Date.now() >= Date.parse(soon));
  assert.equal(
    ((await answer.json()) as { message: string }).message,
    `This access token has expired on ${soon}. Create a new one.`,
  );
  for (const bad of ['yesterday', '2020-01-01T00:00:00.000Z', '9999-01-01T00:00:00.000Z', '']) {
    const refused = await send(person.session, 'POST', `${path}/bad`, { expires_at: bad });
    assert.equal(refused.status, 400, bad);
    assert.deepEqual(
      Object.keys(((await refused.json()) as { validation_errors: object }).validation_errors),
      ['expires_at'],
      bad,
    );
  }
  const forEver = (await (await send(person.session, 'POST', `${path}/ever`, {})).json()) as Token;
  assert.equal(forEver.expires_at, null);
});

async function makeStream(session: string, title: string): Promise<string> {
  const { index_set_id } = await read<{ index_set_id: string }>(admin, '/streams/000000000000000000000001');
  const json = { title, description: title, index_set_id, rules: [] };
  const made = await send(session, 'POST', '/streams', json);
  assert.equal(made.status, 201);
  return ((await made.json()) as { stream_id: string }).stream_id;
}

test('the server explains a permission by the account, roles and grants that give it', async () => {
  const person = await addPerson(server, admin, 'asked', ['metrics:read', 'streams:create'], ['Reader']);
  const stream = await makeStream(person.session, 'Firewall');
  const all = await read<PermissionReasons>(person.session, `/users/${person.id}/permissions/why`);
  const held = await read<User>(person.session, '/users/asked');
  assert.deepEqual(
    all.permissions.map(({ permission }) => permission).sort(),
    [...held.permissions, ...held.grn_permissions].sort(),
  );
  assert.equal(all.asked, null);
  const why = async (permission: string, session = admin) =>
    (await read<PermissionReasons>(session, `/users/${person.id}/permissions/why?permission=${permission}`)).asked;
  const metrics = await why('metrics:read:jvm');
  assert.equal(metrics?.allowed, true);
  assert.deepEqual(
    metrics?.reasons.map(({ permission, sources }) => [permission, sources.map(({ type }) => type)]),
    [['metrics:read', ['account', 'role']]],
  );
  const read_ = await why(`streams:read:${stream}`);
  assert.deepEqual(read_?.reasons[0]?.sources, [
    {
      type: 'grant',
      capability: 'own',
      target: `grn::::stream:${stream}`,
      everyone: false,
      target_title: 'Firewall',
    },
  ]);
  assert.deepEqual(
    (await why('users:edit:asked'))?.reasons[0]?.sources.map(({ type }) => type),
    ['own_account'],
  );
  assert.deepEqual(await why('users:edit:admin'), { permission: 'users:edit:admin', allowed: false, reasons: [] });
  const root = await read<PermissionReasons>(admin, '/users/local:admin/permissions/why');
  assert.deepEqual(root.permissions, [{ permission: '*', sources: [{ type: 'administrator' }] }]);

  // Only users with the permission get the explanation; titles require read access to the entities.
  const other = await addPerson(server, admin, 'unasked', ['users:edit']);
  assert.equal((await send(other.session, 'GET', `/users/${person.id}/permissions/why`)).status, 403);
  const auditor = await addPerson(server, admin, 'auditor', ['users:permissionsedit']);
  const [grant] = (await why(`streams:read:${stream}`, auditor.session))?.reasons[0]?.sources ?? [];
  assert.ok(grant?.type === 'grant');
  assert.equal(grant.target_title, null);
});

const ownedBy = async ({ id }: Person) => read<OwnedEntities>(admin, `/users/${id}/owned`);
const grnOf = (stream: string) => `grn::::stream:${stream}`;

test('the entities of a removed user are transferred, deleted, or left to administrators', async () => {
  const heir = await addPerson(server, admin, 'heir', []);
  const [giver, deleter, leaver] = [
    await addPerson(server, admin, 'giver', ['streams:create']),
    await addPerson(server, admin, 'deleter', ['streams:create']),
    await addPerson(server, admin, 'leaver', ['streams:create']),
  ];
  const given = await makeStream(giver.session, 'Given');
  const deleted = await makeStream(deleter.session, 'Deleted');
  const left = await makeStream(leaver.session, 'Left');
  const both = await makeStream(deleter.session, 'Both');
  const share = { selected_grantee_capabilities: { [`grn::::user:${heir.id}`]: 'own' } };
  assert.equal(
    (
      await send(admin, 'POST', `/authz/shares/entities/${grnOf(both)}`, {
        selected_grantee_capabilities: { ...share.selected_grantee_capabilities, [`grn::::user:${deleter.id}`]: 'own' },
      })
    ).status,
    200,
  );
  assert.deepEqual((await ownedBy(deleter)).entities, [
    { id: grnOf(both), type: 'stream', title: 'Both', shared_ownership: true },
    { id: grnOf(deleted), type: 'stream', title: 'Deleted', shared_ownership: false },
  ]);

  for (const query of [
    'hand_over_to=nobody',
    `hand_over_to=${giver.id}`,
    'hand_over_to=local:admin',
    `hand_over_to=${heir.id}&delete_owned=true`,
  ])
    assert.equal((await send(admin, 'DELETE', `/users/id/${giver.id}?${query}`)).status, 400, query);
  // Permission to administer accounts gives no access to entities of other users.
  const keeper = await addPerson(server, admin, 'usher', ['users:edit']);
  for (const query of [`hand_over_to=${keeper.id}`, 'delete_owned=true']) {
    const refused = await send(keeper.session, 'DELETE', `/users/id/${giver.id}?${query}`);
    assert.equal(refused.status, 403, query);
  }
  assert.equal((await send(giver.session, 'GET', `/streams/${given}`)).status, 200);

  assert.equal((await send(admin, 'DELETE', `/users/id/${giver.id}?hand_over_to=${heir.id}`)).status, 204);
  assert.equal((await send(giver.session, 'GET', '/users/giver')).status, 401);
  assert.equal((await send(heir.session, 'PUT', `/streams/${given}`, { title: 'Mine' })).status, 200);
  assert.equal((await send(admin, 'DELETE', `/users/id/${deleter.id}?delete_owned=true`)).status, 204);
  assert.equal((await send(admin, 'GET', `/streams/${deleted}`)).status, 404);
  assert.equal((await send(heir.session, 'GET', `/streams/${both}`)).status, 200);
  assert.equal((await send(admin, 'DELETE', `/users/id/${leaver.id}`)).status, 204);
  assert.equal((await send(admin, 'GET', `/streams/${left}`)).status, 200);
  assert.deepEqual(
    (await ownedBy(heir)).entities.map(({ title }) => title),
    ['Both', 'Mine'],
  );
});

const shareAs = async (session: string, grn: string, selected_grantee_capabilities: object) =>
  assert.equal(
    (await send(session, 'POST', `/authz/shares/entities/${grn}`, { selected_grantee_capabilities })).status,
    200,
  );

interface Owners {
  readonly active_shares: readonly { readonly grantee: string; readonly capability: string }[];
  readonly available_grantees: readonly { readonly id: string }[];
  readonly validation_result: { readonly failed: boolean };
}

test('a service account owns and shares what its tokens create, and hands it over when it is deleted', async () => {
  const friend = await addPerson(server, admin, 'operator', ['streams:create', 'users:list']);
  const account = {
    username: 'robot',
    password: personPassword,
    email: 'robot@example.org',
    first_name: 'Deploy',
    last_name: 'Robot',
    permissions: ['streams:create', 'users:list'],
    roles: [],
    service_account: true,
  };
  assert.equal((await send(admin, 'POST', '/users', account)).status, 201);
  const { id } = await read<User>(admin, '/users/robot');
  const login = { username: 'robot', password: personPassword, host: '' };
  assert.equal((await server.call('/system/sessions', { method: 'POST', json: login })).status, 400);
  const made = await send(admin, 'POST', `/users/${id}/tokens/deploy`, {});
  const { token } = (await made.json()) as Token;
  const asRobot = (method: string, path: string, json?: unknown) =>
    server.call(path, { method, token, ...(json !== undefined && { json }) });

  const { index_set_id } = await read<{ index_set_id: string }>(admin, '/streams/000000000000000000000001');
  const stream = { title: 'Deployments', description: '', index_set_id, rules: [] };
  const created = await asRobot('POST', '/streams', stream);
  const { stream_id: streamId } = (await created.json()) as { stream_id: string };
  const grn = grnOf(streamId);
  const robot = `grn::::user:${id}`;
  const prepared = async (json: object): Promise<Owners> =>
    (await (await send(admin, 'POST', `/authz/shares/entities/${grn}/prepare`, json)).json()) as Owners;
  assert.deepEqual(
    (await prepared({})).active_shares.map(({ grantee, capability }) => [grantee, capability]),
    [[robot, 'own']],
  );
  assert.equal(
    (await prepared({ selected_grantee_capabilities: {} })).validation_result.failed,
    true,
    'the last owner cannot be removed',
  );
  assert.deepEqual((await read<OwnedEntities>(admin, `/users/${id}/owned`)).entities, [
    { id: grn, type: 'stream', title: 'Deployments', shared_ownership: false },
  ]);

  // The service account can share its stream with a user, and can be given a share of another stream.
  const mayRead = async () => (await send(friend.session, 'GET', `/streams/${streamId}`)).status;
  assert.equal(await mayRead(), 403);
  const selection = { selected_grantee_capabilities: { [`grn::::user:${friend.id}`]: 'view' } };
  const byRobot = await asRobot('POST', `/authz/shares/entities/${grn}`, selection);
  assert.equal(byRobot.status, 200, await byRobot.text());
  assert.equal(await mayRead(), 200);
  assert.equal((await send(friend.session, 'PUT', `/streams/${streamId}`, { title: 'Mine' })).status, 403);
  const theirs = await makeStream(friend.session, 'Shared with the robot');
  const shares = async (): Promise<Owners> =>
    (await (
      await send(friend.session, 'POST', `/authz/shares/entities/${grnOf(theirs)}/prepare`, {})
    ).json()) as Owners;
  assert.ok((await shares()).available_grantees.some((grantee) => grantee.id === robot));
  assert.equal((await asRobot('GET', `/streams/${theirs}`)).status, 403);
  await shareAs(friend.session, grnOf(theirs), { [robot]: 'manage' });
  assert.equal((await asRobot('PUT', `/streams/${theirs}`, { title: 'By the robot' })).status, 200);
  assert.equal((await asRobot('POST', `/authz/shares/entities/${grnOf(theirs)}/prepare`, {})).status, 403);

  assert.equal((await send(admin, 'DELETE', `/users/id/${id}?hand_over_to=${friend.id}`)).status, 204);
  assert.equal((await asRobot('GET', `/streams/${theirs}`)).status, 401);
  assert.deepEqual((await shares()).active_shares, [], 'the share of the deleted account is gone');
  assert.equal((await send(friend.session, 'PUT', `/streams/${streamId}`, { title: 'Mine' })).status, 200);
  assert.deepEqual(
    (await ownedBy(friend)).entities.map(({ title }) => title),
    ['By the robot', 'Mine'],
  );
});

let views = 0;
async function makeView(session: string, type: 'DASHBOARD' | 'SEARCH', title: string) {
  views += 1;
  const [searchId, viewId] = [`65e1a0c2d4b5f60718290${100 + views}`, `65e1a0c2d4b5f60718291${100 + views}`];
  const search = { id: searchId, queries: [{ id: 'q', timerange: { type: 'relative', range: 300 } }], parameters: [] };
  assert.equal((await send(session, 'POST', '/views/search', search)).status, 201);
  const state = { q: { selected_fields: [], titles: {}, widgets: [], widget_mapping: {}, positions: {} } };
  const view = { id: viewId, type, title, summary: '', description: '', search_id: searchId, properties: [], state };
  const made = await send(session, 'POST', '/views', view);
  assert.equal(made.status, 200, await made.text());
  return { view, search, grn: `grn::::${type.toLowerCase()}:${viewId}` };
}

test('the deletion of an account transfers dashboards and saved searches with their searches, or deletes them with all references', async () => {
  const heir = await addPerson(server, admin, 'successor', []);
  const leaving = await addPerson(server, admin, 'leaving', ['dashboards:create']);
  const dashboard = await makeView(leaving.session, 'DASHBOARD', 'Handed over');
  const saved = await makeView(leaving.session, 'SEARCH', 'Handed over, too');
  assert.equal((await send(heir.session, 'GET', `/views/${dashboard.view.id}`)).status, 404);
  // The search of a view that refers to another user's search stays with its owner.
  const friend = await addPerson(server, admin, 'keepsearch', ['dashboards:create']);
  const theirs = await makeView(friend.session, 'SEARCH', 'Theirs');
  await shareAs(friend.session, theirs.grn, { 'grn::::builtin-team:everyone': 'view' });
  const copy = { ...theirs.view, id: '65e1a0c2d4b5f60718292000' };
  assert.equal((await send(leaving.session, 'POST', '/views', copy)).status, 200);
  assert.equal((await send(admin, 'DELETE', `/users/id/${leaving.id}?hand_over_to=${heir.id}`)).status, 204);
  assert.equal((await send(friend.session, 'POST', '/views/search', theirs.search)).status, 201);
  assert.equal((await send(heir.session, 'POST', '/views/search', theirs.search)).status, 403);
  for (const { view, search } of [dashboard, saved]) {
    const shown = await read<{ owner: string; title: string }>(heir.session, `/views/${view.id}`);
    assert.deepEqual([shown.owner, shown.title], ['successor', view.title]);
    // The new owner may change the view and its search.
    assert.equal((await send(heir.session, 'POST', '/views/search', search)).status, 201);
    assert.equal((await send(heir.session, 'PUT', `/views/${view.id}`, { ...view, title: 'Mine' })).status, 200);
  }
  // A later account with the same name does not inherit any of the entities.
  const namesake = await addPerson(server, admin, 'leaving', []);
  for (const { view, search } of [dashboard, saved]) {
    assert.equal((await send(namesake.session, 'GET', `/views/${view.id}`)).status, 404);
    assert.equal((await send(namesake.session, 'GET', `/views/search/${search.id}`)).status, 403);
  }
  assert.equal((await send(admin, 'DELETE', `/users/${namesake.username}?delete_owned=true`)).status, 204);
  assert.equal((await send(heir.session, 'GET', `/views/${saved.view.id}`)).status, 200);

  assert.equal((await send(admin, 'PUT', `/favorites/${dashboard.grn}`)).status, 204);
  assert.equal((await send(admin, 'DELETE', `/users/successor?delete_owned=true`)).status, 204);
  for (const { view } of [dashboard, saved]) assert.equal((await send(admin, 'GET', `/views/${view.id}`)).status, 404);
  assert.deepEqual((await read<{ favorites: unknown[] }>(admin, '/favorites')).favorites, []);
});

test('revoked permissions no longer apply at the next request, in every session and with every token', async () => {
  const giver = await addPerson(server, admin, 'lender', ['streams:create', 'users:list']);
  const person = await addPerson(server, admin, 'borrower', []);
  const stream = await makeStream(giver.session, 'Lent');
  const second = await server.login('borrower', personPassword);
  const { token } = (await (await send(person.session, 'POST', `/users/${person.id}/tokens/one`, {})).json()) as Token;
  const doors = async (): Promise<number[]> =>
    Promise.all(
      [{ session: person.session }, { session: second }, { token }].map(
        async (who) => (await server.call(`/streams/${stream}`, who)).status,
      ),
    );
  const [open, closed] = [
    [200, 200, 200],
    [403, 403, 403],
  ];
  const share = async (capabilities: object) => {
    const json = { selected_grantee_capabilities: capabilities };
    assert.equal((await send(giver.session, 'POST', `/authz/shares/entities/${grnOf(stream)}`, json)).status, 200);
  };
  const role = { name: 'Borrowers', description: '', permissions: [`streams:read:${stream}`] };
  assert.equal((await send(admin, 'POST', '/roles', role)).status, 201);
  const permissions = (list: readonly string[]) =>
    send(admin, 'PUT', '/users/borrower/permissions', { permissions: list });
  const member = '/roles/Borrowers/members/borrower';
  const ways: readonly (readonly [give: () => Promise<unknown>, take: () => Promise<unknown>])[] = [
    [() => share({ [`grn::::user:${person.id}`]: 'view' }), () => share({})],
    [() => share({ 'grn::::builtin-team:everyone': 'view' }), () => share({})],
    [() => permissions(['streams:read']), () => permissions([])],
    [() => send(admin, 'PUT', member, {}), () => send(admin, 'DELETE', member)],
    [() => send(admin, 'PUT', member, {}), () => send(admin, 'PUT', '/roles/Borrowers', { ...role, permissions: [] })],
  ];
  assert.deepEqual(await doors(), closed);
  for (const [at, [give, take]] of ways.entries()) {
    await give();
    assert.deepEqual(await doors(), open, `permission ${at} is given`);
    await take();
    assert.deepEqual(await doors(), closed, `permission ${at} is taken`);
  }
  // Disabling the account has the same effect.
  assert.equal((await send(admin, 'PUT', `/users/${person.id}/status/disabled`)).status, 200);
  assert.deepEqual(await doors(), [401, 401, 401]);
  // Sessions that ended do not come back when the account is enabled again.
  assert.equal((await send(admin, 'PUT', `/users/${person.id}/status/enabled`)).status, 200);
  assert.equal((await send(person.session, 'GET', `/users/id/${person.id}`)).status, 401);
});

test('a server whose administrator password is configured does not ask for another', async () => {
  assert.deepEqual(await read<FirstStart>(admin, '/system/first_start'), {
    ask: false,
    password_generated: false,
    has_users: true,
  });
  const person = await addPerson(server, admin, 'newcomer', []);
  assert.equal((await send(person.session, 'GET', '/system/first_start')).status, 403);
});
