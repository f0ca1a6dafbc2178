/** What the share dialog asks before anything is shared. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ShareAnswer } from '../../../../api/contract/shares.js';
import type { View } from '../../../../api/contract/views.js';
import { startTestServer, type TestServer } from '../../../server.js';

const everyone = 'grn::::builtin-team:everyone';
const stream = '000000000000000000000001';
const queryId = '11111111-1111-4111-8111-111111111111';
let server: TestServer;
let admin: string;
const sessions: Record<string, string> = {};
const ids: Record<string, string> = {};
let target: string;

async function addUser(username: string): Promise<void> {
  const json = {
    username,
    password: 'a user password',
    email: `${username}@example.org`,
    first_name: username.toUpperCase(),
    last_name: 'Roe',
    permissions: [],
    roles: ['Reader', 'Dashboard Creator'],
  };
  assert.equal((await server.call('/users', { method: 'POST', session: admin, json })).status, 201);
  sessions[username] = await server.login(username, 'a user password');
  const user = (await (await server.call(`/users/${username}`, { session: admin })).json()) as { id: string };
  ids[username] = `grn::::user:${user.id}`;
}

before(async () => {
  server = await startTestServer();
  admin = await server.login();
  await addUser('ada');
  await addUser('bob');
  const role = { name: 'Everything readers', description: '', permissions: ['streams:read', 'users:list'] };
  assert.equal((await server.call('/roles', { method: 'POST', session: admin, json: role })).status, 201);
  const joined = await server.call('/roles/Everything%20readers/members/ada', {
    method: 'PUT',
    session: admin,
    json: {},
  });
  assert.ok(joined.ok, await joined.text());
  const search = {
    id: 'aaaaaaaaaaaaaaaaaaaaaaaa',
    queries: [{ id: queryId, filter: { type: 'stream', id: stream }, search_types: [] }],
  };
  const session = sessions['ada'] ?? '';
  assert.equal((await server.call('/views/search', { method: 'POST', session, json: search })).status, 201);
  const state = { [queryId]: { widgets: [], widget_mapping: {}, positions: {} } };
  const view = { type: 'DASHBOARD', title: 'Board', search_id: search.id, state };
  const made = await server.call('/views', { method: 'POST', session, json: view });
  assert.equal(made.status, 200, await made.clone().text());
  target = `grn::::dashboard:${((await made.json()) as View).id}`;
});
after(() => server.stop());

const prepare = (username: string, json: object | undefined, entity = target) =>
  server.call(`/authz/shares/entities/${encodeURIComponent(entity)}/prepare`, {
    method: 'POST',
    session: username === 'admin' ? admin : (sessions[username] ?? ''),
    ...(json && { json }),
  });
const answered = async (username: string, json: object | undefined): Promise<ShareAnswer> => {
  const response = await prepare(username, json);
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as ShareAnswer;
};

test('an owner learns with whom it may be shared, and what they could not read of it', async () => {
  const first = await answered('ada', {});
  assert.deepEqual(
    [first.entity, first.sharing_user, first.active_shares, first.selected_grantee_capabilities],
    [target, ids['ada'], [], {}],
  );
  assert.deepEqual(
    first.available_capabilities.map(({ id, title }) => `${id} ${title}`),
    ['view Viewer', 'manage Manager', 'own Owner'],
  );
  const grantees = first.available_grantees.map(({ id }) => id);
  assert.ok(grantees.includes(ids['bob'] ?? '') && grantees.includes(everyone) && !grantees.includes(ids['ada'] ?? ''));
  assert.equal(first.available_grantees.find(({ id }) => id === ids['bob'])?.title, 'BOB Roe');

  const bob = ids['bob'] ?? '';
  const chosen = await answered('ada', { selected_grantee_capabilities: { [bob]: 'view' } });
  assert.deepEqual(chosen.selected_grantee_capabilities, { [bob]: 'view' });
  assert.deepEqual(
    chosen.missing_permissions_on_dependencies[bob]?.map(({ id, type }) => [id, type]),
    [[`grn::::stream:${stream}`, 'stream']],
  );
  assert.equal(chosen.validation_result.failed, false);
  // Nothing was written.
  assert.deepEqual((await answered('ada', undefined)).active_shares, []);
});

test('the last owner cannot be left out by somebody else', async () => {
  const shown = await answered('admin', {});
  assert.deepEqual(
    shown.active_shares.map(({ grantee, capability }) => [grantee, capability]),
    [[ids['ada'], 'own']],
  );
  const {
    failed,
    errors,
    error_context: context,
  } = (await answered('admin', { selected_grantee_capabilities: {} })).validation_result;
  assert.equal(failed, true);
  assert.match(
    errors['selected_grantee_capabilities']?.[0] ?? '',
    /^Removing the following owners <ADA Roe> will leave the entity ownerless\.$/,
  );
  assert.deepEqual(context['selected_grantee_capabilities'], [ids['ada']]);
  const handed = { selected_grantee_capabilities: { [ids['bob'] ?? '']: 'own' } };
  assert.equal((await answered('admin', handed)).validation_result.failed, false);
});

test('only owners may ask; what names no entity or no capability is refused', async () => {
  assert.equal((await prepare('bob', {})).status, 403);
  assert.equal((await prepare('admin', {}, 'nonsense')).status, 400);
  assert.equal((await prepare('ada', { selected_grantee_capabilities: { [everyone]: 'rule' } })).status, 400);
});

test('sharing with everyone can be turned off', async () => {
  const path = '/system/cluster_config/org.graylog2.users.UserAndTeamsConfig';
  const json = { allow_sharing_with_everyone: false, allow_sharing_with_users: true };
  assert.ok((await server.call(path, { method: 'PUT', session: admin, json })).ok);
  const { available_grantees: grantees } = await answered('ada', {});
  assert.ok(!grantees.some(({ id }) => id === everyone) && grantees.some(({ id }) => id === ids['bob']));
});
