/**
 * Makes each call about authentication services signed out, without the required permission, and with exactly that
 * permission. No call may let a user gain permissions.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AuthBackend, BackendConfigInput } from '../../../../api/contract/authentication.schema.js';
import type { User } from '../../../../api/contract/users.js';
import {
  directoryBase,
  directoryPerson,
  startDirectory,
  systemPassword,
  systemUser,
  type TestDirectory,
} from '../../../ldap-server.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { addPerson, type Person } from '../people.js';

const base = '/system/authentication';
const services = `${base}/services`;
let server: TestServer;
let directory: TestDirectory;
let admin: string;
let roles: Record<string, string>;
let service: AuthBackend;
let other: Person;
let count = 0;

const config = (): BackendConfigInput => ({
  type: 'ldap',
  servers: [{ host: '127.0.0.1', port: directory.port }],
  transport_security: 'none',
  system_user_dn: systemUser,
  user_search_base: directoryBase,
  user_search_pattern: '(uid={0})',
  user_name_attribute: 'uid',
  user_full_name_attribute: 'cn',
});
const input = (more: object = {}, configured: Partial<BackendConfigInput> = {}) => ({
  title: 'House',
  default_roles: [roles['Reader']],
  config: { ...config(), system_user_password: systemPassword, ...configured },
  ...more,
});
const send = (session: string | undefined, method: string, path: string, json?: unknown) =>
  server.call(path, { method, ...(session && { session }), ...(json === undefined ? {} : { json }) });
const person = (...permissions: string[]): Promise<Person> =>
  addPerson(server, admin, `person${(count += 1)}`, permissions);
async function make(): Promise<AuthBackend> {
  const response = await send(admin, 'POST', `${services}/backends`, input());
  return ((await response.json()) as { backend: AuthBackend }).backend;
}

before(async () => {
  directory = await startDirectory({ people: [directoryPerson('jane')] });
  server = await startTestServer();
  admin = await server.login();
  const answer = (await (await send(admin, 'GET', '/authz/roles?per_page=0')).json()) as {
    roles: { id: string; name: string }[];
  };
  roles = Object.fromEntries(answer.roles.map(({ id, name }) => [name, id]));
  service = await make();
  other = await person();
});
after(async () => {
  await server.stop();
  await directory.stop();
});

test('the list of services, and the active service in it, show only services that the caller may read', async () => {
  const [active, hidden] = [await make(), await make()];
  await send(admin, 'POST', `${services}/configuration`, { active_backend: active.id });
  const seen = async (right: string) => {
    const { session } = await person(right);
    // Cast: the contract describes this answer.
    const list = (await (await send(session, 'GET', `${services}/backends`)).json()) as {
      total: number;
      backends: AuthBackend[];
      context: { active_backend: AuthBackend | null };
    };
    return [list.total, list.backends.map(({ id }) => id), list.context.active_backend?.id];
  };
  assert.equal((await send(undefined, 'GET', `${services}/backends`)).status, 401);
  assert.deepEqual(await seen('streams:read'), [0, [], undefined]);
  assert.deepEqual(await seen(`authservicebackend:read:${active.id}`), [1, [active.id], active.id]);
  assert.deepEqual(await seen(`authservicebackend:read:${hidden.id}`), [1, [hidden.id], undefined]);
  assert.equal((await seen('authservicebackend:read'))[0], 3);
  await send(admin, 'POST', `${services}/configuration`, { active_backend: null });
  for (const { id } of [active, hidden]) await send(admin, 'DELETE', `${services}/backends/${id}`);
});

const cases: readonly (readonly [
  method: string,
  path: () => string,
  rights: () => readonly string[],
  status: number,
  json?: () => unknown,
])[] = [
  ['GET', () => `${services}/backends/${service.id}`, () => [`authservicebackend:read:${service.id}`], 200],
  ['POST', () => `${services}/backends`, () => ['authservicebackend:create'], 200, () => input()],
  [
    'PUT',
    () => `${services}/backends/${service.id}`,
    () => [`authservicebackend:edit:${service.id}`],
    200,
    () => input(),
  ],
  ['GET', () => `${services}/backends/${service.id}/users`, () => ['authserviceglobalconfig:read', 'users:read'], 200],
  ['GET', () => `${services}/active-backend`, () => ['authserviceglobalconfig:read'], 200],
  ['GET', () => `${services}/configuration`, () => ['authserviceglobalconfig:read'], 200],
  [
    'POST',
    () => `${services}/configuration`,
    () => ['authserviceglobalconfig:edit'],
    200,
    () => ({ active_backend: null }),
  ],
  [
    'POST',
    () => `${services}/test/backend/connection`,
    () => ['authservicetestbackend:execute'],
    200,
    () => ({ backend_configuration: input() }),
  ],
  [
    'POST',
    () => `${services}/test/backend/login`,
    () => ['authservicetestbackend:execute'],
    200,
    () => ({ backend_configuration: input(), user_login: { username: 'jane', password: 'x' } }),
  ],
  ['POST', () => `${base}/users/${other.id}/disable`, () => ['users:edit'], 204],
  ['POST', () => `${base}/users/${other.id}/enable`, () => ['users:edit'], 204],
  ['GET', () => `${base}/http-header-auth-config`, () => ['authhttpheaderconfig:read'], 200],
  [
    'PUT',
    () => `${base}/http-header-auth-config`,
    () => ['authhttpheaderconfig:edit'],
    200,
    () => ({ enabled: false, username_header: 'Remote-User' }),
  ],
  ['DELETE', () => `${services}/backends/${service.id}`, () => [`authservicebackend:delete:${service.id}`], 204],
];

for (const [method, path, rights, status, json] of cases) {
  test(`${method} ${path.toString().replace(/^\(\) => /, '')} answers 401 signed out, 403 without the permission and ${status} with it`, async () => {
    const body = json?.();
    assert.equal((await send(undefined, method, path(), body)).status, 401);
    const needed = rights();
    // The user has all required permissions except one, and similar permissions that are insufficient.
    const near = [
      'authservicebackend:read',
      'authserviceglobalconfig:read',
      'authservicebackend:edit:ffffffffffffffffffffffff',
    ];
    for (const missing of needed) {
      const kept = [...near, ...needed].filter((right) => !right.startsWith(missing.split(':').slice(0, 2).join(':')));
      const lacking = await person(...kept);
      assert.equal(
        (await send(lacking.session, method, path(), body)).status,
        403,
        `the call is refused without ${missing}`,
      );
    }
    const holder = await person(...needed);
    const response = await send(holder.session, method, path(), body);
    assert.equal(response.status, status, await response.text());
  });
}

test('a user without administrator role cannot configure a service that creates administrators or takes over their accounts', async () => {
  service = await make();
  const keeper = await person('authservicebackend', 'authserviceglobalconfig', 'authservicetestbackend');
  const grand = input({ default_roles: [roles['Admin']] });
  assert.equal((await send(keeper.session, 'POST', `${services}/backends`, grand)).status, 403);
  assert.equal((await send(keeper.session, 'PUT', `${services}/backends/${service.id}`, grand)).status, 403);
  const mapped = input(
    {},
    {
      type: 'oidc',
      issuer: 'https://id.example.org',
      client_id: 'x',
      roles_claim: 'r',
      role_mappings: [{ value: 'v', role_id: roles['Admin'] ?? '' }],
    },
  );
  assert.equal((await send(keeper.session, 'POST', `${services}/backends`, mapped)).status, 403);
  assert.equal((await send(keeper.session, 'PUT', `${services}/backends/${service.id}`, input())).status, 200);

  await send(admin, 'POST', `${services}/configuration`, { active_backend: service.id });
  await server.login('jane', "jane's password");
  const jane = (await (await send(admin, 'GET', '/users/jane')).json()) as User;
  await send(admin, 'PUT', `/authz/roles/${roles['Admin']}/assignees`, ['jane']);
  // A user who may change the directory that authenticates jane could sign in as jane.
  assert.equal((await send(keeper.session, 'PUT', `${services}/backends/${service.id}`, input())).status, 403);
  assert.equal((await send(keeper.session, 'POST', `${services}/configuration`, { active_backend: null })).status, 403);
  assert.equal((await send(admin, 'PUT', `${services}/backends/${service.id}`, input())).status, 200);
  await send(admin, 'DELETE', `/users/id/${jane.id}`);
  await send(admin, 'POST', `${services}/configuration`, { active_backend: null });
});

test('only an administrator can have a stored secret sent to another server', async () => {
  const trap = await startDirectory();
  const keeper = await person('authservicebackend', 'authservicetestbackend');
  const moved = input(
    {},
    { servers: [{ host: '127.0.0.1', port: trap.port }], system_user_password: { keep_value: true } },
  );
  const tried = await send(keeper.session, 'POST', `${services}/test/backend/connection`, {
    backend_id: service.id,
    backend_configuration: moved,
  });
  const { success, errors } = (await tried.json()) as { success: boolean; errors: string[] };
  assert.equal(success, false);
  assert.match(errors.join(), /Enter the password again/);
  const stored = await send(keeper.session, 'PUT', `${services}/backends/${service.id}`, moved);
  assert.equal(stored.status, 400);
  assert.match(await stored.text(), /system_user_password.*must be entered again/);
  // Another account, or another protection of the connection, is another destination of the secret, too.
  for (const change of [
    { system_user_dn: 'cn=other,dc=example' },
    { transport_security: 'start_tls' },
    { verify_certificates: false },
  ] as const) {
    const other = input({}, { ...change, system_user_password: { keep_value: true } });
    const refused = await send(keeper.session, 'PUT', `${services}/backends/${service.id}`, other);
    assert.match(await refused.text(), /system_user_password.*must be entered again/, JSON.stringify(change));
  }
  assert.deepEqual(trap.binds, []);
  assert.equal((await send(admin, 'PUT', `${services}/backends/${service.id}`, moved)).status, 200);
  await trap.stop();
});
