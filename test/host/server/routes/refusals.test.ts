/** Requests of users without permission are refused; removing a user removes the user's data. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDocuments } from '../../../../host/server/store/index.js';
import { startTestServer, type CallInit, type TestServer } from '../../../server.js';
import { addPerson } from '../people.js';

let server: TestServer;
let admin: string;

before(async () => {
  server = await startTestServer();
  admin = await server.login();
});
after(() => server.stop());

const call = (session: string, path: string, init: CallInit = {}) => server.call(path, { session, ...init });
const post = (session: string, path: string, json: unknown) => call(session, path, { method: 'POST', json });

const user = (username: string, permissions: string[] = []) => addPerson(server, admin, username, permissions);

async function stream(title: string): Promise<string> {
  const made = await post(admin, '/streams', { title, index_set_id: '000000000000000000000101' });
  const { stream_id } = (await made.json()) as { stream_id: string };
  await post(admin, `/streams/${stream_id}/resume`, {});
  return stream_id;
}
const isPaused = async (id: string) =>
  ((await (await call(admin, `/streams/${id}`)).json()) as { disabled: boolean }).disabled;

test('bulk actions pause, resume and delete only streams for which the user has permission', async () => {
  const [first, second] = [await stream('first'), await stream('second')];
  const { session } = await user('bulk', [`streams:changestate:${first}`, `streams:read`]);
  const bulk = async (action: string) =>
    (await (await post(session, `/streams/bulk_${action}`, { entity_ids: [first, second] })).json()) as {
      successfully_performed: number;
      failures: { entity_id: string }[];
    };
  const paused = await bulk('pause');
  assert.equal(paused.successfully_performed, 1);
  assert.deepEqual(
    paused.failures.map(({ entity_id }) => entity_id),
    [second],
  );
  assert.deepEqual([await isPaused(first), await isPaused(second)], [true, false]);
  const deleted = await bulk('delete');
  assert.equal(deleted.successfully_performed, 0);
  assert.equal((await call(admin, `/streams/${first}`)).status, 200);
  assert.equal((await bulk('resume')).successfully_performed, 1);
});

test('only users with permission create, change and delete roles', async () => {
  const { session } = await user('plain');
  const role = { name: 'mine', description: null, permissions: [] as string[] };
  assert.equal((await post(session, '/roles', role)).status, 403);
  assert.equal((await call(admin, '/roles/mine')).status, 404);
  assert.equal((await post(admin, '/roles', role)).status, 201);
  assert.equal((await call(session, '/roles/mine', { method: 'PUT', json: role })).status, 403);
  assert.equal((await call(session, '/roles/mine', { method: 'DELETE' })).status, 403);
  assert.equal((await call(session, '/roles/mine/members/plain', { method: 'PUT', json: {} })).status, 403);
  assert.deepEqual(((await (await call(admin, '/roles/mine')).json()) as typeof role).permissions, []);
});

test('no response shows the secret of an input to a user who may only read it', async () => {
  const secret = 'a-very-secret-word';
  const configuration = { bind_address: '127.0.0.1', port: 0, tls_key_password: secret, max_chunk_size: 65536 };
  const type = 'org.graylog2.inputs.gelf.http.GELFHttpInput';
  const made = await post(admin, '/system/inputs', { title: 'secretive', type, global: true, configuration });
  assert.equal(made.status, 201, await made.text());
  const list = (await (await call(admin, '/system/inputs')).json()) as { inputs: { id: string; title: string }[] };
  const id = list.inputs.find(({ title }) => title === 'secretive')?.id ?? '';
  const { session } = await user('reader', ['inputs:read']);
  for (const path of [
    '/system/inputs',
    `/system/inputs/${id}`,
    '/system/inputstates',
    `/system/inputstates/${id}`,
    '/cluster/inputstates',
  ]) {
    const response = await call(session, path);
    const text = await response.text();
    assert.ok(response.ok, `${path} is readable: ${response.status}`);
    assert.match(text, /secretive/, path);
    assert.doesNotMatch(text, new RegExp(secret), path);
  }
  const edited = await (await call(admin, `/system/inputs/${id}`)).text();
  assert.match(edited, new RegExp(secret), 'a user who may edit the input sees its secret');
});

test('removing a user removes tokens, sessions and grants, so that a new user of the same name gets none of them', async () => {
  const { id, session } = await user('leaver');
  const { token } = (await (await post(session, `/users/${id}/tokens/t`, {})).json()) as { token: string };
  const searchId = '65e1a0c2d4b5f60718293a4b';
  const queryId = 'b7d1c1de-7d3e-4a4e-9f4e-1d6f4f6a0001';
  const query = { id: queryId, query: { type: 'elasticsearch', query_string: '' }, search_types: [] };
  await post(session, '/views/search', { id: searchId, queries: [query] });
  const state = { [queryId]: { widgets: [], widget_mapping: {}, positions: {} } };
  const made = await post(session, '/views', { type: 'SEARCH', title: 'left', search_id: searchId, state });
  const view = (await made.json()) as { id: string };
  const shared = async () =>
    (await (await post(admin, `/authz/shares/entities/grn::::search:${view.id}/prepare`, {})).json()) as {
      active_shares: { grantee: string }[];
    };
  assert.deepEqual(
    (await shared()).active_shares.map(({ grantee }) => grantee),
    [`grn::::user:${id}`],
  );
  assert.equal((await server.call('/users/leaver', { token })).status, 200);

  assert.equal((await call(admin, `/users/id/${id}`, { method: 'DELETE' })).status, 204);
  assert.deepEqual((await shared()).active_shares, []);
  assert.equal((await server.call('/users/leaver', { token })).status, 401);
  assert.equal((await call(session, '/users/leaver')).status, 401);
  const next = await user('leaver');
  assert.equal((await server.call('/users/leaver', { token })).status, 401);
  assert.equal((await call(next.session, `/views/${view.id}`)).status, 404);
  const { tokens } = (await (await call(next.session, `/users/${next.id}/tokens`)).json()) as { tokens: unknown[] };
  assert.deepEqual(tokens, []);
  await server.kill();
  const documents = await openDocuments({ directory: server.data });
  const left = ['tokens', 'grants', 'sessions', 'favorites', 'last_opened', 'list_preferences'].filter((name) =>
    JSON.stringify(documents.collection(name).all()).includes(id),
  );
  await documents.close();
  assert.deepEqual(left, [], 'no document of the removed user is stored');
  server = await startTestServer({ data: server.data });
});
