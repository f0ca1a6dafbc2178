/** Tests the proxy of the option `--server URL`. A second server of this product stands in for a reference server. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { rewriteCookie } from '../../../../host/server/http/proxy.js';
import { startTestServer, type TestServer } from '../../../server.js';

let upstream: TestServer;
let proxy: TestServer;
before(async () => {
  upstream = await startTestServer({ args: ['--base-path', '/graph', '--trust-proxy', 'loopback'] });
  proxy = await startTestServer({ args: ['--server', upstream.url, '--base-path', '/console'] });
});
after(async () => {
  await proxy.stop();
  await upstream.stop();
});

test('the proxy forwards calls and returns the status and the error of the other server', async () => {
  assert.deepEqual(await (await proxy.call('/')).json(), await (await upstream.call('/')).json());
  const unauthorized = await proxy.call('/users/admin');
  assert.equal(unauthorized.status, 401);
  const bad = await proxy.call('/system/sessions', {
    method: 'POST',
    body: '{',
    headers: { 'Content-Type': 'application/json' },
  });
  assert.equal(bad.status, 400);
  assert.match(await bad.text(), /not JSON/);
});

test('a login through the proxy sets a cookie for the base path of the proxy and a session that works there', async () => {
  const json = { username: 'admin', password: upstream.adminPassword };
  const login = await proxy.call('/system/sessions', { method: 'POST', json });
  assert.equal(login.status, 200);
  const cookie = login.headers.getSetCookie().find((line) => line.startsWith('authentication=')) ?? '';
  assert.match(cookie, /; Path=\/console;/);
  assert.match(cookie, /; HttpOnly/);
  const pair = cookie.split(';')[0] ?? '';
  const user = await proxy.call('/users/admin', { headers: { Cookie: pair } });
  assert.equal(user.status, 200);
  const session = pair.replace('authentication=', '');
  assert.equal((await proxy.call('/users/admin', { session })).status, 200);
  const created = await proxy.call('/users/local:admin/tokens/t', { method: 'POST', session });
  const { token } = (await created.json()) as { token: string };
  assert.equal((await proxy.call('/users/admin', { token })).status, 200);
  const origin = new URL(proxy.url).origin;
  const changed = await proxy.call('/users/admin/preferences', {
    method: 'PUT',
    headers: { Cookie: pair, Origin: origin },
    json: { preferences: {} },
  });
  assert.equal(changed.status, 204);
});

test('the proxy forwards the caller’s address as seen by the server or by a trusted proxy', async () => {
  const trusting = await startTestServer({ args: ['--server', upstream.url, '--trust-proxy', 'loopback'] });
  try {
    const addressThrough = async (through: TestServer) => {
      const login = await through.call('/system/sessions', {
        method: 'POST',
        json: { username: 'admin', password: upstream.adminPassword },
        headers: { 'X-Forwarded-For': '203.0.113.9' },
      });
      const { session_id: session } = (await login.json()) as { session_id: string };
      const user = (await (await upstream.call('/users/admin', { session })).json()) as { client_address: string };
      return user.client_address;
    };
    assert.equal(await addressThrough(proxy), '127.0.0.1');
    assert.equal(await addressThrough(trusting), '203.0.113.9');
  } finally {
    await trusting.stop();
  }
});

test('the proxy forwards query strings and encoded ids unchanged', async () => {
  const session = await upstream.login();
  const response = await proxy.call('/views?query=title%253Aa%2520b&per_page=3', { session });
  assert.equal(((await response.json()) as { query: string }).query, 'title%3Aa%20b');
  const hostile = await proxy.call('/views/a%2Fb', { session });
  assert.match(await hostile.text(), /View a\/b doesn't exist/);
});

test('the proxy itself refuses cross-site requests', async () => {
  const forged = await proxy.call('/system/sessions', { method: 'DELETE', headers: { 'X-Requested-By': '' } });
  assert.equal(forged.status, 400);
  const foreign = await proxy.call('/system/sessions', {
    method: 'DELETE',
    headers: { Origin: 'https://evil.example' },
  });
  assert.equal(foreign.status, 403);
});

test('the proxy passes an authentication challenge of the other server to callers that ask for it, and not to scripts', async () => {
  const strict = createServer((_request, response) => {
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="Other"', 'Content-Type': 'application/json' });
    response.end('{"type":"ApiError","message":"Invalid credentials."}');
  }).listen(0, '127.0.0.1');
  await once(strict, 'listening');
  const { port } = strict.address() as AddressInfo;
  const front = await startTestServer({ args: ['--server', `http://127.0.0.1:${port}`] });
  try {
    const json = { username: 'admin', password: 'wrong' };
    const script = await front.call('/system/sessions', { method: 'POST', json });
    assert.equal(script.status, 401);
    assert.equal(script.headers.get('WWW-Authenticate'), null);
    const plain = await front.call('/system/sessions', { method: 'POST', json, headers: { 'X-Requested-With': '' } });
    assert.equal(plain.headers.get('WWW-Authenticate'), 'Basic realm="Other"');
  } finally {
    await front.stop();
    strict.close();
  }
});

test('the proxy answers 502 with an explanation if the other server is unreachable', async () => {
  const lonely = await startTestServer({ args: ['--server', 'http://127.0.0.1:9'] });
  const response = await lonely.call('/');
  assert.equal(response.status, 502);
  const error = (await response.json()) as { type: string; message: string };
  assert.equal(error.type, 'ApiError');
  assert.match(error.message, /^The server http:\/\/127\.0\.0\.1:9 cannot be reached: /);
  assert.equal(await lonely.stop(), 0);
});

test('the proxy rewrites the path, domain and flags of the other server’s cookies', () => {
  assert.equal(
    rewriteCookie('authentication=x; Path=/graph; Domain=logs.example; Secure; HttpOnly; Max-Age=5', '/', {
      sameSite: 'lax',
      secure: false,
      partitioned: false,
    }),
    'authentication=x; Path=/; SameSite=Lax; HttpOnly; Max-Age=5',
  );
  assert.equal(
    rewriteCookie('a=b; secure', '/x', { sameSite: 'none', secure: true, partitioned: true }),
    'a=b; Path=/x; SameSite=None; Secure; Partitioned',
  );
});
