/** Single sign-on by a header is accepted only from the proxies of --trust-proxy. */
import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { after, before, test } from 'node:test';
import type { HttpHeaderAuthConfig } from '../../../../api/contract/authentication.schema.js';
import {
  directoryBase,
  directoryPerson,
  startDirectory,
  systemPassword,
  systemUser,
  type TestDirectory,
} from '../../../ldap-server.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { addPerson } from '../people.js';

const path = '/system/authentication/http-header-auth-config';
/** Loopback address that only the fake proxy uses. */
const proxyAddress = '127.0.0.2';
let server: TestServer;
let directory: TestDirectory;
let admin: string;

before(async () => {
  directory = await startDirectory({ people: [directoryPerson('jane'), directoryPerson('admin')] });
  server = await startTestServer({ args: ['--trust-proxy', `${proxyAddress},10.0.0.0/8`] });
  admin = await server.login();
  await addPerson(server, admin, 'local', []);
});
after(async () => {
  await server.stop();
  await directory.stop();
});

const put = (config: HttpHeaderAuthConfig) => server.call(path, { method: 'PUT', session: admin, json: config });

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly cookies: readonly string[];
}
/** Sends a request from a local address. */
function callFrom(
  address: string,
  headers: Record<string, string | string[]>,
  to = '/system/sessions',
  method = 'GET',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = httpRequest(
      `${server.url}/api${to}`,
      { localAddress: address, method, headers: { 'X-Requested-By': 'x', ...headers } },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
            cookies: response.headers['set-cookie'] ?? [],
          }),
        );
      },
    );
    call.on('error', reject);
    call.end();
  });
}

test('the trusted header is disabled by default, and no header is trusted', async () => {
  assert.deepEqual(await (await server.call(path, { session: admin })).json(), {
    enabled: false,
    username_header: 'Remote-User',
  });
  assert.equal((await callFrom(proxyAddress, { 'Remote-User': 'local' })).body['is_valid'], false);
});

test('the server refuses an invalid header name, or the name of a header with another meaning', async () => {
  for (const username_header of ['', ' ', 'a b', 'a:b', 'Cookie', 'Authorization', 'x\r\ny']) {
    assert.equal((await put({ enabled: true, username_header })).status, 400, username_header);
  }
});

test('a trusted proxy names the user: the session endpoint creates a session, and other requests need none', async () => {
  assert.deepEqual(await (await put({ enabled: true, username_header: 'X-Forwarded-User' })).json(), {
    enabled: true,
    username_header: 'X-Forwarded-User',
  });
  const validation = await callFrom(proxyAddress, { 'x-forwarded-user': 'local' });
  assert.deepEqual([validation.body['is_valid'], validation.body['username']], [true, 'local']);
  const session = String(validation.body['session_id']);
  assert.ok(
    validation.cookies.some((cookie) => cookie.startsWith(`authentication=${session};`) && /HttpOnly/.test(cookie)),
  );
  // The session works like any other.
  assert.equal((await server.call('/users/local', { session })).status, 200);
  assert.equal((await callFrom(proxyAddress, { 'X-Forwarded-User': 'local' }, '/users/local')).status, 200);
  // A client that already has a session keeps it.
  const again = await callFrom(proxyAddress, { 'X-Forwarded-User': 'local', Cookie: `authentication=${session}` });
  assert.equal(again.body['session_id'], session);
});

test('a forged header of an untrusted address is ignored', async () => {
  for (const more of [
    {},
    { 'X-Forwarded-For': proxyAddress },
    { 'X-Forwarded-For': '10.0.0.1', 'X-Real-IP': '10.0.0.1' },
  ]) {
    const answer = await callFrom('127.0.0.1', { 'X-Forwarded-User': 'local', ...more });
    assert.deepEqual([answer.status, answer.body['is_valid'], answer.body['session_id']], [200, false, null]);
    assert.equal((await callFrom('127.0.0.1', { 'X-Forwarded-User': 'local', ...more }, '/users/local')).status, 401);
  }
});

test('no header signs in the built-in administrator, unknown users, several names or invalid names', async () => {
  for (const name of [
    'admin',
    'nobody',
    'local, admin',
    'LOCAL ',
    '',
    ' ',
    'x'.repeat(1000),
    'sidecar-system',
    '\u00c3\u0028',
  ]) {
    const { body, status } = await callFrom(proxyAddress, { 'X-Forwarded-User': name });
    assert.deepEqual([status, body['is_valid']], [200, false], name);
  }
  const twice = await callFrom(proxyAddress, { 'X-Forwarded-User': ['local', 'admin'] });
  assert.equal(twice.body['is_valid'], false);
});

test('a cross-site page cannot use the header in the browser of a user behind the proxy', async () => {
  const headers = { 'X-Forwarded-User': 'local', Origin: 'https://evil.example.org' };
  assert.equal((await callFrom(proxyAddress, headers, '/users/local')).status, 401);
});

test('the header does not sign in a disabled account', async () => {
  const { id } = (await (await server.call('/users/local', { session: admin })).json()) as { id: string };
  await server.call(`/users/${id}/status/disabled`, { method: 'PUT', session: admin });
  assert.equal((await callFrom(proxyAddress, { 'X-Forwarded-User': 'local' })).body['is_valid'], false);
  await server.call(`/users/${id}/status/enabled`, { method: 'PUT', session: admin });
  assert.equal((await callFrom(proxyAddress, { 'X-Forwarded-User': 'local' })).body['is_valid'], true);
});

test('users of the active directory are identified by header, too; while it is down other requests are not delayed', async () => {
  const roles = (await (await server.call('/authz/roles?query=name:Reader', { session: admin })).json()) as {
    roles: { id: string }[];
  };
  const made = await server.call('/system/authentication/services/backends', {
    method: 'POST',
    session: admin,
    json: {
      title: 'House',
      default_roles: [roles.roles[0]?.id],
      config: {
        type: 'ldap',
        servers: [{ host: '127.0.0.1', port: directory.port }],
        transport_security: 'none',
        system_user_dn: systemUser,
        system_user_password: systemPassword,
        user_search_base: directoryBase,
        user_search_pattern: '(uid={0})',
        user_name_attribute: 'uid',
        user_full_name_attribute: 'cn',
      },
    },
  });
  const { backend } = (await made.json()) as { backend: { id: string } };
  await server.call('/system/authentication/services/configuration', {
    method: 'POST',
    session: admin,
    json: { active_backend: backend.id },
  });
  assert.equal((await callFrom(proxyAddress, { 'X-Forwarded-User': 'jane' })).body['username'], 'jane');
  assert.equal((await callFrom(proxyAddress, { 'X-Forwarded-User': 'admin' })).body['is_valid'], false);
  await directory.stop();
  assert.equal((await callFrom(proxyAddress, { 'X-Forwarded-User': 'joe' })).body['is_valid'], false);
  assert.equal((await callFrom(proxyAddress, { 'X-Forwarded-User': 'joe' }, '/users/joe')).status, 401);
  directory = await startDirectory();
});
