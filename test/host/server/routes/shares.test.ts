/** Sharing an entity returns the data of the dialog, stores grants, and takes effect immediately. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ShareAnswer, SharedEntities } from '../../../../api/contract/shares.js';
import type { View } from '../../../../api/contract/views.js';
import { newEntityId } from '../../../../host/server/foundation/ids.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { addPerson } from '../people.js';

const everyone = 'grn::::builtin-team:everyone';
const stream = '000000000000000000000001';
const queryId = '11111111-1111-4111-8111-111111111111';
let server: TestServer;
let admin: string;
const sessions: Record<string, string> = {};
const ids: Record<string, string> = {};
let target: string;

async function addUser(username: string): Promise<void> {
  const names = { first_name: username.toUpperCase(), last_name: 'Roe' };
  const { id, session } = await addPerson(server, admin, username, [], ['Reader', 'Dashboard Creator'], names);
  sessions[username] = session;
  ids[username] = `grn::::user:${id}`;
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
  const people = { name: 'People', description: '', permissions: ['users:list'] };
  assert.equal((await server.call('/roles', { method: 'POST', session: admin, json: people })).status, 201);
  const joining = await server.call('/roles/People/members/bob', { method: 'PUT', session: admin, json: {} });
  assert.ok(joining.ok, await joining.text());
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

test('the server shows owners the possible grantees, and the dependencies that these could not read', async () => {
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
  // The preceding request has stored nothing.
  assert.deepEqual((await answered('ada', undefined)).active_shares, []);
});

test('the server counts the streams that grantees of a dashboard over all streams may read', async () => {
  const session = sessions['ada'] ?? '';
  const made = async (streams: readonly string[]): Promise<string> => {
    const type = { id: 'messages', type: 'messages', streams };
    const search = { id: newEntityId(), queries: [{ id: queryId, search_types: [type] }] };
    assert.equal((await server.call('/views/search', { method: 'POST', session, json: search })).status, 201);
    const state = { [queryId]: { widgets: [], widget_mapping: {}, positions: {} } };
    const json = { type: 'DASHBOARD', title: 'All', search_id: search.id, state };
    const response = await server.call('/views', { method: 'POST', session, json });
    // Cast: the answer is unknown JSON, and the server answers with the created view.
    return `grn::::dashboard:${((await response.json()) as View).id}`;
  };
  const bob = ids['bob'] ?? '';
  const limits = async (entity: string, grantee: string) => {
    const response = await prepare('ada', { selected_grantee_capabilities: { [grantee]: 'view' } }, entity);
    assert.equal(response.status, 200);
    // Cast: the answer is unknown JSON, whose members the test compares.
    return ((await response.json()) as ShareAnswer).stream_limits;
  };
  const all = await made([]);
  const found = await limits(all, bob);
  const of = found?.[bob]?.of ?? 0;
  assert.ok(of >= 1, 'Ada may read streams');
  assert.deepEqual(found, { [bob]: { readable: 0, of } });
  assert.deepEqual(await limits(all, everyone), { [everyone]: { readable: 0, of } });
  assert.deepEqual(await limits(all, 'grn::::user:unknown'), {});
  assert.deepEqual(await limits(all, 'grn::::user:local:admin'), {}, 'an administrator may read all streams by role');
  const owned: string[] = [];
  for (let at = 0; at < 12; at += 1) {
    const json = { title: `Own ${at}`, description: '', index_set_id: '000000000000000000000101', rules: [] };
    const response = await server.call('/streams', { method: 'POST', session: admin, json });
    assert.equal(response.status, 201, await response.clone().text());
    // Cast: the answer is unknown JSON, and the server answers with the id of the created stream.
    owned.push(`grn::::stream:${((await response.json()) as { stream_id: string }).stream_id}`);
  }
  for (const entity of owned) {
    const json = { selected_grantee_capabilities: { [ids['ada'] ?? '']: 'own' } };
    const path = `/authz/shares/entities/${encodeURIComponent(entity)}`;
    assert.equal((await server.call(path, { method: 'POST', session: admin, json })).status, 200);
  }
  const offer = (await limits(all, bob))?.[bob];
  assert.equal(offer?.sharable_total, 12, 'only the streams that Ada owns are offered');
  assert.equal(offer.sharable?.length, 10, 'the list is bounded');
  assert.ok(
    offer.sharable?.every(({ id, type, title }) => owned.includes(id) && type === 'stream' && /^Own/.test(title)),
  );
  assert.equal(await limits(await made([stream]), bob), undefined, 'the streams of this dashboard are listed instead');
});

test('another owner cannot remove the last owner', async () => {
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

test('only owners may request shares, and the server refuses unknown entities and capabilities', async () => {
  assert.equal((await prepare('bob', {})).status, 403);
  assert.equal((await prepare('admin', {}, 'nonsense')).status, 400);
  assert.equal((await prepare('ada', { selected_grantee_capabilities: { [everyone]: 'rule' } })).status, 400);
});

const share = (username: string, selection: object | undefined, entity = target) =>
  server.call(`/authz/shares/entities/${encodeURIComponent(entity)}`, {
    method: 'POST',
    session: username === 'admin' ? admin : (sessions[username] ?? ''),
    json: selection === undefined ? {} : { selected_grantee_capabilities: selection },
  });
async function shared(username: string, selection: object, entity = target): Promise<ShareAnswer> {
  const response = await share(username, selection, entity);
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as ShareAnswer;
}
const idOf = (entity: string): string => entity.split(':').at(-1) ?? '';
/** Returns the statuses of reading, changing and executing a view and of requesting its shares. */
async function may(username: string, entity = target): Promise<number[]> {
  const session = sessions[username] ?? '';
  const path = `/views/${idOf(entity)}`;
  const view = (await (await server.call(path, { session: sessions['ada'] ?? '' })).json()) as View;
  const answers = [
    await server.call(path, { session }),
    await server.call(path, { method: 'PUT', session, json: view }),
    await server.call(`/views/search/${view.search_id}`, { session }),
    await prepare(username, {}, entity),
  ];
  return answers.map(({ status }) => status);
}

test('viewers read, managers write, owners share; revocation applies at once', async () => {
  const bob = ids['bob'] ?? '';
  assert.deepEqual(await may('bob'), [404, 404, 403, 403]);
  const answer = await shared('ada', { [bob]: 'view' });
  assert.deepEqual(
    answer.active_shares.map(({ grantee, capability }) => [grantee, capability]),
    [[bob, 'view']],
  );
  assert.match(answer.active_shares[0]?.grant ?? '', /^grn::::grant:[0-9a-f]{24}$/);
  assert.deepEqual(await may('bob'), [200, 403, 200, 403]);
  const listed = await server.call('/dashboards', { session: sessions['bob'] ?? '' });
  assert.match(await listed.text(), new RegExp(idOf(target)));

  const changed = await shared('ada', { [bob]: 'manage' });
  assert.equal(
    changed.active_shares[0]?.grant,
    answer.active_shares[0]?.grant,
    'changing a capability keeps the id of the grant',
  );
  assert.deepEqual(await may('bob'), [200, 200, 200, 403]);
  const path = `/views/${idOf(target)}`;
  assert.equal((await server.call(path, { method: 'DELETE', session: sessions['bob'] ?? '' })).status, 403);

  await shared('ada', { [bob]: 'own' });
  assert.deepEqual(await may('bob'), [200, 200, 200, 200]);
  // An owner may remove other owners, but not themselves.
  assert.deepEqual((await shared('bob', {})).active_shares, []);
  assert.equal((await prepare('ada', {})).status, 403);
  await shared('bob', { [ids['ada'] ?? '']: 'own' });

  await shared('ada', {});
  assert.deepEqual(await may('bob'), [404, 404, 403, 403]);
  // A request without a selection changes nothing.
  await shared('ada', { [everyone]: 'view' });
  assert.deepEqual(await may('bob'), [200, 403, 200, 403]);
  const kept = (await (await share('ada', undefined)).json()) as ShareAnswer;
  assert.deepEqual(kept.selected_grantee_capabilities, { [everyone]: 'view' });
  await shared('ada', {});
  assert.deepEqual(await may('bob'), [404, 404, 403, 403]);
});

test('an entity keeps its last owner, unknown grantees cannot become owners, and only owners may share', async () => {
  const ada = ids['ada'] ?? '';
  for (const selection of [{}, { [ada]: 'manage' }, { 'grn::::user:ffffffffffffffffffffffff': 'own' }]) {
    const refused = await share('admin', selection);
    assert.equal(refused.status, 400);
    const answer = (await refused.json()) as ShareAnswer;
    assert.equal(answer.validation_result.failed, true);
    assert.deepEqual(answer.selected_grantee_capabilities, selection);
    assert.deepEqual(
      answer.active_shares.map(({ grantee, capability }) => [grantee, capability]),
      [[ada, 'own']],
    );
  }
  // The caller's own account is not in the selection, and unknown accounts are left out.
  const bob = ids['bob'] ?? '';
  const answer = await shared('ada', { [ada]: 'view', [bob]: 'view', 'grn::::user:ffffffffffffffffffffffff': 'view' });
  assert.deepEqual(
    answer.active_shares.map(({ grantee }) => grantee),
    [bob],
  );
  assert.deepEqual(await may('ada'), [200, 200, 200, 200]);
  assert.equal((await share('bob', { [bob]: 'own' })).status, 403);
  assert.equal((await share('admin', {}, 'grn::::dashboard:ffffffffffffffffffffffff')).status, 404);
  assert.equal(
    (await share('admin', {}, target.replace('dashboard', 'search'))).status,
    404,
    'a dashboard cannot be shared under the type of a search',
  );
  await shared('ada', {});
});

test('after concurrent updates there is one grant per grantee, and an owner', async () => {
  const [ada = '', bob = ''] = [ids['ada'], ids['bob']];
  await Promise.all(Array.from({ length: 8 }, (_item, index) => share('ada', { [bob]: index % 2 ? 'view' : 'own' })));
  const { active_shares: shares } = (await (await prepare('admin', {})).json()) as ShareAnswer;
  assert.deepEqual(shares.map(({ grantee }) => grantee).sort(), [ada, bob].sort());
  // Two owners take each other's capability; only the first call succeeds.
  await shared('admin', { [ada]: 'own', [bob]: 'own' });
  const both = await Promise.all([share('ada', { [bob]: 'view' }), share('bob', { [ada]: 'view' })]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 403]);
  await shared('admin', { [ada]: 'own' });
});

test('the server records new and removed shares for the users concerned; deleted entities and users leave no shares', async () => {
  const bob = ids['bob'] ?? '';
  const activities = async () => {
    const answer = await server.call('/startpage/recentActivity?per_page=50', { session: sessions['bob'] ?? '' });
    return ((await answer.json()) as { recentActivity: { activity_type: string; item_grn: string }[] }).recentActivity;
  };
  const before = (await activities()).length;
  await shared('ada', { [bob]: 'view' });
  await shared('ada', { [bob]: 'manage' });
  await shared('ada', {});
  const [last, first, ...rest] = await activities();
  assert.deepEqual(
    [first?.activity_type, last?.activity_type, first?.item_grn, rest.length],
    ['share', 'unshare', target, before],
  );

  await addUser('eve');
  await shared('ada', { [ids['eve'] ?? '']: 'own', [bob]: 'view' });
  // Eve sees only the grantee "everyone", so she changes no other user's share.
  assert.deepEqual((await shared('eve', {})).active_shares, []);
  assert.deepEqual(
    [
      (await prepare('ada', {})).status,
      (await server.call(`/views/${idOf(target)}`, { session: sessions['bob'] ?? '' })).status,
    ],
    [200, 200],
  );
  assert.equal((await server.call('/users/eve', { method: 'DELETE', session: admin })).status, 204);
  assert.deepEqual(
    (await answered('ada', {})).active_shares.map(({ grantee }) => grantee),
    [bob],
  );
  await shared('ada', {});
});

test('the server lists entities shared with a user: highest capability, searched, filtered and paged', async () => {
  const session = sessions['ada'] ?? '';
  const made: string[] = [];
  for (const title of ['Alpha board', 'beta board', 'Gamma']) {
    const search_id = 'aaaaaaaaaaaaaaaaaaaaaaaa';
    const state = { [queryId]: { widgets: [], widget_mapping: {}, positions: {} } };
    const type = title === 'Gamma' ? 'SEARCH' : 'DASHBOARD';
    const answer = await server.call('/views', { method: 'POST', session, json: { type, title, search_id, state } });
    made.push(`grn::::${type.toLowerCase()}:${((await answer.json()) as View).id}`);
  }
  const [alpha = '', beta = '', gamma = ''] = made;
  const bob = ids['bob'] ?? '';
  await shared('ada', { [bob]: 'manage', [everyone]: 'view' }, alpha);
  await shared('ada', { [everyone]: 'view' }, beta);
  await shared('ada', { [bob]: 'own' }, gamma);
  const list = async (query: string, as = 'bob') => {
    const path = `/authz/shares/user/${idOf(bob)}?${query}`;
    const answer = await server.call(path, { session: as === 'admin' ? admin : (sessions[as] ?? '') });
    assert.equal(answer.status, 200, await answer.clone().text());
    return (await answer.json()) as SharedEntities;
  };
  const all = await list('');
  assert.deepEqual(
    [all.total, all.grand_total, all.entities.map(({ id, title, type }) => [id, title, type])],
    [
      3,
      3,
      [
        [alpha, 'Alpha board', 'dashboard'],
        [beta, 'beta board', 'dashboard'],
        [gamma, 'Gamma', 'search'],
      ],
    ],
  );
  assert.deepEqual(all.entities[0]?.owners, [{ id: ids['ada'], type: 'user', title: 'ADA Roe' }]);
  assert.deepEqual(all.context?.grantee_capabilities, { [alpha]: 'manage', [beta]: 'view', [gamma]: 'own' });
  const found = async (query: string) => (await list(query, 'admin')).entities.map(({ id }) => id);
  assert.deepEqual(await found('query=BOARD&order=desc'), [beta, alpha]);
  assert.deepEqual(await found('capability=view'), [beta]);
  assert.deepEqual(await found('capability=nonsense&entity_type=search'), [gamma]);
  assert.deepEqual(await found('page=2&per_page=2'), [gamma]);
  const none = await list('query=nothing%20like%20it');
  assert.deepEqual([none.total, none.grand_total, none.entities, none.query], [0, 3, [], 'nothing like it']);
  assert.deepEqual(none.context, { grantee_capabilities: {} });
  // Reading the shares of other users requires users:edit.
  const path = `/authz/shares/user/${idOf(bob)}`;
  assert.equal((await server.call(path, { session: sessions['ada'] ?? '' })).status, 403);
  assert.equal((await server.call('/authz/shares/user/nobody', { session: admin })).status, 404);
});

test('sharing with everyone, and sharing with users, can be disabled', async () => {
  const path = '/system/cluster_config/org.graylog2.users.UserAndTeamsConfig';
  const json = { allow_sharing_with_everyone: false, allow_sharing_with_users: true };
  assert.ok((await server.call(path, { method: 'PUT', session: admin, json })).ok);
  const { available_grantees: grantees } = await answered('ada', {});
  assert.ok(!grantees.some(({ id }) => id === everyone) && grantees.some(({ id }) => id === ids['bob']));
  const leaver = await addPerson(server, admin, 'leaver', []);
  const offered = async () =>
    (await answered('ada', {})).available_grantees.some(({ id }) => id === `grn::::user:${leaver.id}`);
  assert.equal(await offered(), true);
  const deleted = `/users/${leaver.id}/status/deleted`;
  assert.equal((await server.call(deleted, { method: 'PUT', session: admin })).status, 200);
  assert.equal(await offered(), false, 'an account that counts as deleted is not offered');
  assert.deepEqual((await shared('ada', { [everyone]: 'view' })).active_shares, []);
  const none = { allow_sharing_with_everyone: false, allow_sharing_with_users: false };
  assert.ok((await server.call(path, { method: 'PUT', session: admin, json: none })).ok);
  assert.deepEqual((await answered('ada', {})).available_grantees, []);
  assert.deepEqual((await shared('ada', { [ids['bob'] ?? '']: 'view' })).active_shares, []);
});
