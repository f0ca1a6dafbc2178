/** Tests the titles, suggestions and grants of entities of any kind, and the effects of deleting an entity. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EntitySuggestions, EntityTitles, GrantSummary } from '../../../../api/contract/catalogue.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { addPerson, type Person } from '../people.js';

let server: TestServer;
let admin: string;
let indexSet: string;
let owner: Person;
before(async () => {
  server = await startTestServer();
  admin = await server.login();
  indexSet = (await read<{ index_set_id: string }>(admin, '/streams/000000000000000000000001')).index_set_id;
  owner = await addPerson(server, admin, 'owner', ['streams:create']);
});
after(() => server.stop());

const send = (session: string, method: string, path: string, json?: unknown) =>
  server.call(path, { method, session, ...(json === undefined ? {} : { json }) });
async function ask<T>(session: string, method: string, path: string, json?: unknown): Promise<T> {
  const response = await send(session, method, path, json);
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
const read = <T>(session: string, path: string): Promise<T> => ask<T>(session, 'GET', path);
const makeStream = async (session: string, title: string): Promise<string> =>
  (await ask<{ stream_id: string }>(session, 'POST', '/streams', { title, index_set_id: indexSet })).stream_id;

test('the title of an entity is returned only to users who may read the entity', async () => {
  const stream = await makeStream(owner.session, 'Firewall');
  const entities = [
    { id: stream, type: 'streams' },
    { id: indexSet, type: 'index_sets' },
    { id: owner.id, type: 'users' },
    { id: 'ffffffffffffffffffffffff', type: 'streams' },
    { id: stream, type: 'sessions' },
    { id: 'secrets', type: 'secrets' },
    { id: '__proto__', type: '__proto__' },
  ];
  const titlesFor = (session: string) =>
    ask<EntityTitles>(session, 'POST', '/system/catalog/entities/titles', { entities });
  assert.deepEqual(await titlesFor(admin), {
    entities: [
      { id: stream, type: 'streams', title: 'Firewall' },
      { id: indexSet, type: 'index_sets', title: 'Default index set' },
      { id: owner.id, type: 'users', title: 'Per Son' },
    ],
    not_permitted_to_view: [],
  });
  const forOwner = await titlesFor(owner.session);
  assert.deepEqual(
    forOwner.entities.map(({ title }) => title),
    ['Firewall', '', 'Per Son'],
  );
  assert.deepEqual(forOwner.not_permitted_to_view, [indexSet]);
  const tooMany = { entities: Array.from({ length: 1001 }, () => entities[0]) };
  assert.equal((await send(admin, 'POST', '/system/catalog/entities/titles', tooMany)).status, 400);
});

test('suggestions are found by title, in pages, only in collections that the user may read completely', async () => {
  for (const title of ['Apple', 'apricot', 'Banana', 'A+B']) await makeStream(admin, title);
  const suggested = (query: string, session = admin) =>
    read<EntitySuggestions>(session, `/entity_suggestions?collection=streams&${query}`);
  const values = async (query: string) => (await suggested(query)).suggestions.map(({ value }) => value);
  assert.deepEqual(await values('query=ap'), ['Apple', 'apricot']);
  assert.deepEqual(await values('query=^ap.*t$'), ['apricot']);
  assert.deepEqual(await values(`query=${encodeURIComponent('a+b')}`), ['A+B']);
  const second = await suggested('query=a&page=2&per_page=2');
  assert.equal(second.suggestions.length, 2);
  assert.deepEqual([second.pagination.page, second.pagination.per_page, second.pagination.count], [2, 2, 2]);
  // A user who may read only some streams gets no suggestions; the request is not refused.
  const empty = { suggestions: [], pagination: { total: 0, count: 0, page: 1, per_page: 10 } };
  assert.deepEqual(await suggested('query=', owner.session), empty);
  const reader = await addPerson(server, admin, 'streamreader', ['streams:read']);
  assert.ok((await suggested('query=Apple', reader.session)).pagination.total === 1);
  for (const collection of ['secrets', 'sessions', 'nothing', '__proto__'])
    assert.deepEqual(await read(admin, `/entity_suggestions?collection=${collection}`), empty, collection);
  for (const column of ['password_hash', 'permissions', '__proto__']) {
    const refused = await send(admin, 'GET', `/entity_suggestions?collection=users&column=${column}`);
    assert.equal(refused.status, 400, column);
  }
  const named = await read<EntitySuggestions>(admin, '/entity_suggestions?collection=users&column=username&query=own');
  assert.deepEqual(named.suggestions, [{ id: owner.id, value: 'owner' }]);
  const slow = `query=${encodeURIComponent('(a|aa)+'.repeat(400))}`;
  assert.ok((await send(admin, 'GET', `/entity_suggestions?collection=streams&${slow}`)).status < 500);
});

test('the overview of grants names grantee, capability and entity of each grant', async () => {
  const stream = await makeStream(owner.session, 'Shared');
  const target = `grn::::stream:${stream}`;
  await ask(owner.session, 'POST', `/authz/shares/entities/${target}`, {
    selected_grantee_capabilities: { 'grn::::builtin-team:everyone': 'view' },
  });
  const { grants } = await read<{ grants: GrantSummary[] }>(admin, '/authz/grants-overview');
  assert.deepEqual(
    grants
      .filter((grant) => grant.target === target)
      .map(({ grantee_title, target_title, capability }) => [grantee_title, target_title, capability])
      .sort(),
    [
      ['builtin-team: Everyone', 'stream: Shared', 'view'],
      ['user: Per Son', 'stream: Shared', 'own'],
    ],
  );
  assert.equal((await send(owner.session, 'GET', '/authz/grants-overview')).status, 403);
});

test('changes of a stream appear in the recent activity, and its dependents are deleted with it', async () => {
  const stream = await makeStream(owner.session, 'Short-lived');
  const target = `grn::::stream:${stream}`;
  await ask(owner.session, 'PUT', `/favorites/${target}`);
  await ask(owner.session, 'PUT', `/users/${owner.id}`, { startpage: { type: 'stream', id: stream } });
  await ask(owner.session, 'PUT', `/streams/${stream}`, { title: 'Longer-lived' });
  const activity = async () =>
    (
      await read<{ recentActivity: { activity_type: string; item_grn: string; item_title: string }[] }>(
        admin,
        '/startpage/recentActivity?per_page=0',
      )
    ).recentActivity
      .filter(({ item_grn }) => item_grn === target)
      .map(({ activity_type, item_title }) => [activity_type, item_title]);
  assert.deepEqual(await activity(), [
    ['update', 'Longer-lived'],
    ['create', 'Longer-lived'],
  ]);
  await ask(owner.session, 'DELETE', `/streams/${stream}`);
  assert.deepEqual(await activity(), [['delete', 'Longer-lived']]);
  assert.deepEqual((await read<{ favorites: unknown[] }>(owner.session, '/favorites')).favorites, []);
  assert.equal((await read<{ startpage: unknown }>(owner.session, '/users/owner')).startpage, null);
  const { grants } = await read<{ grants: GrantSummary[] }>(admin, '/authz/grants-overview');
  assert.ok(!grants.some((grant) => grant.target === target));
});
