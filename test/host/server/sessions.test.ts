import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../server.js';
import { addPerson } from './people.js';

const embedder = 'https://intranet.example.org';
let server: TestServer;
before(async () => {
  server = await startTestServer({ args: ['--embed-origins', embedder] });
});
after(() => server.stop());

interface SessionAnswer {
  session_id: string;
  username: string;
  user_id: string;
  valid_until: string;
}
const credentials = (password = server.adminPassword) => ({ username: 'admin', password, host: '' });

async function signIn(headers: Record<string, string> = {}) {
  const response = await server.call('/system/sessions', { method: 'POST', json: credentials(), headers });
  assert.equal(response.status, 200);
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('authentication=')) ?? '';
  return { answer: (await response.json()) as SessionAnswer, cookie };
}
const withCookie = (id: string, headers: Record<string, string> = {}) => ({
  headers: { Cookie: `authentication=${id}`, ...headers },
});
const errorOf = async (response: Response) => (await response.json()) as { type: string; message: string };

test('the root of the API answers without a session and names the version', async () => {
  for (const path of ['/', '']) {
    const response = await server.call(path);
    assert.equal(response.status, 200);
    const root = (await response.json()) as Record<string, string>;
    assert.match(root['version'] ?? '', /^5\.1\.\d+/);
    assert.deepEqual(Object.keys(root).sort(), ['cluster_id', 'embedded', 'node_id', 'tagline', 'version']);
  }
});

test('a sign-in creates a new session, in the body and in a cookie that scripts cannot read', async () => {
  const first = await signIn();
  const second = await signIn(withCookie(first.answer.session_id).headers);
  assert.match(first.answer.valid_until, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/);
  assert.equal(first.answer.user_id, 'local:admin');
  assert.notEqual(first.answer.session_id, second.answer.session_id);
  assert.match(first.cookie, new RegExp(`^authentication=${first.answer.session_id};`));
  for (const attribute of [/; HttpOnly/, /; SameSite=Lax/, /; Path=\//, /; Max-Age=2[78]\d{3}/])
    assert.match(first.cookie, attribute);
  assert.doesNotMatch(first.cookie, /; Secure/);
  // The session in the browser's cookie ended with the new sign-in.
  assert.equal((await server.call('/system', withCookie(first.answer.session_id))).status, 401);
  assert.equal((await server.call('/system', withCookie(second.answer.session_id))).status, 200);
});

test('behind TLS the cookie is marked as secure', async () => {
  assert.match((await signIn({ 'X-Forwarded-Proto': 'https' })).cookie, /; Secure/);
  assert.match((await signIn({ 'X-Graylog-Server-URL': 'https://logs.example.org/' })).cookie, /; Secure/);
});

test('in frames of listed sites the cookie is sent over HTTPS and partitioned by site; an earlier cookie is deleted first', async () => {
  const framed = await startTestServer({ args: ['--embed-origins', 'https://portal.example.org'] });
  try {
    const cookiesOf = async (headers: Record<string, string>): Promise<string[]> => {
      const json = { username: 'admin', password: framed.adminPassword, host: '' };
      const response = await framed.call('/system/sessions', { method: 'POST', json, headers });
      return response.headers.getSetCookie().filter((line) => line.startsWith('authentication='));
    };
    const [cookie = '', ...none] = await cookiesOf({ 'X-Forwarded-Proto': 'https' });
    assert.match(cookie, /; HttpOnly; Secure; Partitioned; SameSite=None/);
    assert.deepEqual(none, []);
    const [gone = '', next = ''] = await cookiesOf({ 'X-Forwarded-Proto': 'https', Cookie: 'authentication=old' });
    assert.match(gone, /^authentication=; .*Max-Age=0/);
    assert.doesNotMatch(gone, /Partitioned/);
    assert.match(next, /^authentication=[^;]+; .*Partitioned/);
    // Browsers accept no cookie for frames of other sites over HTTP.
    assert.match((await cookiesOf({}))[0] ?? '', /SameSite=Lax/);
    assert.doesNotMatch((await cookiesOf({}))[0] ?? '', /Partitioned|Secure/);
  } finally {
    await framed.stop();
  }
});

test('cookie, session id, access token and password each authenticate a request', async () => {
  const { answer } = await signIn();
  const basic = (user: string, word: string) => ({ headers: { Authorization: `Basic ${btoa(`${user}:${word}`)}` } });
  const created = await server.call('/users/local:admin/tokens/script', { method: 'POST', session: answer.session_id });
  const { token, id } = (await created.json()) as { token: string; id: string };
  for (const init of [
    withCookie(answer.session_id),
    basic(answer.session_id, 'session'),
    basic(answer.session_id, 'SESSION'),
    basic(token, 'token'),
    basic('admin', server.adminPassword),
  ]) {
    assert.equal((await server.call('/users/admin', init)).status, 200);
  }
  for (const init of [
    withCookie('x'),
    basic('x', 'session'),
    basic('x', 'token'),
    basic('admin', 'wrong'),
    basic('nobody', 'x'),
  ]) {
    assert.equal((await server.call('/users/admin', init)).status, 401);
  }
  const list = await server.call('/users/local:admin/tokens', { session: answer.session_id });
  assert.equal((await list.text()).includes(token), false);
  const removed = await server.call(`/users/local:admin/tokens/${id}`, {
    method: 'DELETE',
    session: answer.session_id,
  });
  assert.equal(removed.status, 204);
  assert.equal((await server.call('/users/admin', basic(token, 'token'))).status, 401);
});

test('validating a session returns the user and clears an invalid cookie', async () => {
  const { answer } = await signIn();
  const valid = await server.call('/system/sessions', withCookie(answer.session_id));
  assert.deepEqual(await valid.json(), { is_valid: true, session_id: answer.session_id, username: 'admin' });
  const invalid = await server.call('/system/sessions', withCookie('stale'));
  assert.equal(invalid.status, 200);
  assert.deepEqual(await invalid.json(), { is_valid: false, session_id: null, username: null });
  assert.match(invalid.headers.getSetCookie()[0] ?? '', /^authentication=;.*Max-Age=0/);
});

test('logout ends the session, with and without a slash at the end', async () => {
  for (const path of ['/system/sessions', '/system/sessions/', '/system/sessions/whatever']) {
    const { answer } = await signIn();
    const response = await server.call(path, { method: 'DELETE', ...withCookie(answer.session_id) });
    assert.equal(response.status, 200);
    assert.equal(await response.text(), '');
    assert.match(response.headers.getSetCookie()[0] ?? '', /^authentication=;/);
    assert.equal((await server.call('/system', withCookie(answer.session_id))).status, 401);
  }
  assert.equal((await server.call('/system/sessions', { method: 'DELETE' })).status, 401);
});

test('a periodic request never extends a session', async () => {
  const { answer } = await signIn();
  const activity = async (headers: Record<string, string>) => {
    const response = await server.call('/users/admin', { session: answer.session_id, headers });
    return ((await response.json()) as { last_activity: string }).last_activity;
  };
  const silent = { 'X-Graylog-No-Session-Extension': 'true' };
  const before = await activity(silent);
  assert.equal(await activity(silent), before);
  assert.notEqual(await activity({}), before);
});

test('wrong credentials and unknown names are answered with 401 and the same reason; scripts get no challenge', async () => {
  for (const username of ['admin', 'nobody']) {
    for (const [calledBy, asks] of [
      ['XMLHttpRequest', false],
      ['', true],
    ] as const) {
      const response = await server.call('/system/sessions', {
        method: 'POST',
        json: { username, password: 'wrong' },
        headers: { 'X-Requested-With': calledBy },
      });
      assert.equal(response.status, 401);
      assert.deepEqual(await response.json(), { type: 'ApiError', message: 'Invalid credentials.' });
      assert.equal(response.headers.get('WWW-Authenticate'), asks ? 'Basic realm="Log Console"' : null, calledBy);
    }
  }
  const missing = await server.call('/system/sessions', { method: 'POST', json: { username: '' } });
  assert.equal(missing.status, 400);
  assert.match((await errorOf(missing)).message, /^Missing required properties: username, password/);
  const service = await server.call('/system/sessions', {
    method: 'POST',
    json: { username: 'sidecar-system', password: 'x' },
  });
  assert.equal(service.status, 400);
});

test('failed logins are limited, and the response names the time to wait', async () => {
  const attempt = () =>
    server.call('/system/sessions', { method: 'POST', json: { username: 'guessed', password: 'x' } });
  const answers = await Promise.all(Array.from({ length: 14 }, attempt));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [
    ...Array<number>(5).fill(401),
    ...Array<number>(9).fill(429),
  ]);
  for (const { status, headers } of answers) {
    if (status === 429) assert.ok(Number(headers.get('Retry-After')) > 0);
  }
  // Other users sign in without a delay.
  await signIn();
});

test('requests without a session are answered with 401; only requests of no script get a challenge for the password dialog', async () => {
  const script = await server.call('/users/admin');
  assert.equal(script.status, 401);
  assert.equal(script.headers.get('WWW-Authenticate'), null);
  const browser = await fetch(`${server.url}/api/users/admin`);
  assert.equal(browser.status, 401);
  assert.match(browser.headers.get('WWW-Authenticate') ?? '', /^Basic/);
});

test('a request that changes data needs the header that foreign pages cannot send', async () => {
  const { answer } = await signIn();
  const response = await server.call('/system/sessions', {
    method: 'DELETE',
    ...withCookie(answer.session_id, { 'X-Requested-By': '' }),
  });
  assert.equal(response.status, 400);
  assert.match((await errorOf(response)).message, /CSRF/);
  const foreign = await server.call('/system/sessions', {
    method: 'DELETE',
    ...withCookie(answer.session_id, { Origin: 'https://evil.example' }),
  });
  assert.equal(foreign.status, 403);
  const own = await server.call('/system/sessions', {
    method: 'DELETE',
    ...withCookie(answer.session_id, { Origin: server.url }),
  });
  assert.equal(own.status, 200);
});

test('pages of the listed origins may call with a token, but not with the cookie of the console', async () => {
  const { answer } = await signIn();
  const created = await server.call('/users/local:admin/tokens/embed', { method: 'POST', session: answer.session_id });
  const { token } = (await created.json()) as { token: string };
  const preflight = (origin: string, path = '/views/search') =>
    fetch(`${server.url}/api${path}`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,x-requested-by',
      },
    });
  const allowed = await preflight(embedder);
  assert.equal(allowed.status, 204);
  assert.equal(allowed.headers.get('Access-Control-Allow-Origin'), embedder);
  assert.equal(allowed.headers.get('Access-Control-Allow-Credentials'), null);
  assert.match(allowed.headers.get('Access-Control-Allow-Headers') ?? '', /Authorization.*X-Requested-By/);
  for (const path of ['', '/', '/system/sessions', '/no/such/endpoint']) {
    const known = await preflight(embedder, path);
    assert.equal(known.status, 204, `the preflight of /api${path} is answered`);
    assert.equal(
      known.headers.get('Access-Control-Allow-Origin'),
      embedder,
      `the preflight of /api${path} allows the listed origin`,
    );
    const refused = await preflight('https://evil.example', path);
    assert.equal(refused.status, 403, `the preflight of /api${path} refuses an origin that is not listed`);
    assert.equal(refused.headers.get('Access-Control-Allow-Origin'), null);
  }

  const embedded = await server.call('/users/admin', { token, headers: { Origin: embedder } });
  assert.equal(embedded.status, 200);
  assert.equal(embedded.headers.get('Access-Control-Allow-Origin'), embedder);
  assert.match(embedded.headers.get('Vary') ?? '', /Origin/);
  const cookie = await server.call('/users/admin', withCookie(answer.session_id, { Origin: embedder }));
  assert.equal(cookie.status, 401);
});

test('every response has the security headers', async () => {
  const { headers } = await server.call('/');
  assert.equal(headers.get('X-Content-Type-Options'), 'nosniff');
  assert.equal(headers.get('Cache-Control'), 'no-store');
  assert.match(headers.get('Content-Security-Policy') ?? '', /default-src 'none'/);
  assert.equal(headers.get('Referrer-Policy'), 'same-origin');
});

test('hostile ids are treated as plain ids', async () => {
  const session = await server.login();
  for (const path of [
    '/views/..%2f..%2fusers',
    '/views/%5c..%5c',
    '/users/%00',
    '/views/__proto__',
    '/users/constructor',
    '/system/cluster_config/__proto__',
  ]) {
    const response = await server.call(path, { session });
    assert.equal(response.status, 404, path);
    assert.equal((await errorOf(response)).type, 'ApiError');
  }
  const long = await server.call(`/views/${'a'.repeat(5000)}`, { session });
  assert.ok([404, 414].includes(long.status), String(long.status));
  const broken = await server.call('/views/%ff%zz', { session });
  assert.equal(broken.status, 400);
  assert.equal((await errorOf(broken)).type, 'ApiError');
});

test('a raw path with `..` does not leave the API', async () => {
  const session = await server.login();
  const { port } = new URL(server.url);
  const headers = { Authorization: `Basic ${btoa(`${session}:session`)}` };
  const statusOf = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const answered = request({ port, path, headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      answered.on('error', reject).end();
    });
  for (const path of ['/api/views/../users/admin', '/api/views/%2e%2e', '/api/views/..', '/api//users/admin']) {
    assert.equal(await statusOf(path), 404, path);
  }
});

test('malformed, wrongly typed, oversized and hostile bodies are refused', async () => {
  const session = await server.login();
  const post = (body: string, type = 'application/json') =>
    server.call('/users', { method: 'POST', session, body, headers: { 'Content-Type': type } });
  const cases: [Response, number, RegExp][] = [
    [await post('{"username": '), 400, /not JSON/],
    [await post(''), 400, /missing/],
    [await post('[]'), 400, /object/i],
    [await post('{"username": 5}'), 400, /username|password|email/],
    [await post('a=b', 'application/x-www-form-urlencoded'), 415, /./],
    [await post('{"__proto__": {"admin": true}, "username": "x"}'), 400, /not allowed/],
  ];
  for (const [response, status, message] of cases) {
    assert.equal(response.status, status);
    const error = await errorOf(response);
    assert.equal(error.type, 'ApiError');
    assert.match(error.message, message);
  }
});

test('a body whose announced length is too large is refused before it is sent', async () => {
  const session = await server.login();
  const { port } = new URL(server.url);
  const headers = {
    Authorization: `Basic ${btoa(`${session}:session`)}`,
    'X-Requested-By': 'test',
    'Content-Type': 'application/json',
    'Content-Length': 17 * 1024 * 1024,
  };
  const { status, text } = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const sent = request({ port, path: '/api/users', method: 'POST', headers }, (response) => {
      let answer = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode, text: answer });
        sent.destroy();
      });
    });
    sent.on('error', reject);
    // Only the headers are sent, because a client that also writes the body may see the connection end before the
    // response.
    sent.flushHeaders();
  });
  assert.equal(status, 413);
  const error = JSON.parse(text) as { type: string; message: string };
  assert.equal(error.type, 'ApiError');
  assert.match(error.message, /too large/);
});

test('query parameters of a wrong type are reported', async () => {
  const session = await server.login();
  const response = await server.call('/views?page=first', { session });
  assert.equal(response.status, 400);
  assert.match((await errorOf(response)).message, /page/);
});

test('integers beyond 2^53 are returned exactly', async () => {
  const { session } = await addPerson(server, await server.login(), 'exact', []);
  const saved = await server.call('/users/exact/preferences', {
    method: 'PUT',
    session,
    body: '{"preferences": {"note": 9007199254740993}}',
    headers: { 'Content-Type': 'application/json' },
  });
  assert.ok(saved.ok, await saved.text());
  const kept = await (await server.call('/users/exact/preferences', { session })).text();
  assert.match(kept, /"note":9007199254740993[,}]/);
});

test('oversized headers and non-HTTP bytes get an answer, and the server continues', async () => {
  const { port } = new URL(server.url);
  const answerTo = (text: string) =>
    new Promise<string>((resolve, reject) => {
      let answer = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
      socket.on('data', (chunk) => (answer += chunk.toString()));
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });
  assert.match(
    await answerTo(`GET /api/ HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`),
    /^HTTP\/1\.1 431 /,
  );
  assert.match(await answerTo('\u0000\u0001nonsense\r\n\r\n'), /^HTTP\/1\.1 400 /);
  assert.equal((await server.call('/')).status, 200);
});

test('large responses of the API are compressed', async () => {
  const session = await server.login();
  const response = await server.call('/system/permissions', { session, headers: { 'Accept-Encoding': 'gzip' } });
  assert.equal(response.headers.get('Content-Encoding'), 'gzip');
  assert.ok(((await response.json()) as { permissions: object }).permissions);
});

test('the log contains neither the password of the administrator nor a session cookie', async () => {
  await server.login();
  const { stdout, stderr } = server.output();
  assert.equal(stdout.includes(server.adminPassword) || stderr.includes(server.adminPassword), false);
  assert.doesNotMatch(stderr, /authentication=[A-Za-z0-9_-]{20}/);
  for (const line of stderr.trim().split('\n')) JSON.parse(line);
});

test('a browser gets a challenge when a user opens an address, but not for a prefetch', async () => {
  const referer = `${server.url}/search`;
  for (const [headers, asks] of [
    [{ accept: '*/*', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' }, false],
    [{ accept: '*/*', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, false],
    [{ accept: '*/*', referer }, false],
    [{ accept: 'text/html,*/*', 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, true],
    [{ accept: 'text/html,*/*', referer }, true],
    [{ accept: '*/*' }, true],
  ] as const) {
    // Node's `fetch` would set the Sec-Fetch headers itself.
    const calling = request(`${server.url}/api/streams`, { headers }).end();
    const [answer] = (await once(calling, 'response')) as [IncomingMessage];
    answer.resume();
    assert.equal(answer.statusCode, 401);
    assert.equal(answer.headers['www-authenticate'] !== undefined, asks, JSON.stringify(headers));
  }
});
