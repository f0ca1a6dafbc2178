/**
 * Tests the sign-in with users of a directory (contract administration authBackends.*, authServices.*) against real
 * LDAP servers.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import type {
  AuthBackend,
  AuthBackendTestResult,
  BackendConfigInput,
  PagedAuthBackends,
  PagedAuthBackendUsers,
} from '../../../../api/contract/authentication.schema.js';
import type { User } from '../../../../api/contract/users.js';
import { selfSignedCertificate } from '../../../../host/server/intake/transport/self-signed.js';
import {
  directoryBase,
  directoryPerson,
  startDirectory,
  startRawServer,
  startSilentTls,
  startStartTls,
  systemPassword,
  systemUser,
  type TestDirectory,
} from '../../../ldap-server.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { until } from '../../../until.js';
import { addPerson } from '../people.js';

const pair = selfSignedCertificate('directory.example.org');
const stranger = selfSignedCertificate('directory.example.org');

let data: string;
let server: TestServer;
let admin: string;
let directory: TestDirectory;
let roles: Record<string, string>;

before(async () => {
  data = await mkdtemp(join(tmpdir(), 'log-console-directory-'));
  const authority = join(data, 'authority.pem');
  await writeFile(authority, pair.cert);
  directory = await startDirectory({ people: [directoryPerson('jane')] });
  server = await startTestServer({ data: join(data, 'server'), environment: { NODE_EXTRA_CA_CERTS: authority } });
  admin = await server.login();
  const answer = (await (await server.call('/authz/roles?per_page=0', { session: admin })).json()) as {
    roles: { id: string; name: string }[];
  };
  roles = Object.fromEntries(answer.roles.map(({ id, name }) => [name, id]));
});
after(async () => {
  await server.stop();
  await directory.stop();
  await rm(data, { recursive: true, force: true });
});

const send = (method: string, path: string, json?: unknown, session = admin): Promise<Response> =>
  server.call(path, { method, session, ...(json === undefined ? {} : { json }) });
async function ask<T>(method: string, path: string, json?: unknown, session = admin): Promise<T> {
  const response = await send(method, path, json, session);
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

const services = '/system/authentication/services';
const config = (more: Partial<BackendConfigInput> = {}): BackendConfigInput => ({
  type: 'ldap',
  servers: [{ host: '127.0.0.1', port: directory.port }],
  transport_security: 'none',
  verify_certificates: true,
  system_user_dn: systemUser,
  system_user_password: systemPassword,
  user_search_base: directoryBase,
  user_search_pattern: '(&(uid={0})(objectClass=inetOrgPerson))',
  user_unique_id_attribute: 'entryUUID',
  user_name_attribute: 'uid',
  user_full_name_attribute: 'cn',
  email_attributes: ['mail'],
  ...more,
});
const backendInput = (more: Partial<BackendConfigInput> = {}, title = 'House') => ({
  title,
  description: 'of this house',
  default_roles: [roles['Reader'] ?? ''],
  config: config(more),
});
const activate = (id: string | null) => ask('POST', `${services}/configuration`, { active_backend: id });
async function create(more: Partial<BackendConfigInput> = {}, title?: string): Promise<AuthBackend> {
  return (await ask<{ backend: AuthBackend }>('POST', `${services}/backends`, backendInput(more, title))).backend;
}
async function activeService(more: Partial<BackendConfigInput> = {}): Promise<AuthBackend> {
  const backend = await create(more);
  await activate(backend.id);
  return backend;
}
const signIn = (username: string, password: string): Promise<Response> =>
  server.call('/system/sessions', { method: 'POST', json: { username, password, host: '' } });
const basic = (username: string, password: string) => ({
  Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
});
const userOf = (username: string) => ask<User>('GET', `/users/${encodeURIComponent(username)}`);

/** Every test begins without services and without external users. */
beforeEach(async () => {
  await activate(null);
  for (const { id } of (await ask<PagedAuthBackends>('GET', `${services}/backends?per_page=0`)).backends) {
    const { users } = await ask<PagedAuthBackendUsers>('GET', `${services}/backends/${id}/users?per_page=0`);
    for (const user of users) await ask('DELETE', `/users/id/${user.id}`);
    await ask('DELETE', `${services}/backends/${id}`);
  }
  directory.people.splice(0, Infinity, directoryPerson('jane'));
  directory.searches.splice(0);
  directory.binds.splice(0);
});

test('a directory user signs in, gets an account with the default roles, and is updated later', async () => {
  const backend = await activeService();
  assert.equal((await signIn('jane', "jane's password")).status, 200);
  const jane = await userOf('jane');
  assert.equal(jane.external, true);
  assert.deepEqual([jane.full_name, jane.email, jane.roles], ['jane of the directory', 'jane@example.org', ['Reader']]);
  const { users, context, total } = await ask<PagedAuthBackendUsers>('GET', `${services}/backends/${backend.id}/users`);
  assert.equal(total, 1);
  assert.equal(users[0]?.auth_service_id, backend.id);
  assert.equal(users[0]?.auth_service_uid, 'uuid-of-jane');
  assert.deepEqual(users[0]?.roles, [roles['Reader']]);
  assert.deepEqual(context.roles, { [roles['Reader'] ?? '']: { title: 'Reader' } });

  directory.people.splice(0, 1, directoryPerson('jane', { cn: 'Jane Doe', mail: ['j@example.org', 'x@example.org'] }));
  await ask('PUT', `/authz/roles/${roles['Views Manager']}/assignees`, ['jane']);
  const again = await server.login('jane', "jane's password");
  const changed = await userOf('jane');
  assert.deepEqual([changed.id, changed.full_name, changed.email], [jane.id, 'Jane Doe', 'j@example.org']);
  assert.deepEqual(
    changed.roles,
    ['Reader', 'Views Manager'],
    'the sign-in keeps roles that were assigned on this server',
  );
  assert.equal((await send('GET', '/system/fields', undefined, again)).status, 200);
});

test('the directory service refuses a wrong password, an empty one, an unknown name and wildcards', async () => {
  await activeService({ user_search_pattern: '(uid={0})' });
  for (const [username, password] of [
    ['jane', 'wrong'],
    ['joe', "jane's password"],
    ['jan*', "jane's password"],
    ['*', "jane's password"],
    ['jane)(objectClass=*', "jane's password"],
    ['*)(|(uid=*', "jane's password"],
    ['jane\\2a', "jane's password"],
    ['jane\u0000', "jane's password"],
    [`uid=jane,ou=people,${directoryBase}`, "jane's password"],
    ['x'.repeat(5000), "jane's password"],
    // Some directories would read only the part before the NUL.
    ['jane', "jane's password\u0000"],
  ] as const) {
    assert.equal((await signIn(username, password)).status, 401, username);
  }
  // A password that the directory would not check is refused too.
  assert.equal((await signIn('jane', '')).status, 400);
  const empty = `Basic ${Buffer.from('jane:').toString('base64')}`;
  assert.equal((await server.call('/system/fields', { headers: { Authorization: empty } })).status, 401);
  for (const search of directory.searches) assert.match(search, /^\(uid=.*\)$/);
  assert.ok(!directory.searches.some((search) => search === '(uid=*)'));
});

test('the directory service finds names with special characters of filters literally', async () => {
  await activeService({ user_search_pattern: '(mail={0})' });
  directory.people.push(directoryPerson('weird', { mail: 'o(b)r*e\\il,ü@example.org' }));
  assert.equal((await signIn('o(b)r*e\\il,ü@example.org', "weird's password")).status, 200);
  assert.equal((await userOf('weird')).email, 'o(b)r*e\\il,ü@example.org');
});

test('the directory service signs in DNs with every escaped character', async () => {
  await activeService();
  const dn = `uid=odd\\, \\+\\"\\<\\>\\;\\=\\\\ one,ou=people,${directoryBase}`;
  directory.people.push({ ...directoryPerson('odd'), dn });
  assert.equal((await signIn('odd', "odd's password")).status, 200);
});

test('passwords of local accounts are not sent to the directory, and directory users cannot enter local accounts', async () => {
  await activeService();
  await addPerson(server, admin, 'local', []);
  directory.people.push(
    directoryPerson('local'),
    directoryPerson('admin'),
    directoryPerson('LOCAL', { entryUUID: 'b' }),
  );
  directory.searches.splice(0);
  assert.equal((await signIn('local', "local's password")).status, 401);
  assert.equal((await signIn('admin', "admin's password")).status, 401);
  assert.deepEqual(directory.searches, []);
  assert.equal((await signIn('local', 'a user password')).status, 200);
  // A username in other letter case is looked up in the directory. The directory user must not enter the local account.
  assert.equal((await signIn('LOCAL', "local's password")).status, 401);
  assert.equal((await signIn('Admin', "admin's password")).status, 401);
  assert.equal((await userOf('local')).external, false);
  await ask('DELETE', '/users/local');
});

test('a directory user does not get the account of another user with the same name', async () => {
  await activeService();
  assert.equal((await signIn('jane', "jane's password")).status, 200);
  const jane = await userOf('jane');
  directory.people.splice(0, 1, directoryPerson('jane', { entryUUID: 'a newcomer' }, 'new'));
  assert.equal((await signIn('jane', 'new')).status, 401);
  assert.equal((await userOf('jane')).id, jane.id);
  assert.match(server.output().stderr, /is taken by another external account/);
});

test('an account is bound to its directory and unique attribute, whichever service asks', async () => {
  const people = [directoryPerson('jane', { uid: 'mallory' }, 'stolen')];
  const backend = await activeService();
  const put = (more: Partial<BackendConfigInput>, rest: object = {}) =>
    ask('PUT', `${services}/backends/${backend.id}`, { ...backendInput(more), ...rest });
  assert.equal((await signIn('jane', "jane's password")).status, 200);
  const jane = await userOf('jane');
  // A replica joins, and the first server is removed: one host is present before and after each change.
  const elsewhere = { host: 'localhost', port: directory.port };
  await put({ servers: [{ host: '127.0.0.1', port: directory.port }, elsewhere] });
  await put({ servers: [elsewhere] });
  assert.equal((await server.call('/users/jane', { headers: basic('jane', "jane's password") })).status, 200);
  // Another host means another directory, in which the same id is a different user.
  directory.people.splice(0, 1, ...people);
  await put({ servers: [{ host: '127.0.0.1', port: directory.port }] });
  assert.equal((await signIn('mallory', 'stolen')).status, 200);
  assert.notEqual((await userOf('mallory')).id, jane.id);
  assert.equal((await userOf('jane')).full_name, 'jane of the directory');
  await ask('DELETE', '/users/mallory');
  // The former directory is configured again, through another service.
  directory.people.splice(0, 1, directoryPerson('jane'));
  await put({ servers: [elsewhere] }, { keep_accounts: true });
  assert.equal(
    (await signIn('jane', "jane's password")).status,
    401,
    'an account of another directory gives no access',
  );
  await ask('DELETE', `/users/id/${jane.id}`);
  assert.equal((await signIn('jane', "jane's password")).status, 200);
  const { id } = await userOf('jane');
  const second = await activeService({ servers: [elsewhere] });
  assert.equal((await signIn('jane', "jane's password")).status, 200);
  assert.deepEqual(
    (await ask<PagedAuthBackendUsers>('GET', `${services}/backends/${second.id}/users`)).users.map((user) => user.id),
    [id],
  );
  // After a change of the unique attribute, an id may equal the former id of another user.
  await ask(
    'PUT',
    `${services}/backends/${second.id}`,
    backendInput({ servers: [elsewhere], user_unique_id_attribute: 'uid' }),
  );
  assert.equal((await signIn('jane', "jane's password")).status, 401);
  await ask('DELETE', `/users/id/${id}`);
});

test('an account works again when its service points to its directory again, also after the service was recreated', async () => {
  const backend = await activeService();
  const there = { servers: [{ host: 'localhost', port: directory.port }] };
  const arrive = (more: Partial<BackendConfigInput>) =>
    ask('PUT', `${services}/backends/${backend.id}`, backendInput(more));
  assert.equal((await signIn('jane', "jane's password")).status, 200);
  const { id } = await userOf('jane');
  await arrive(there);
  assert.equal(
    (await signIn('jane', "jane's password")).status,
    401,
    'the account gives no access through another directory',
  );
  await arrive({});
  assert.equal((await signIn('jane', "jane's password")).status, 200, 'the account works with its directory again');
  await arrive(there);
  await activate(null);
  await ask('DELETE', `${services}/backends/${backend.id}`);
  const elsewhere = await activeService(there);
  assert.equal(
    (await signIn('jane', "jane's password")).status,
    401,
    'a new service for the other directory gives no access to the account',
  );
  await activate(null);
  await ask('DELETE', `${services}/backends/${elsewhere.id}`);
  await activeService();
  assert.equal(
    (await signIn('jane', "jane's password")).status,
    200,
    'the account works through a new service for its directory',
  );
  assert.equal((await userOf('jane')).id, id);
});

test('the directory service refuses names with several entries, entries without an id or with two names, and invalid names', async () => {
  await activeService();
  directory.people.push(directoryPerson('twin'), { ...directoryPerson('twin'), dn: `uid=twin,ou=b,${directoryBase}` });
  for (const unit of ['a', 'b', 'c'])
    directory.people.push({ ...directoryPerson('triplet'), dn: `uid=triplet,ou=${unit},${directoryBase}` });
  directory.people.push(directoryPerson('married', { uid: ['married', 'maiden'] }));
  directory.people.push(directoryPerson('noid'));
  for (const uid of ['a:b:*', 'half\u202egnp.exe']) directory.people.push(directoryPerson(uid, { mail: uid }));
  delete directory.people.find(({ attributes }) => attributes['uid'] === 'noid')?.attributes['entryUUID'];
  assert.equal((await signIn('twin', "twin's password")).status, 503);
  assert.equal((await signIn('noid', "noid's password")).status, 503);
  assert.equal((await signIn('married', "married's password")).status, 503);
  assert.match(server.output().stderr, /several values of the attribute uid/);
  const logged = server.output().stderr.length;
  assert.equal((await signIn('triplet', "triplet's password")).status, 503);
  assert.match(server.output().stderr.slice(logged), /more than one entry/);
  assert.equal((await signIn('a:b:*', "a:b:*'s password")).status, 401);
  assert.match(server.output().stderr, /more than one entry/);
  assert.match(server.output().stderr, /no attribute entryUUID/);
  const { users } = await ask<{ users: User[] }>('GET', '/users');
  assert.deepEqual(
    users.filter(({ external }) => external).map(({ username }) => username),
    [],
  );
});

test('an account created during a first sign-in with the same name is the only one', async () => {
  await activeService();
  const person = { username: 'jane', password: 'a user password', email: 'j@example.org' };
  const names = { first_name: 'Ja', last_name: 'Ne', permissions: [], roles: ['Reader'] };
  const [made, signedIn] = await Promise.all([
    send('POST', '/users', { ...person, ...names }),
    signIn('jane', "jane's password"),
  ]);
  const { users } = await ask<{ users: User[] }>('GET', '/users');
  const named = users.filter(({ username }) => username === 'jane');
  assert.equal(named.length, 1);
  // The first account with a name keeps it; the second one is refused.
  assert.equal(made.status, named[0]?.external ? 400 : 201);
  assert.equal(signedIn.ok, named[0]?.external);
  if (!named[0]?.external) await ask('DELETE', `/users/id/${named[0]?.id}`);
});

test('the directory service treats hostile attributes as text of bounded length', async () => {
  await activeService();
  directory.people.push(
    directoryPerson('hostile', {
      cn: `<script>alert(1)</script>\u202e\u0000${'x'.repeat(5000)}`,
      mail: `${'y'.repeat(5000)}@example.org`,
      __proto__x: 'a',
    }),
  );
  assert.equal((await signIn('hostile', "hostile's password")).status, 200);
  const hostile = await userOf('hostile');
  assert.equal(hostile.full_name?.length, 200);
  assert.ok(hostile.full_name?.startsWith('<script>alert(1)</script>xxx'));
  assert.equal(hostile.email.length, 254);
});

test('the directory service does not follow referrals to other directories', async () => {
  let requestCount = 0;
  const elsewhere = await startRawServer(() => (requestCount += 1));
  const referring = await startDirectory({
    people: [directoryPerson('jane')],
    referral: `ldap://127.0.0.1:${elsewhere.port}/${directoryBase}`,
  });
  try {
    await activeService({ servers: [{ host: '127.0.0.1', port: referring.port }] });
    assert.equal((await signIn('jane', "jane's password")).status, 200);
    assert.equal((await signIn('joe', 'x')).status, 401);
    assert.equal(requestCount, 0);
  } finally {
    await referring.stop();
    await elsewhere.stop();
  }
});

test('while the directory is down, administrators can sign in, others see the reason, and the second server is tried', async () => {
  const gone = await startRawServer(() => undefined);
  await gone.stop();
  const backend = await activeService({ servers: [{ host: '127.0.0.1', port: gone.port }] });
  assert.equal((await signIn('admin', server.adminPassword)).status, 200);
  const refused = await signIn('jane', "jane's password");
  assert.equal(refused.status, 503);
  assert.match(await refused.text(), /could not be asked.*Local accounts can sign in/);
  const servers = [
    { host: '127.0.0.1', port: gone.port },
    { host: '127.0.0.1', port: directory.port },
  ];
  await ask(
    'PUT',
    `${services}/backends/${backend.id}`,
    backendInput({ servers, system_user_password: { keep_value: true } }),
  );
  assert.equal((await signIn('jane', "jane's password")).status, 200);
});

test('deactivating a service ends sessions, tokens and passwords of its users; activating restores them', async () => {
  const backend = await activeService();
  const session = await server.login('jane', "jane's password");
  const jane = await userOf('jane');
  const { token } = await ask<{ token: string }>('POST', `/users/${jane.id}/tokens/mine`, {}, session);
  const basic = { Authorization: `Basic ${Buffer.from("jane:jane's password").toString('base64')}` };
  const ways = async () =>
    Promise.all([
      send('GET', '/system/fields', undefined, session),
      server.call('/system/fields', { token }),
      server.call('/system/fields', { headers: basic }),
      signIn('jane', "jane's password"),
    ]).then((answers) => answers.map(({ status }) => status));
  assert.deepEqual(await ways(), [200, 200, 200, 200]);
  await activate(null);
  assert.deepEqual(await ways(), [401, 401, 401, 401]);
  assert.deepEqual(await (await server.call(`${services}/backends/active-backend/type`)).json(), { backend: null });
  await activate(backend.id);
  assert.deepEqual(await ways(), [401, 200, 200, 200]);
  assert.deepEqual(await (await server.call(`${services}/backends/active-backend/type`)).json(), { backend: 'ldap' });
});

test('a synchronised user is disabled and enabled; disabling ends the sessions', async () => {
  await activeService();
  const session = await server.login('jane', "jane's password");
  const { id } = await userOf('jane');
  const status = (word: string) => send('POST', `/system/authentication/users/${id}/${word}`);
  assert.equal((await status('disable')).status, 204);
  assert.equal((await send('GET', '/system/fields', undefined, session)).status, 401);
  assert.equal((await signIn('jane', "jane's password")).status, 401);
  assert.equal((await status('enable')).status, 204);
  assert.equal((await send('GET', '/system/fields', undefined, session)).status, 401);
  assert.equal((await signIn('jane', "jane's password")).status, 200);
});

test('the password, name and e-mail address of a directory user cannot be changed here', async () => {
  await activeService();
  await signIn('jane', "jane's password");
  const before = await userOf('jane');
  assert.equal((await send('PUT', `/users/${before.id}/password`, { password: 'a local password' })).status, 403);
  const changes = { email: 'other@example.org', first_name: 'Other', last_name: 'Name' };
  assert.equal((await send('PUT', `/users/${before.id}`, changes)).status, 204);
  const { email, first_name, last_name, full_name } = await userOf('jane');
  assert.deepEqual(
    [email, first_name, last_name, full_name],
    [before.email, before.first_name, before.last_name, before.full_name],
  );
});

test('a service that is active or has users cannot be deleted', async () => {
  const backend = await activeService();
  const remove = () => send('DELETE', `${services}/backends/${backend.id}`);
  assert.equal((await signIn('jane', "jane's password")).status, 200);
  assert.match(await (await remove()).text(), /is still in use/);
  await activate(null);
  const refused = await remove();
  assert.equal(refused.status, 400);
  assert.match(await refused.text(), /is still in use/);
  await ask('DELETE', `/users/id/${(await userOf('jane')).id}`);
  assert.equal((await remove()).status, 204);
  assert.equal((await send('GET', `${services}/backends/${backend.id}`)).status, 404);
});

test('the directory service caches a correct password for the following requests', async () => {
  await activeService();
  const headers = { Authorization: `Basic ${Buffer.from("jane:jane's password").toString('base64')}` };
  assert.equal((await server.call('/system/fields', { headers })).status, 200);
  directory.searches.splice(0);
  for (let count = 0; count < 5; count += 1)
    assert.equal((await server.call('/system/fields', { headers })).status, 200);
  assert.ok(directory.searches.length <= 1, String(directory.searches.length));
});

test('the server validates the configuration of a directory field by field', async () => {
  const bad = await send('POST', `${services}/backends`, {
    title: ' ',
    default_roles: ['nosuchrole'],
    config: {
      type: 'ldap',
      servers: [{ host: 'a b', port: 70_000 }],
      transport_security: 'ssl',
      user_search_base: '',
      user_search_pattern: '(uid={0}',
      user_name_attribute: 'a b',
      email_attributes: ['(x)'],
      user_unique_id_attribute: '',
    },
  });
  assert.equal(bad.status, 400);
  const { failed, errors } = (await bad.json()) as { failed: boolean; errors: Record<string, string[]> };
  assert.equal(failed, true);
  assert.deepEqual(Object.keys(errors).sort(), [
    'default_roles',
    'email_attributes',
    'servers',
    'title',
    'transport_security',
    'user_full_name_attribute',
    'user_name_attribute',
    'user_search_base',
    'user_search_pattern',
    'user_unique_id_attribute',
  ]);
  const none = backendInput();
  assert.equal(
    (await send('POST', `${services}/backends`, { ...none, config: { ...none.config, servers: [] } })).status,
    400,
  );
  assert.equal((await send('POST', `${services}/backends`, { ...none, config: { type: 'nosuch' } })).status, 400);
  const both = { set_value: 'a', delete_value: true };
  assert.equal((await send('POST', `${services}/backends`, backendInput({ system_user_password: both }))).status, 400);
});

test('the server stores the secret of a directory encrypted, keeps, replaces and deletes it on request, and never returns or logs it', async () => {
  const secret = 'A-very-special-secret-37';
  const backend = await create({ system_user_password: secret });
  const shown = () => ask<{ backend: AuthBackend }>('GET', `${services}/backends/${backend.id}`);
  const isSet = async () => ((await shown()).backend.config as { system_user_password: unknown }).system_user_password;
  const put = (value: NonNullable<BackendConfigInput['system_user_password']>) =>
    ask('PUT', `${services}/backends/${backend.id}`, backendInput({ system_user_password: value }));
  assert.deepEqual(await isSet(), { is_set: true });
  await put({ keep_value: true });
  assert.deepEqual(await isSet(), { is_set: true });
  await put({ is_set: true });
  assert.deepEqual(await isSet(), { is_set: true });
  await put({ delete_value: true });
  assert.deepEqual(await isSet(), { is_set: false });
  await put({ set_value: secret });
  assert.deepEqual(await isSet(), { is_set: true });
  await send('POST', `${services}/test/backend/connection`, {
    backend_configuration: backendInput({ system_user_password: secret }),
  });
  const files = await readdir(join(data, 'server'), { recursive: true });
  for (const file of files) {
    const path = join(data, 'server', file);
    if ((await stat(path)).isFile()) assert.ok(!(await readFile(path)).includes(secret), file);
  }
  assert.equal((await stat(join(data, 'server', 'secret.key'))).mode & 0o777, 0o600);
  assert.ok(!server.output().stderr.includes(secret));
});

test('the connection test reports problems and needs no complete configuration', async () => {
  const connect = (more: Partial<BackendConfigInput>, backend_id?: string) =>
    ask<AuthBackendTestResult>('POST', `${services}/test/backend/connection`, {
      backend_id,
      backend_configuration: { title: '', config: { ...config(), user_search_base: '', ...more } },
    });
  const good = await connect({});
  assert.deepEqual([good.success, good.errors], [true, []]);
  assert.match(good.message, /^Successfully connected to 127\.0\.0\.1:\d+$/);
  const wrong = await connect({ system_user_password: 'wrong' });
  assert.equal(wrong.success, false);
  assert.match(wrong.errors[0] ?? '', /^127\.0\.0\.1:\d+: .*(invalid|credentials)/i);
  assert.match((await connect({ servers: [] })).errors[0] ?? '', /servers must name at least one server/);
  assert.match((await connect({ system_user_password: '' })).errors[0] ?? '', /has no password/);
  const stored = await create();
  assert.equal((await connect({ system_user_password: { keep_value: true } }, stored.id)).success, true);
});

test('the login test reports whether a person exists, may sign in, and which attributes are known', async () => {
  const login = (username: string, password: unknown, more: Partial<BackendConfigInput> = {}) =>
    ask<AuthBackendTestResult>('POST', `${services}/test/backend/login`, {
      backend_id: null,
      backend_configuration: backendInput(more),
      user_login: { username, password },
    });
  assert.deepEqual(await login('jane', "jane's password"), {
    success: true,
    message: 'Successfully logged in user',
    errors: [],
    result: {
      user_exists: true,
      login_success: true,
      user_details: {
        dn: `uid=jane,ou=people,${directoryBase}`,
        entryUUID: 'uuid-of-jane',
        uid: 'jane',
        cn: 'jane of the directory',
        mail: 'jane@example.org',
      },
    },
  });
  const wrong = await login('jane', { set_value: 'wrong' });
  assert.deepEqual(
    [wrong.success, wrong.message, wrong.result['user_exists'], wrong.result['login_success']],
    [false, 'Login failed', true, false],
  );
  const nobody = await login('nobody', 'x');
  assert.deepEqual(
    [nobody.message, nobody.result],
    ['User does not exist', { user_exists: false, login_success: false, user_details: {} }],
  );
  const incomplete = await send('POST', `${services}/test/backend/login`, {
    backend_configuration: backendInput({ user_search_base: '' }),
    user_login: { username: 'jane', password: 'x' },
  });
  assert.equal(incomplete.status, 400);
  assert.equal((await login(' ', 'x')).message, 'A username is needed');
  // A login test creates no account.
  assert.equal((await send('GET', '/users/jane')).status, 404);
});

test('Active Directory: ids are binary, names are principal names, and disabled accounts are refused', async () => {
  const guid = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
  directory.people.push({
    dn: `cn=Joe Doe,ou=people,${directoryBase}`,
    password: 'joe knows',
    attributes: {
      objectClass: ['user'],
      userPrincipalName: 'joe@corp.example.org',
      sAMAccountName: 'joe',
      displayName: 'Joe Doe',
      mail: 'joe@example.org',
      objectGUID: guid,
      userAccountControl: '512',
    },
  });
  const backend = await activeService({
    type: 'active-directory',
    user_search_pattern: '(&(objectClass=user)(|(sAMAccountName={0})(userPrincipalName={0})))',
    user_name_attribute: 'userPrincipalName',
    user_full_name_attribute: 'displayName',
  });
  assert.ok(!('email_attributes' in backend.config));
  assert.equal((await signIn('joe', 'joe knows')).status, 200);
  assert.equal((await signIn('joe@corp.example.org', 'joe knows')).status, 200);
  const { users } = await ask<PagedAuthBackendUsers>('GET', `${services}/backends/${backend.id}/users`);
  assert.deepEqual(
    users.map(({ username, auth_service_uid }) => [username, auth_service_uid]),
    [['joe@corp.example.org', guid.toString('hex')]],
  );
});

for (const [security, start] of [
  ['tls', async (with_: typeof pair) => startDirectory({ ...with_, people: [directoryPerson('jane')] })],
  ['start_tls', async (with_: typeof pair) => startStartTls(directory.port, with_)],
] as const) {
  test(`${security}: a login needs a trusted certificate unless certificates are not verified`, async () => {
    const [right, wrong] = await Promise.all([start(pair), start(stranger)]);
    const connect = async (port: number, verify_certificates: boolean, host = 'localhost') =>
      ask<AuthBackendTestResult>('POST', `${services}/test/backend/login`, {
        backend_configuration: backendInput({
          transport_security: security,
          verify_certificates,
          servers: [{ host, port }],
        }),
        user_login: { username: 'jane', password: "jane's password" },
      });
    try {
      assert.equal((await connect(right.port, true)).success, true);
      assert.equal((await connect(right.port, true, '127.0.0.1')).success, true);
      const binds = directory.binds.length;
      const refused = await connect(wrong.port, true);
      assert.equal(refused.success, false);
      assert.match(refused.errors.join(), /certificate/i);
      assert.equal(directory.binds.length, binds, 'no password was sent');
      assert.equal((await connect(wrong.port, false)).success, true);
    } finally {
      await Promise.all([right.stop(), wrong.stop()]);
    }
  });
}

test('a server that does not speak TLS, or stops doing so, never gets a password', async () => {
  const heard: Buffer[] = [];
  const plain = await startRawServer((socket, request) => {
    if (request) heard.push(request);
    if (request) socket.end();
  });
  const silent = await startSilentTls(pair);
  try {
    for (const transport_security of ['tls', 'start_tls'] as const) {
      const { success } = await ask<AuthBackendTestResult>('POST', `${services}/test/backend/connection`, {
        backend_configuration: backendInput({ transport_security, servers: [{ host: '127.0.0.1', port: plain.port }] }),
      });
      assert.equal(success, false);
    }
    assert.ok(heard.length > 0);
    assert.ok(!Buffer.concat(heard).includes(systemPassword));
  } finally {
    await plain.stop();
    await silent.stop();
  }
});

test('a hanging directory delays only requests that need it, and at most 32 sign-ins wait for it', async () => {
  const hanging = await startRawServer(() => undefined);
  await activeService({ servers: [{ host: '127.0.0.1', port: hanging.port }] });
  let answered = 0;
  const waiting = Array.from({ length: 33 }, (_, count) =>
    signIn(`nobody-${count}`, 'x').then((answer) => {
      answered += 1;
      return answer;
    }),
  );
  assert.equal((await signIn('admin', server.adminPassword)).status, 200);
  assert.equal((await send('GET', '/system/fields')).status, 200);
  await until('one sign-in is refused', () => answered === 1);
  await hanging.stop();
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [429, ...Array.from({ length: 32 }, () => 503)]);
});
