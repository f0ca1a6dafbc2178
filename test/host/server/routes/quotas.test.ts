/** A user without roles has quotas; every exceeded limit is reported, and other users are not affected. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { quotas } from '../../../../host/server/entities/quotas.js';
import { startTestServer, type CallInit, type TestServer } from '../../../server.js';
import { addPerson } from '../people.js';

let server: TestServer;
let admin: string;
let session: string;
let userId: string;
const queryId = 'b7d1c1de-7d3e-4a4e-9f4e-1d6f4f6a0001';
const name = 'filler';

before(async () => {
  server = await startTestServer();
  admin = await server.login();
  ({ id: userId, session } = await addPerson(server, admin, name, []));
});
after(() => server.stop());

const call = (path: string, init: CallInit = {}) => server.call(path, { session, ...init });
const send = (method: string, path: string, json: unknown) => call(path, { method, json });
const idOf = (at: number) => at.toString(16).padStart(24, '0');
const search = (id: string, filling = 0) => ({
  id,
  queries: [{ id: queryId, query: { type: 'elasticsearch', query_string: 'x'.repeat(filling) }, search_types: [] }],
});
const view = (search_id: string, more: object = {}) => ({
  type: 'SEARCH',
  title: 'A view',
  search_id,
  state: { [queryId]: { widgets: [], widget_mapping: {}, positions: {} } },
  ...more,
});
/** Sends requests in concurrent batches of 25 and returns the responses in order. */
async function inBatches<T>(from: number, to: number, send: (at: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (let at = from; at < to; at += 25)
    answers.push(...(await Promise.all(Array.from({ length: Math.min(25, to - at) }, (_, more) => send(at + more)))));
  return answers;
}

async function bodyText(response: Promise<Response>, status: number): Promise<string> {
  const received = await response;
  const text = await received.text();
  assert.equal(received.status, status, text.slice(0, 500));
  return text;
}

test('the oldest unsaved searches are deleted, saved searches never', async () => {
  for (const id of [idOf(0), idOf(1)]) assert.equal((await send('POST', '/views/search', search(id))).status, 201);
  assert.equal((await send('POST', '/views', view(idOf(0)))).status, 200);
  const made = await inBatches(2, quotas.unsavedSearches + 10, (at) => send('POST', '/views/search', search(idOf(at))));
  assert.ok(made.every(({ status }) => status === 201));
  assert.equal((await call(`/views/search/${idOf(0)}`)).status, 200, 'the saved search exists');
  assert.equal((await call(`/views/search/${idOf(1)}`)).status, 404, 'the oldest unsaved search is deleted');
  assert.equal((await call(`/views/search/${idOf(quotas.unsavedSearches)}`)).status, 200);
  const list = (await (await call('/views/search')).json()) as { id: string }[];
  assert.equal(list.length, quotas.unsavedSearches + 1);
});

test('the total size of the searches of one user is limited, also for concurrent requests', async () => {
  const filling = quotas.oneSearchBytes - 4096;
  const most = Math.floor(quotas.searchBytes / filling);
  for (let at = 0; at < most + 4; at += 4) {
    const answers = await Promise.all(
      [0, 1, 2, 3].map((more) => send('POST', '/views/search', search(idOf(5000 + at + more), filling))),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201, 201],
    );
  }
  const list = (await (await call('/views/search')).json()) as unknown[];
  assert.ok(JSON.stringify(list).length <= quotas.searchBytes);
  assert.equal((await call(`/views/search/${idOf(0)}`)).status, 200, 'the saved search exists');
});

test('a search or view beyond the size limit is refused with the limit', async () => {
  const tooLarge = await bodyText(send('POST', '/views/search', search(idOf(9001), quotas.oneSearchBytes)), 413);
  assert.match(tooLarge, /This search takes 4\d\d KiB; at most 448 KiB are kept\. Use fewer widgets/);
  const properties = {
    state: {
      [queryId]: {
        widgets: [],
        widget_mapping: {},
        positions: {},
        titles: { widget: { a: 'x'.repeat(quotas.oneViewBytes) } },
      },
    },
  };
  assert.match(
    await bodyText(send('POST', '/views', view(idOf(0), properties)), 413),
    /This saved search takes 4\d\d KiB/,
  );
  for (const field of ['title', 'summary', 'description']) {
    const text = await bodyText(send('POST', '/views', view(idOf(0), { [field]: 'x'.repeat(20_000) })), 400);
    assert.match(text, new RegExp(`"${field}":\\[{"error":"must not be longer than`));
  }
});

test('the number of saved searches is limited', async () => {
  const answers = await inBatches(1, quotas.views, () => send('POST', '/views', view(idOf(0))));
  assert.ok(answers.every(({ status }) => status === 200));
  const text = await bodyText(send('POST', '/views', view(idOf(0))), 413);
  assert.match(text, /At most 500 saved searches and dashboards are kept for one user\. Delete some on the pages/);
});

test('the sizes or numbers of preferences, lists, favorites, tokens and start pages are limited', async () => {
  const big = { theme: 'x'.repeat(quotas.preferencesBytes) };
  assert.match(
    await bodyText(send('PUT', `/users/${name}/preferences`, { preferences: big }), 413),
    /The preferences takes? 6\d KiB/,
  );
  assert.equal((await send('PUT', `/users/${name}/preferences`, { preferences: { theme: 'x' } })).status, 204);

  const columns = { displayed_attributes: ['x'.repeat(quotas.listPreferencesBytes)] };
  await bodyText(send('POST', '/entitylists/preferences/a', columns), 413);
  const kept = await inBatches(0, quotas.listPreferences, (at) =>
    send('POST', `/entitylists/preferences/list${at}`, { per_page: 10 }),
  );
  assert.ok(kept.every(({ ok }) => ok));
  assert.match(
    await bodyText(send('POST', '/entitylists/preferences/more', { per_page: 10 }), 413),
    /At most 100 lists/,
  );
  assert.ok(
    (await send('POST', '/entitylists/preferences/list0', { per_page: 20 })).ok,
    'an existing entry can still be changed at the limit',
  );

  const marked = await inBatches(0, quotas.favorites, (at) =>
    call(`/favorites/${encodeURIComponent(`grn::::search:${idOf(at)}`)}`, { method: 'PUT' }),
  );
  assert.ok(marked.every(({ ok }) => ok));
  const more = call(`/favorites/${encodeURIComponent(`grn::::search:${idOf(77_777)}`)}`, { method: 'PUT' });
  assert.match(await bodyText(more, 413), /At most 500 favorites/);

  const tokens = await Promise.all(
    Array.from({ length: quotas.tokens + 5 }, (_, at) => send('POST', `/users/${userId}/tokens/t${at}`, {})),
  );
  assert.equal(tokens.filter(({ ok }) => ok).length, quotas.tokens);
  assert.match(await bodyText(send('POST', `/users/${userId}/tokens/more`, {}), 413), /At most 100 access tokens/);
  const startpage = { type: 'search', id: 'x'.repeat(1000) };
  assert.match(await bodyText(send('PUT', `/users/${userId}`, { startpage }), 400), /startpage\.id/);
});

test('the server restarts with quotas that are used up, and other users can store searches', async () => {
  const { data } = server;
  await server.kill();
  server = await startTestServer({ data });
  admin = await server.login();
  session = admin;
  assert.equal((await call(`/views/search/${idOf(0)}`)).status, 200);
  assert.equal((await send('POST', '/views/search', search(idOf(700_000)))).status, 201);
});
