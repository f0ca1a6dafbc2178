/** Users sign in with a real OpenID Connect provider. */
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import type {
  AuthBackend,
  AuthBackendTestResult,
  PagedAuthBackendUsers,
  SignInOffer,
} from '../../../../api/contract/authentication.schema.js';
import type { User } from '../../../../api/contract/users.js';
import { returnPath } from '../../../../host/server/routes/oidc.js';
import { freePort } from '../../../free-port.js';
import { oidcClient, oidcSecret, startOidcProvider, type TestProvider } from '../../../oidc-provider.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { Walker } from '../../../walker.js';
import { addPerson } from '../people.js';

const callbackPath = '/api/system/authentication/oidc/callback';
let server: TestServer;
let provider: TestProvider;
let admin: string;
let roles: Record<string, string>;
let service: AuthBackend;

const send = (method: string, path: string, json?: unknown, session = admin): Promise<Response> =>
  server.call(path, { method, session, ...(json === undefined ? {} : { json }) });
async function ask<T>(method: string, path: string, json?: unknown): Promise<T> {
  const response = await send(method, path, json);
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
const services = '/system/authentication/services';
const input = (more: object = {}) => ({
  title: 'Corporate sign-in',
  default_roles: [roles['Reader']],
  config: {
    type: 'oidc',
    issuer: provider.issuer,
    client_id: oidcClient,
    client_secret: { set_value: oidcSecret },
    ...more,
  },
});
const configure = (more: object = {}) => ask('PUT', `${services}/backends/${service.id}`, input(more));

before(async () => {
  const port = await freePort();
  provider = await startOidcProvider({
    callback: `http://127.0.0.1:${port}${callbackPath}`,
    home: `http://127.0.0.1:${port}/`,
  });
  server = await startTestServer({ args: ['--port', String(port)] });
  admin = await server.login();
  const answer = await ask<{ roles: { id: string; name: string }[] }>('GET', '/authz/roles?per_page=0');
  roles = Object.fromEntries(answer.roles.map(({ id, name }) => [name, id]));
  service = (await ask<{ backend: AuthBackend }>('POST', `${services}/backends`, input())).backend;
  await ask('POST', `${services}/configuration`, { active_backend: service.id });
});
after(async () => {
  await server.stop();
  await provider.stop();
});

beforeEach(async () => {
  provider.intercept = undefined;
  provider.refuse = undefined;
  provider.person = { sub: 'sub-1', preferred_username: 'olga', name: 'Olga Doe', email: 'olga@example.org' };
  const { users } = await ask<{ users: User[] }>('GET', `${services}/backends/${service.id}/users?per_page=0`);
  for (const user of users) await ask('DELETE', `/users/id/${user.id}`);
  await configure();
});

const start = (returnTo = '/search'): string =>
  `${server.url}/api/system/authentication/oidc/start?return_to=${encodeURIComponent(returnTo)}`;
const isCallback = (url: URL): boolean => url.pathname === callbackPath;
const signedIn = (walker: Walker): string | undefined => walker.cookie('authentication');
async function offer(walker = new Walker()): Promise<SignInOffer> {
  return (await (await walker.call(`${server.url}/api/system/authentication/sign-in`)).json()) as SignInOffer;
}
const userOf = (username: string) => ask<User>('GET', `/users/${username}`);

test('the sign-in page receives only the name of the provider', async () => {
  const type = await server.call(`${services}/backends/active-backend/type`);
  assert.deepEqual(await type.json(), { backend: 'oidc' });
  assert.deepEqual(await offer(), { oidc: { title: 'Corporate sign-in' }, failure: null, sign_out: null });
});

test('the login page ignores a cookie with an unknown failure', async () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'x']) {
    const headers = { Cookie: `log-console-sign-in=${name}; ${name}=${name}` };
    const answer = await server.call('/system/authentication/sign-in', { headers });
    assert.equal(((await answer.json()) as SignInOffer).failure, null, name);
  }
});

test('a user of the provider signs in, gets an account and reaches the requested page', async () => {
  const walker = new Walker();
  const at = await walker.walk(start('/search?q=a'), (url) => url.pathname === '/search');
  assert.equal(`${at.pathname}${at.search}`, '/search?q=a');
  const session = signedIn(walker);
  assert.ok(session);
  const olga = await userOf('olga');
  assert.deepEqual(
    [olga.external, olga.full_name, olga.email, olga.roles],
    [true, 'Olga Doe', 'olga@example.org', ['Reader']],
  );
  const validation = await walker.call(`${server.url}/api/system/sessions`);
  assert.equal(((await validation.json()) as { username: string }).username, 'olga');
  // The request contains PKCE, a state and an unpredictable nonce.
  const authorizationQuery = new URL(walker.visited.find((url) => url.startsWith(`${provider.issuer}/auth?`)) ?? '')
    .searchParams;
  assert.equal(authorizationQuery.get('code_challenge_method'), 'S256');
  for (const name of ['state', 'nonce', 'code_challenge'])
    assert.ok((authorizationQuery.get(name)?.length ?? 0) >= 43, name);
  // The cookies of the sign-in are deleted when it is complete.
  assert.deepEqual(
    [...walker.cookies.values()].filter(({ path }) => path === callbackPath),
    [],
  );
});

test("at the next sign-in the account is updated by the provider's id, not by name", async () => {
  await new Walker().walk(start());
  const { id } = await userOf('olga');
  provider.person = { ...provider.person, name: 'Olga New', email: 'new@example.org', preferred_username: 'olga2' };
  await new Walker().walk(start());
  const olga = await userOf('olga');
  assert.deepEqual([olga.id, olga.full_name, olga.email], [id, 'Olga New', 'new@example.org']);
});

test('a sign-in assigns and removes roles by the configured claim', async () => {
  await configure({
    roles_claim: 'realm_access.roles',
    role_mappings: [{ value: 'viewers', role_id: roles['Views Manager'] }],
  });
  provider.person = { ...provider.person, realm_access: { roles: ['viewers', 'Admin', 7] } };
  await new Walker().walk(start());
  assert.deepEqual((await userOf('olga')).roles, ['Reader', 'Views Manager']);
  provider.person = { ...provider.person, realm_access: { roles: 'Admin' } };
  await new Walker().walk(start());
  assert.deepEqual((await userOf('olga')).roles, ['Reader']);
});

test("the same username gives no access to another user's account", async () => {
  await addPerson(server, admin, 'local', []);
  for (const preferred_username of ['admin', 'local', 'LOCAL', 'a:b', '']) {
    provider.person = { sub: `sub-${preferred_username}`, preferred_username };
    const walker = new Walker();
    await walker.walk(start());
    assert.equal(signedIn(walker), undefined, preferred_username);
    assert.ok((await offer(walker)).failure, preferred_username);
    assert.equal((await offer(walker)).failure, null, 'the failure is shown once');
  }
  await ask('DELETE', '/users/local');
  provider.person = { sub: 'another', preferred_username: 'olga' };
  await new Walker().walk(start());
  provider.person = { sub: 'sub-1', preferred_username: 'olga' };
  const walker = new Walker();
  await walker.walk(start());
  assert.equal(signedIn(walker), undefined);
});

test('an account is bound to issuer and subject: another issuer gives no access to the account of an equal subject', async () => {
  const stranger = await startOidcProvider({
    callback: `${server.url}${callbackPath}`,
    home: `${server.url}/`,
  });
  try {
    stranger.person = { sub: 'sub-1', preferred_username: 'mallory', name: 'Mallory' };
    const olgas = new Walker();
    await olgas.walk(start());
    const olga = await userOf('olga');
    await configure({ issuer: stranger.issuer });
    assert.equal(
      (await olgas.call(`${server.url}/api/users/olga`)).status,
      401,
      'the session ends when the issuer changes',
    );
    await new Walker().walk(start());
    assert.notEqual((await userOf('mallory')).id, olga.id);
    assert.equal((await userOf('olga')).full_name, 'Olga Doe');
    // When a service uses the former issuer again, the users of that issuer get their accounts back.
    await configure();
    const second = (await ask<{ backend: AuthBackend }>('POST', `${services}/backends`, input())).backend;
    await ask('POST', `${services}/configuration`, { active_backend: second.id });
    const again = new Walker();
    await again.walk(start());
    assert.ok(signedIn(again));
    const { users } = await ask<PagedAuthBackendUsers>('GET', `${services}/backends/${second.id}/users?per_page=0`);
    assert.deepEqual(
      users.map(({ id, auth_service_id }) => [id, auth_service_id]),
      [[olga.id, second.id]],
    );
    await ask('POST', `${services}/configuration`, { active_backend: service.id });
    await ask('DELETE', `${services}/backends/${second.id}`);
    // The administrator confirms that the provider has moved: users keep their accounts.
    stranger.person = { ...stranger.person, preferred_username: 'olga' };
    await ask('DELETE', '/users/mallory');
    await ask('PUT', `${services}/backends/${service.id}`, {
      ...input({ issuer: stranger.issuer }),
      keep_accounts: true,
    });
    const moved = new Walker();
    await moved.walk(start());
    assert.ok(signedIn(moved));
    assert.deepEqual([(await userOf('olga')).id, (await userOf('olga')).full_name], [olga.id, 'Mallory']);
    await ask('DELETE', '/users/olga');
  } finally {
    await stranger.stop();
  }
});

test('the server refuses a forged state, a state of another browser, and a repeated code', async () => {
  const walker = new Walker();
  const callback = await walker.walk(start(), isCallback);
  const forged = new URL(callback);
  forged.searchParams.set('state', 'x'.repeat(43));
  await walker.walk(forged.href);
  assert.equal(signedIn(walker), undefined);
  assert.match((await offer(walker)).failure ?? '', /took too long or was started in another browser/);

  const stranger = new Walker();
  await stranger.walk(callback.href);
  assert.equal(signedIn(stranger), undefined);

  // An attacker copies the owner's cookies before the code is used.
  const thief = new Walker();
  for (const [key, cookie] of walker.cookies) thief.cookies.set(key, cookie);
  await walker.walk(callback.href);
  assert.ok(signedIn(walker));
  await thief.walk(callback.href);
  assert.equal(signedIn(thief), undefined);
  // Repeating the code in the same browser fails as well, because the cookie was deleted.
  const again = new Walker();
  for (const [key, cookie] of walker.cookies) if (cookie.path === callbackPath) again.cookies.set(key, cookie);
  assert.equal(again.cookies.size, 0);
});

test('the cookie of a sign-in cannot be forged, nor used for another sign-in', async () => {
  const walker = new Walker();
  const callback = await walker.walk(start(), isCallback);
  const other = new Walker();
  await other.walk(start(), isCallback);
  const [own] = [...walker.cookies.values()].filter(({ path }) => path === callbackPath);
  const [foreign] = [...other.cookies.values()].filter(({ path }) => path === callbackPath);
  assert.ok(own && foreign);
  for (const value of [
    foreign.value,
    'v1.AAAA',
    own.value.slice(0, -2),
    JSON.stringify({ state: callback.searchParams.get('state') }),
  ]) {
    const forger = new Walker();
    forger.cookies.set('forged', { ...own, value });
    await forger.walk(callback.href);
    assert.equal(signedIn(forger), undefined);
  }
});

test('the login page shows a refusal by the provider', async () => {
  provider.refuse = 'access_denied';
  const walker = new Walker();
  await walker.walk(start());
  assert.equal(signedIn(walker), undefined);
  const only = `${server.url}/api/system/authentication/sign-in?provider_only=true`;
  const offered = (await (await walker.call(only)).json()) as SignInOffer;
  assert.deepEqual(offered, { oidc: { title: 'Corporate sign-in' }, failure: null, sign_out: null });
  assert.equal((await offer(walker)).failure, 'The sign-in provider did not let you in.');
  assert.equal((await offer(walker)).failure, null, 'the failure is shown once');
});

test("users can sign in after a change of the provider's keys; a token with a wrong signature is refused", async () => {
  await new Walker().walk(start());
  provider.rotateKeys();
  const walker = new Walker();
  await walker.walk(start());
  assert.ok(signedIn(walker));
  // The provider publishes no key, so the signature cannot be verified.
  provider.intercept = (request, response) => {
    if (request.url !== '/jwks') return false;
    response.setHeader('Content-Type', 'application/json');
    response.end('{"keys":[]}');
    return true;
  };
  const refused = new Walker();
  await refused.walk(start());
  assert.equal(signedIn(refused), undefined);
  assert.match((await offer(refused)).failure ?? '', /could not be reached or is not set up rightly/);
});

const discovery = '/.well-known/openid-configuration';
/** Returns a discovery document of the provider with other addresses. */
const discovered = (more: object): string =>
  JSON.stringify({
    issuer: provider.issuer,
    authorization_endpoint: `${provider.issuer}/auth`,
    token_endpoint: `${provider.issuer}/token`,
    jwks_uri: `${provider.issuer}/jwks`,
    ...more,
  });
const strangeNetwork = 'http://10.0.0.1:1/token';

for (const [what, path, body, reason] of [
  ['does not answer', discovery, undefined, /cannot be used: .*(?:socket hang up|ECONNRESET)/],
  ['names another issuer', discovery, '{"issuer":"https://evil.example.org"}', /cannot be used: .*issuer/],
  ['names no address of its keys', discovery, () => discovered({ jwks_uri: undefined }), /it names no jwks_uri/],
  ['answers with an HTML page', discovery, '<html>', /cannot be used: /],
  ['sends an answer beyond the size limit', discovery, 'x'.repeat(5_000_000), /its answer is larger than 512 KiB/],
  [
    'names an address in another private network',
    discovery,
    () => discovered({ token_endpoint: strangeNetwork }),
    /10\.0\.0\.1 resolves to .*, which is not an address of the provider/,
  ],
  ['answers a code with an invalid token', '/token', '{"access_token":1}', /failed: .*access_token/],
] as const) {
  test(`a provider that ${what} signs nobody in, while administrators can still sign in by password`, async () => {
    provider.intercept = (request, response) => {
      if (request.url?.split('?')[0] !== path) return false;
      if (body === undefined) response.destroy();
      else {
        response.setHeader('Content-Type', 'application/json');
        response.end(typeof body === 'string' ? body : body());
      }
      return true;
    };
    const logged = server.output().stderr.length;
    // Storing the configuration resets the cached discovery document.
    await configure();
    const walker = new Walker();
    await walker.walk(start());
    assert.equal(signedIn(walker), undefined);
    assert.match((await offer(walker)).failure ?? '', /could not be reached or is not set up rightly/);
    assert.match(server.output().stderr.slice(logged), reason);
    assert.ok(await server.login());
    provider.intercept = undefined;
    await configure();
  });
}

test('an identity token that expired 30 seconds ago signs in, because clocks may differ, and one that expired 100 seconds ago does not', async () => {
  // The provider runs in the process of the test and its tokens are valid for 20 seconds. The server is another process.
  const now = Date.now;
  try {
    for (const [behind, lets] of [
      [50_000, true],
      [120_000, false],
    ] as const) {
      Date.now = () => now() - behind;
      const walker = new Walker();
      await walker.walk(start());
      assert.equal(
        signedIn(walker) !== undefined,
        lets,
        `the result is as expected for a provider whose clock is ${behind} ms behind`,
      );
    }
  } finally {
    Date.now = now;
  }
});

test('identity tokens that are forged, late or meant for others sign nobody in', async () => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const strange = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signatures: Record<string, (text: string) => Buffer> = {
    RS256: (text) => sign('RSA-SHA256', Buffer.from(text), keys.privateKey),
    'RS256 of a stranger': (text) => sign('RSA-SHA256', Buffer.from(text), strange.privateKey),
    HS256: (text) => createHmac('sha256', oidcSecret).update(text).digest(),
    none: () => Buffer.alloc(0),
  };
  let nonce: string | undefined;
  const now = Math.floor(Date.now() / 1000);
  for (const [what, change, method, expected] of [
    ['unchanged', {}, 'RS256', undefined],
    ['expired', { exp: now - 120 }, 'RS256', /\bexp\b/],
    ['not yet valid', { nbf: now + 120 }, 'RS256', /\bnbf\b/],
    ['for another client', { aud: 'another client' }, 'RS256', /\baud\b/],
    ['of another issuer', { iss: 'https://evil.example.org' }, 'RS256', /\biss\b/],
    ['of another sign-in', { nonce: 'another' }, 'RS256', /\bnonce\b/],
    ['of no sign-in', { nonce: undefined }, 'RS256', /\bnonce\b/],
    ['without expiry', { exp: undefined }, 'RS256', /\bexp\b/],
    ['without user', { sub: undefined }, 'RS256', /\bsub\b/],
    ['of another user than the user info', { sub: 'sub-2' }, 'RS256', /\bsub\b/],
    ['signed with a strange key', {}, 'RS256 of a stranger', /signature/],
    ['signed with the client secret', {}, 'HS256', /\balg\b/],
    ['not signed', {}, 'none', /\balg\b/],
  ] as const) {
    const claims = {
      ...{ iss: provider.issuer, aud: oidcClient, sub: 'sub-1', iat: now, exp: now + 300, preferred_username: 'olga' },
      ...change,
    };
    const tokenOf = (): string => {
      const text = `${part({ alg: method.split(' ')[0], kid: 'k' })}.${part({ nonce, ...claims })}`;
      return `${text}.${signatures[method]?.(text).toString('base64url')}`;
    };
    const answers: Record<string, () => object> = {
      '/jwks': () => ({ keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig', alg: 'RS256' }] }),
      '/me': () => ({ sub: 'sub-1' }),
      '/token': () => ({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: tokenOf() }),
    };
    provider.intercept = (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', provider.issuer);
      nonce = searchParams.get('nonce') ?? nonce;
      const answer = answers[pathname];
      if (answer) response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer()));
      return answer !== undefined;
    };
    const logged = server.output().stderr.length;
    const walker = new Walker();
    await walker.walk(start());
    assert.equal(signedIn(walker) === undefined, expected !== undefined, what);
    if (expected) assert.match(server.output().stderr.slice(logged), expected, what);
  }
});

test('an e-mail address is the user name only if the provider does not state that it is unverified', async () => {
  await configure({ user_name_claim: 'email' });
  for (const [verified, lets] of [
    [undefined, true],
    [true, true],
    // Some providers send the claim as text.
    ['true', true],
    ['True', true],
    [false, false],
    ['false', false],
    ['False', false],
    ['no', false],
    ['0', false],
    ['', false],
    [0, false],
    [1, false],
    [null, false],
  ] as const) {
    provider.person = { sub: 'sub-1', email: 'olga@example.org', email_verified: verified };
    const walker = new Walker();
    await walker.walk(start());
    assert.equal(signedIn(walker) !== undefined, lets, JSON.stringify(verified));
  }
});

test('a sign-in in a browser with a session ends that session', async () => {
  const walker = new Walker();
  await walker.walk(start());
  const former = signedIn(walker);
  await walker.walk(start());
  assert.notEqual(signedIn(walker), former);
  const isValid = async (session = '') =>
    // Cast: the contract defines the answer.
    ((await (await server.call('/system/sessions', { session })).json()) as { is_valid: boolean }).is_valid;
  assert.deepEqual([await isValid(former), await isValid(signedIn(walker))], [false, true]);
});

test('the server redirects only to paths of this console', async () => {
  for (const [wanted, base, expected] of [
    ['/search?q=1#x', '/', '/search?q=1#x'],
    ['//evil.example.org', '/', '/'],
    ['/\\evil.example.org', '/', '/'],
    ['/\t/evil.example.org', '/', '/'],
    ['https://evil.example.org/', '/', '/'],
    ['javascript:alert(1)', '/', '/'],
    ['/logs/search', '/logs', '/logs/search'],
    ['/logs', '/logs', '/logs'],
    ['/other', '/logs', '/logs/'],
    ['/logs/../other', '/logs', '/logs/'],
    ['/logs/..//evil.example.org', '/logs', '/logs/'],
    [undefined, '/', '/'],
    // The path travels in a cookie, and browsers store at most 4 KiB.
    [`/search?q=${'a'.repeat(1_900)}`, '/', `/search?q=${'a'.repeat(1_900)}`],
    [`/search?q=${'ä'.repeat(1_900)}`, '/', '/'],
  ] as const) {
    assert.equal(returnPath(wanted, base), expected, String(wanted));
  }
  const walker = new Walker();
  const at = await walker.walk(start('//evil.example.org'));
  assert.equal(at.href, `${server.url}/`);
  // A state that a stranger sends is not repeated in any header.
  const strange = await fetch(`${server.url}${callbackPath}?state=${'s'.repeat(20_000)}`, { redirect: 'manual' });
  assert.equal(strange.status, 302);
  assert.doesNotMatch(JSON.stringify([...strange.headers]), /sss/);
});

test("signing out leads to the provider's end of session once", async () => {
  const walker = new Walker();
  await walker.walk(start());
  const headers = { 'X-Requested-By': 'test', 'X-Requested-With': 'XMLHttpRequest' };
  const ended = await walker.call(`${server.url}/api/system/sessions`, { method: 'DELETE', headers });
  assert.equal(ended.status, 200);
  const { sign_out: signOut } = await offer(walker);
  const url = new URL(signOut ?? '');
  assert.equal(url.origin + url.pathname, `${provider.issuer}/session/end`);
  assert.equal(url.searchParams.get('post_logout_redirect_uri'), `${server.url}/`);
  assert.ok(url.searchParams.get('id_token_hint'));
  assert.equal((await offer(walker)).sign_out, null);
  // A session by password needs no sign-out at the provider.
  const local = new Walker();
  const json = JSON.stringify({ username: 'admin', password: server.adminPassword, host: '' });
  await local.call(`${server.url}/api/system/sessions`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: json,
  });
  assert.ok(signedIn(local));
  await local.call(`${server.url}/api/system/sessions`, { method: 'DELETE', headers });
  assert.equal((await offer(local)).sign_out, null);
});

for (const [what, answer] of [
  ['cannot be reached', undefined],
  ['has no end of session', () => discovered({})],
] as const)
  test(`signing out ends the session of the console although the provider ${what}`, async () => {
    const walker = new Walker();
    await walker.walk(start());
    const headers = { 'X-Requested-By': 'test', 'X-Requested-With': 'XMLHttpRequest' };
    await walker.call(`${server.url}/api/system/sessions`, { method: 'DELETE', headers });
    provider.intercept = (request, response) => {
      if (request.url !== discovery) return false;
      if (answer) response.setHeader('Content-Type', 'application/json').end(answer());
      else response.destroy();
      return true;
    };
    await configure();
    assert.equal(signedIn(walker), undefined);
    assert.equal((await offer(walker)).sign_out, null);
    if (!answer) assert.match(server.output().stderr, /The session of a provider could not be ended/);
    provider.intercept = undefined;
    await configure();
  });

test('the client secret is in no response, file or log; the connection test shows whether the provider answers', async () => {
  const shown = await ask<{ backend: AuthBackend }>('GET', `${services}/backends/${service.id}`);
  assert.deepEqual((shown.backend.config as { client_secret: unknown }).client_secret, { is_set: true });
  const good = await ask<AuthBackendTestResult>('POST', `${services}/test/backend/connection`, {
    backend_configuration: input(),
  });
  assert.equal(good.success, true);
  const bad = await ask<AuthBackendTestResult>('POST', `${services}/test/backend/connection`, {
    backend_configuration: input({ issuer: `${provider.issuer}/nosuch` }),
  });
  assert.equal(bad.success, false);
  assert.match(bad.errors[0] ?? '', /cannot be used/);
  for (const file of await readdir(server.data, { recursive: true })) {
    const path = join(server.data, file);
    if ((await stat(path)).isFile()) assert.ok(!(await readFile(path)).includes(oidcSecret), file);
  }
  assert.ok(!server.output().stderr.includes(oidcSecret));
});

test('the server validates the configuration by field: it refuses unencrypted addresses and unknown roles', async () => {
  const refused = await send('POST', `${services}/backends`, {
    title: 'x',
    config: {
      type: 'oidc',
      issuer: 'http://id.example.org',
      client_id: '',
      roles_claim: 'a b',
      role_mappings: [{ value: ' ', role_id: 'nosuch' }],
      scopes: 'a "b"',
      user_name_claim: '',
    },
  });
  assert.equal(refused.status, 400);
  const { errors } = (await refused.json()) as { errors: Record<string, string[]> };
  assert.deepEqual(Object.keys(errors).sort(), [
    'client_id',
    'issuer',
    'role_mappings',
    'roles_claim',
    'scopes',
    'user_name_claim',
  ]);
  for (const issuer of [
    'no address',
    'https://a:b@id.example.org',
    'https://id.example.org?a',
    'https://id.example.org#a',
  ]) {
    const answer = await send('POST', `${services}/backends`, input({ issuer }));
    assert.equal(answer.status, 400, issuer);
    assert.match(await answer.text(), /must be an address such as/, issuer);
  }
});

test('without a provider, its address and a sign-in that has begun redirect home with the reason', async () => {
  const begun = new Walker();
  const callback = await begun.walk(start(), isCallback);
  await ask('POST', `${services}/configuration`, { active_backend: null });
  const walker = new Walker();
  assert.equal((await walker.walk(start())).href, `${server.url}/`);
  assert.equal((await begun.walk(callback.href)).href, `${server.url}/`);
  assert.equal(signedIn(begun), undefined);
  for (const browser of [walker, begun])
    assert.deepEqual(await offer(browser), {
      oidc: null,
      failure: 'Signing in with a provider is not set up.',
      sign_out: null,
    });
  await ask('POST', `${services}/configuration`, { active_backend: service.id });
});
