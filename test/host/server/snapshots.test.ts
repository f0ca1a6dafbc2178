/** Users with permission create, list and revoke snapshots on a real server, and a link shows the stored results. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Search } from '../../../api/contract/searches.js';
import type { Snapshot, SnapshotContent } from '../../../api/contract/snapshots.js';
import type { View } from '../../../api/contract/views.js';
import { storeDashboard } from '../../e2e/stored-dashboard.js';
import { startTestServer, type TestServer } from '../../server.js';
import { putMessages } from './messages-input.js';
import { addPerson } from './people.js';

type Made = Snapshot & { readonly token: string };

const data = mkdtempSync(join(tmpdir(), 'log-console-snapshots-'));
let server: TestServer;
let session: string;
let view: View;
let search: Search;

before(async () => {
  server = await startTestServer({ data });
  session = await server.login();
  await putMessages(server, session, [
    { host: 'web-1', short_message: 'payment accepted', _big: 9007199254740993n },
    // Random text cannot be compressed, so each snapshot is large enough for a separate file.
    { host: 'web-2', short_message: 'payment refused', _noise: randomBytes(24_000).toString('base64') },
    { host: 'web-2', short_message: 'old', _unseen: 1, timestamp: Date.now() / 1000 - 86_400 },
  ]);
  const position = { col: 1, row: 1, width: 4, height: 3 };
  const { id } = await storeDashboard(server, session, 'Payments', [
    {
      title: 'Page',
      widgets: [
        { title: 'Count', config: {}, position },
        { title: 'Rows', config: 'messages', position: { ...position, col: 5 } },
      ],
    },
  ]);
  view = (await (await server.call(`/views/${id}`, { session })).json()) as View;
  search = (await (await server.call(`/views/search/${view.search_id}`, { session })).json()) as Search;
});
after(async () => {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
});

const request = (more: object = {}) => ({ title: 'Payments at noon', view_id: view.id, view, hours: 1, ...more });
const post = (json: unknown, by = session) => server.call('/snapshots', { method: 'POST', json, session: by });
async function made(more: object = {}, by = session): Promise<Made> {
  const answer = await post(request(more), by);
  assert.equal(answer.status, 201, await answer.clone().text());
  return (await answer.json()) as Made;
}
const open = (token: string) => fetch(`${server.url}/api/snapshots/opened/${encodeURIComponent(token)}`);
const page = (token: string) => fetch(`${server.url}/snapshot/${token}`);
const listed = async (by: string) =>
  ((await (await server.call('/snapshots', { session: by })).json()) as { snapshots: Snapshot[] }).snapshots;

async function account(username: string, roles: readonly string[] = ['Reader']): Promise<string> {
  const person = { email: `${username}@example.org`, first_name: 'S', last_name: 'T', permissions: [] };
  const json = { username, password: 'a long password', ...person, roles };
  assert.equal((await server.call('/users', { method: 'POST', session, json })).status, 201);
  return server.login(username, 'a long password');
}

test('a snapshot link shows the results of its creation without an account, and no later messages', async () => {
  const { token, ...snapshot } = await made();
  assert.deepEqual([snapshot.title, snapshot.created_by, snapshot.opened], ['Payments at noon', 'admin', 0]);
  await putMessages(server, session, [{ host: 'web-3', short_message: 'payment that came too late' }]);
  const answer = await open(token);
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  assert.match(text, /payment accepted/);
  assert.match(text, /9007199254740993/);
  assert.doesNotMatch(text, /came too late/);
  const content = JSON.parse(text) as SnapshotContent;
  assert.equal(content.created_by, 'Administrator');
  assert.equal(Object.keys(content.results).length, search.queries.length);
  assert.ok(content.range && content.range.from < content.range.to);
  assert.ok(content.fields.some(({ name }) => name === 'source'));
  assert.ok(!content.fields.some(({ name }) => name === 'unseen'), 'fields that no widget shows are omitted');
  assert.doesNotMatch(text, /token/);

  const html = await page(token);
  assert.equal(html.headers.get('referrer-policy'), 'no-referrer');
  assert.equal(html.headers.get('x-robots-tag'), 'noindex, nofollow');
  assert.match(html.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  const [own] = (await listed(session)).filter(({ id }) => id === snapshot.id);
  assert.equal(own?.opened, 1);
  assert.ok(!JSON.stringify(await listed(session)).includes(token), 'no list contains the token');
  assert.ok(!JSON.stringify(server.output()).includes(token), 'the log does not contain the token');
  assert.match(JSON.stringify(server.output()), /A snapshot was made/);
  assert.match(await (await server.call('/system/metrics', { session })).text(), /log-console\.snapshots\.live/);
});

test('a snapshot contains no data that its creator may not read, and cannot be created of an unreadable view', async () => {
  const stranger = await account('stranger');
  const of = async (more: object) => (await post(request(more), stranger)).status;
  assert.equal(await of({}), 403, 'a view that is not shared cannot be captured');
  assert.equal(await of({ view_id: undefined }), 403, 'a search that is not shared cannot be captured');
  const everything = '000000000000000000000001';
  const named = {
    ...search,
    id: '5e0000000000000000000001',
    queries: search.queries.map((query) => ({
      ...query,
      filter: { type: 'or', filters: [{ type: 'stream', id: everything }] },
    })),
  };
  const stored = await server.call('/views/search', { method: 'POST', session: stranger, json: named });
  assert.equal(stored.status, 403);
  const plain = { ...search, id: '5e0000000000000000000002' };
  assert.equal((await server.call('/views/search', { method: 'POST', session: stranger, json: plain })).status, 201);
  const own = { ...view, search_id: plain.id };
  const answer = await post(request({ view_id: undefined, view: own }), stranger);
  if (answer.status === 201) {
    const { token } = (await answer.json()) as Made;
    assert.doesNotMatch(
      await (await open(token)).text(),
      /payment/,
      'the snapshot of a user without streams contains no message',
    );
  } else assert.equal(answer.status, 403);

  // Somebody who may read all messages cannot file results of an own search under a view that is not shared.
  const { session: reader } = await addPerson(server, session, 'reader', ['streams:read']);
  const third = { ...search, id: '5e0000000000000000000003' };
  assert.equal((await server.call('/views/search', { method: 'POST', session: reader, json: third })).status, 201);
  const captured = async (view_id: string | undefined) =>
    (await post(request({ view_id, view: { ...view, search_id: third.id } }), reader)).status;
  assert.deepEqual([await captured(view.id), await captured(undefined)], [403, 201]);
});

test('creators and administrators list and revoke snapshots; a link ends by revocation, expiry and deletion of the account', async () => {
  const reader = await account('rita', ['Admin']);
  const other = await account('otto');
  const snapshot = await made({}, reader);
  assert.deepEqual(await listed(other), []);
  assert.ok(
    (await listed(session)).some(({ id }) => id === snapshot.id),
    'administrators see the snapshots of all users',
  );
  const revoke = (id: string, by: string) => server.call(`/snapshots/${id}`, { method: 'DELETE', session: by });
  assert.equal((await revoke(snapshot.id, other)).status, 403);
  assert.equal((await revoke(snapshot.id, session)).status, 204);
  assert.equal((await revoke(snapshot.id, session)).status, 404);
  assert.equal((await open(snapshot.token)).status, 404);
  const gone = await page(snapshot.token);
  // Without a built page, the test server answers 503 instead of 404.
  assert.ok(gone.status === 404 || gone.status === 503, String(gone.status));

  const orphan = await made({}, reader);
  assert.equal((await open(orphan.token)).status, 200);
  const { id } = (await (await server.call('/users/rita', { session })).json()) as { id: string };
  assert.equal((await server.call(`/users/id/${id}`, { method: 'DELETE', session })).status, 204);
  assert.equal((await open(orphan.token)).status, 404, 'a link does not work after the deletion of its creator');
});

test('who may list the snapshots of others cannot revoke them, and who may revoke them sees none', async () => {
  const { id } = await made();
  const statuses: (readonly [seen: boolean, revoked: number])[] = [];
  for (const right of ['users:tokenlist', 'users:tokenremove']) {
    const { session: by } = await addPerson(server, session, right.replace(':', '-'), [right]);
    const seen = (await listed(by)).some((one) => one.id === id);
    statuses.push([seen, (await server.call(`/snapshots/${id}`, { method: 'DELETE', session: by })).status]);
  }
  assert.deepEqual(statuses, [
    [true, 403],
    [false, 204],
  ]);
});

test('no link of a disabled account opens or is listed, and the next sweep removes them with their files', async () => {
  const dora = await account('dora', ['Admin']);
  const snapshot = await made({}, dora);
  const { id } = (await (await server.call('/users/dora', { session })).json()) as { id: string };
  const filesOf = () =>
    readdirSync(join(data, 'documents'), { recursive: true })
      .map((name) => join(data, 'documents', String(name)))
      .filter((path) => path.endsWith('.json') && readFileSync(path, 'utf8').includes(`"${snapshot.id}"`));
  const rows: readonly (readonly [path: string, status: number])[] = [
    [`/snapshots/opened/${snapshot.token}`, 404],
    [`/snapshots/${snapshot.id}`, 404],
  ];
  assert.equal((await open(snapshot.token)).status, 200);
  assert.equal(filesOf().length, 1);
  const disabled = await server.call(`/users/${id}/status/disabled`, { method: 'PUT', session });
  assert.ok(disabled.ok, await disabled.text());
  for (const [path, status] of rows) {
    const method = path.includes('opened') ? 'GET' : 'DELETE';
    assert.equal((await server.call(path, { method, ...(method === 'DELETE' && { session }) })).status, status, path);
  }
  assert.ok([404, 503].includes((await page(snapshot.token)).status));
  assert.ok(!(await listed(session)).some((one) => one.id === snapshot.id));
  // Creating a snapshot first removes invalid snapshots.
  await made();
  assert.deepEqual(filesOf(), []);
  const enabled = await server.call(`/users/${id}/status/enabled`, { method: 'PUT', session });
  assert.ok(enabled.ok, await enabled.text());
  assert.equal((await open(snapshot.token)).status, 404, 'enabling the account does not restore the link');
});

test('invalid snapshot requests are refused with an explanation, and wrong links are answered with 404', async () => {
  const refused: readonly (readonly [object, number, RegExp])[] = [
    [{ hours: 0 }, 400, /hours/],
    [{ hours: 100_000 }, 400, /hours/],
    [{ title: '' }, 400, /title/],
    [{ view_id: '../../users' }, 404, /no view/],
    [{ view: { ...view, search_id: "' OR 1=1" } }, 404, /search/i],
    [{ view: { ...view, state: { other: Object.values(view.state)[0] } } }, 400, /missing query/],
  ];
  for (const [more, status, text] of refused) {
    const answer = await post(request(more));
    assert.equal(answer.status, status, JSON.stringify(more).slice(0, 100));
    assert.match(await answer.text(), text);
  }
  for (const token of ['x', '%00', 'a'.repeat(900), 'é', '__proto__', 'constructor'])
    assert.ok([404, 400].includes((await open(token)).status), token);
});

test('a snapshot with a damaged file is answered with 404', async () => {
  const { token, id } = await made();
  const folder = join(data, 'documents');
  const torn = readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => path.endsWith('.json') && readFileSync(path, 'utf8').includes(`"${id}"`));
  assert.equal(torn.length, 1);
  // The server caches documents, so it reads the damaged file only after a restart.
  await server.stop();
  for (const path of torn) writeFileSync(path, readFileSync(path, 'utf8').slice(0, 500));
  server = await startTestServer({ data });
  session = await server.login();
  assert.equal((await open(token)).status, 404);
});
