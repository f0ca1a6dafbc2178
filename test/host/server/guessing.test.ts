/** Password guessing against a real server: which attempts are delayed, and which client address counts. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { PagedUsers } from '../../../api/contract/users.js';
import { cpuMsOf } from '../../cpu-ms.js';
import { startTestServer, type TestServer } from '../../server.js';
import { addPerson, personPassword } from './people.js';

/**
 * `server` trusts the proxy on the loopback address; `untrusting` trusts no proxy; `costly` derives keys of passwords
 * with the product's cost.
 */
let server: TestServer;
let untrusting: TestServer;
let costly: TestServer;
before(async () => {
  [server, untrusting, costly] = await Promise.all([
    startTestServer({ args: ['--trust-proxy', 'loopback'] }),
    startTestServer(),
    startTestServer({ costlyPasswords: true }),
  ]);
});
after(async () => {
  await Promise.all([server.stop(), untrusting.stop(), costly.stop()]);
});

interface From {
  readonly address?: string;
  readonly cookie?: string;
}
const headersOf = ({ address, cookie }: From): Record<string, string> => ({
  ...(address !== undefined && { 'X-Forwarded-For': address }),
  ...(cookie !== undefined && { Cookie: cookie }),
});
const signIn = (username: string, password: string, from: From = {}, at = server) =>
  at.call('/system/sessions', { method: 'POST', json: { username, password }, headers: headersOf(from) });
/** Asserts that five attempts fail, and that a later one is refused. */
async function refused(attempt: (at: number) => Promise<number | undefined>, failure: number): Promise<void> {
  const statuses: (number | undefined)[] = [];
  while (statuses.at(-1) !== 429) {
    assert.ok(statuses.length < 20, statuses.join());
    statuses.push(await attempt(statuses.length));
  }
  assert.deepEqual(statuses.slice(0, 5), new Array(5).fill(failure));
}
/** Guesses until the next attempt would have to wait for several seconds, long enough for the rest of a test. */
async function guessAway(username: string, from: From = {}): Promise<void> {
  for (;;) {
    const { status, headers } = await signIn(username, 'wrong', from);
    assert.ok(status === 401 || status === 429, String(status));
    if (Number(headers.get('Retry-After')) >= 7) return;
    if (status === 429) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
async function guess(username: string, times: number, from: From = {}, at = server): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push((await signIn(username, 'wrong', from, at)).status);
  return statuses;
}
const basic = (username: string, password: string) => ({
  headers: { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
});
const addressOf = async (at: TestServer, session: string, username: string) => {
  const page = await at.call(`/users/paginated?query=username:${username}`, { session });
  return ((await page.json()) as PagedUsers).users[0]?.client_address;
};

test('the login limit uses the client address that a trusted proxy reports, and the socket address of other callers', async () => {
  const admin = await server.login();
  await addPerson(server, admin, 'far', []);
  assert.equal((await signIn('far', personPassword, { address: '203.0.113.5' })).status, 200);
  assert.equal(await addressOf(server, admin, 'far'), '203.0.113.5');
  // Entries of X-Forwarded-For that the client wrote precede the address that the proxy saw.
  assert.equal((await signIn('far', personPassword, { address: '6.6.6.6, 203.0.113.6' })).status, 200);
  assert.equal(await addressOf(server, admin, 'far'), '203.0.113.6');

  const other = await untrusting.login();
  await addPerson(untrusting, other, 'far', []);
  assert.equal((await signIn('far', personPassword, { address: '203.0.113.5' }, untrusting)).status, 200);
  assert.equal(await addressOf(untrusting, other, 'far'), '127.0.0.1');
  // A client cannot gain attempts by forging addresses in X-Forwarded-For.
  await refused(async (at) => (await guess('far', 1, { address: `203.0.113.${at}` }, untrusting))[0], 401);
});

test('the login limit delays a guesser but neither other users at the same address nor the owner elsewhere', async () => {
  const admin = await server.login();
  const proxy = '198.51.100.1';
  for (const name of ['target', 'neighbour']) await addPerson(server, admin, name, []);
  const first = await signIn('target', personPassword, { address: '192.0.2.1' });
  const cookie = first.headers.getSetCookie().find((line) => line.startsWith('log-console-device='));
  assert.match(cookie ?? '', /; HttpOnly/);
  assert.match(cookie ?? '', /; SameSite=Lax/);
  assert.deepEqual(await guess('target', 5, { address: proxy }), [401, 401, 401, 401, 401]);
  await guessAway('target', { address: proxy });
  assert.equal((await signIn('target', personPassword, { address: proxy })).status, 429);
  assert.equal((await signIn('neighbour', personPassword, { address: proxy })).status, 200);
  assert.equal((await signIn('target', personPassword, { address: '192.0.2.1' })).status, 200);
  // The owner's known browser is not delayed, even at the address of the guesser.
  const known = cookie?.split(';')[0] ?? '';
  assert.equal((await signIn('target', personPassword, { address: proxy, cookie: known })).status, 200);
});

test('the cookie of a known device authenticates nobody and is valid for one account', async () => {
  const admin = await server.login();
  const address = '198.51.100.2';
  for (const name of ['one', 'two']) await addPerson(server, admin, name, []);
  const cookies = (await signIn('one', personPassword, { address: '192.0.2.1' })).headers.getSetCookie();
  const device = cookies.find((line) => line.startsWith('log-console-device='))?.split(';')[0] ?? '';
  assert.equal((await server.call('/users/one', { headers: { Cookie: device } })).status, 401);
  await guessAway('two', { address, cookie: device });
  assert.equal((await signIn('two', personPassword, { address, cookie: device })).status, 429);
  const forged = `log-console-device=${randomBytes(16).toString('base64url')}.${randomBytes(32).toString('base64url')}`;
  for (const cookie of [forged, 'log-console-device=', 'log-console-device=.', 'log-console-device=a.b.c'])
    assert.equal((await signIn('two', personPassword, { address, cookie })).status, 429);
  // Failed attempts from the known device are counted too.
  await guessAway('one', { address, cookie: device });
  assert.equal((await signIn('one', personPassword, { address, cookie: device })).status, 429);
});

test("the old password cannot be guessed in another user's open session", async () => {
  const admin = await server.login();
  const { id, session } = await addPerson(server, admin, 'away', []);
  await refused(async (at) => {
    const json = { old_password: `guess ${at}`, password: 'mine now' };
    return (await server.call(`/users/${id}/password`, { method: 'PUT', session, json })).status;
  }, 400);
});

test('the server derives the key of a password only once although every request sends the password', async (context) => {
  const admin = await costly.login();
  const { id } = await addPerson(costly, admin, 'script', []);
  const call = async (password: string) => (await costly.call('/users/script', basic('script', password))).status;
  // Even concurrent requests derive the key only once.
  const before = await cpuMsOf(costly.process.pid);
  const many = await Promise.all(Array.from({ length: 60 }, () => call(personPassword)));
  assert.deepEqual(new Set(many), new Set([200]));
  for (let at = 0; at < 60; at += 1) assert.equal(await call(personPassword), 200);
  const milliseconds = ((await cpuMsOf(costly.process.pid)) - before) / 120;
  context.diagnostic(`CPU per call: ${milliseconds.toFixed(1)} ms`);
  assert.ok(milliseconds < 20, `a call took ${milliseconds} ms of CPU time`);

  // Wrong passwords gain nothing from the cache, and a changed or disabled account is removed from it at once.
  assert.equal(await call('wrong'), 401);
  const put = (path: string, json?: unknown) =>
    costly.call(`/users/${id}/${path}`, { method: 'PUT', session: admin, ...(json === undefined ? {} : { json }) });
  assert.equal((await put('status/disabled')).status, 200);
  assert.equal(await call(personPassword), 401);
  assert.equal((await put('status/enabled')).status, 200);
  assert.equal(await call(personPassword), 200);
  assert.equal((await put('password', { password: 'another one' })).status, 204);
  assert.equal(await call(personPassword), 401);
  assert.equal(await call('another one'), 200);
  assert.equal((await costly.call('/users/script', { method: 'DELETE', session: admin })).status, 204);
  assert.equal(await call('another one'), 401);
});

test('cached credentials do not bypass the limit', async () => {
  const admin = await server.login();
  await addPerson(server, admin, 'busy', []);
  const call = async (password: string) => (await server.call('/users/busy', basic('busy', password))).status;
  assert.equal(await call(personPassword), 200);
  await refused((at) => call(`guess ${at}`), 401);
  await guessAway('busy');
  assert.equal(await call(personPassword), 429);
});

test('a sign-in with the old password that is running during the change fails', async () => {
  const admin = await costly.login();
  const { id } = await addPerson(costly, admin, 'racer', []);
  for (let round = 0; round < 4; round += 1) {
    const old = round === 0 ? personPassword : `password ${round - 1}`;
    const change = { method: 'PUT', session: admin, json: { password: `password ${round}` } } as const;
    const [login] = await Promise.all([signIn('racer', old, {}, costly), costly.call(`/users/${id}/password`, change)]);
    if (login.status !== 200) continue;
    const { session_id: session } = (await login.json()) as { session_id: string };
    assert.equal((await costly.call('/users/racer', { session })).status, 401);
  }
});
