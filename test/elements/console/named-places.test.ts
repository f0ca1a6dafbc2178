/** Tests which entities the quick jump offers to a user, and the pages that they open. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { areaPages } from '../../../elements/console/area-pages.js';
import { kindsFor, namedKinds } from '../../../elements/console/named-places.js';
import { pages as ownPages } from '../../../elements/console/pages.js';
import { matchPage, pathOfRoute } from '../../../elements/kit/pages.js';
import { fakeClient } from '../../fake-client.js';

const pages = [...ownPages, ...areaPages];

const answers: Readonly<Record<string, unknown>> = {
  'GET /streams/paginated': { elements: [{ id: 's1', title: 'Main stream' }], attributes: [], total: 1 },
  'GET /dashboards': { elements: [{ id: 'd1', title: 'Main board' }], attributes: [], total: 1 },
  'GET /search/saved': { elements: [{ id: 'q1', title: 'Main search' }], attributes: [], total: 1 },
  'GET /events/definitions/paginated': { elements: [{ id: 'e1', title: 'Main alert' }], attributes: [], total: 1 },
  'GET /system/inputs': {
    inputs: [
      { id: 'i1', title: 'Main (UDP)' },
      { id: 'i2', title: 'Other' },
    ],
    total: 2,
  },
  'GET /system/indices/index_sets': {
    index_sets: [
      { id: 'x1', title: 'Main set' },
      { id: 'x2', title: 'Other' },
    ],
    total: 2,
    stats: {},
  },
  'GET /users/paginated': {
    users: [{ id: 'u1', username: 'main', full_name: 'Main Person' }],
    attributes: [],
    total: 1,
  },
  'GET /authz/roles': { roles: [{ id: 'r1', name: 'Main role' }], attributes: [], total: 1 },
};

/** Returns a fake client that answers the endpoints that list entities. */
const client = () =>
  fakeClient(({ name }) => {
    const known = Object.entries(answers).find(([endpoint]) => name === endpoint);
    if (!known) throw new Error(`No answer for ${name}`);
    return known[1];
  });

const asker = (...granted: string[]) => ({ client: client().client, queryClient: new QueryClient(), granted });

test('the quick jump finds entities of each kind by name, at the address of a console page', async () => {
  const found = await Promise.all(
    namedKinds.map(async ({ kind, find }) => [kind, await find('main', asker('*'))] as const),
  );
  assert.deepEqual(
    found.map(([kind, places]) => [kind, ...places.map(({ label, path }) => `${label} → ${path}`)]),
    [
      ['Settings'],
      ['Stream', 'Main stream → /streams/s1/search'],
      ['Dashboard', 'Main board → /dashboards/d1'],
      ['Saved search', 'Main search → /search/q1'],
      ['Event definition', 'Main alert → /alerts/definitions/e1'],
      ['Input', 'Main (UDP) → /system/inputs?filter=Main+%5C%28UDP%5C%29'],
      ['Index set', 'Main set → /system/index_sets/x1'],
      ['User', 'Main Person (main) → /system/users/u1'],
      ['Role', 'Main role → /system/roles/r1'],
    ],
  );
  for (const { path } of found.flatMap(([, places]) => places)) assert.ok(matchPage(pages, pathOfRoute(path)), path);
});

test('the quick jump finds users by their full name and by their user name', async () => {
  const people = [
    { id: 'u1', username: 'jdoe', full_name: 'Jane Doe' },
    { id: 'u2', username: 'doe', full_name: 'Somebody Else' },
  ];
  const byQuery: Readonly<Record<string, typeof people>> = { '"doe"': people.slice(0, 1), 'username:"doe"': people };
  const { client: own } = fakeClient(({ query }) => {
    const users = byQuery[(query as { query: string }).query] ?? [];
    return { users, total: users.length, attributes: [] };
  });
  const users = namedKinds.find(({ kind }) => kind === 'User');
  const found = await users?.find('doe', { client: own, queryClient: new QueryClient(), granted: ['*'] });
  assert.deepEqual(found?.map(({ label }) => label).toSorted(), ['Jane Doe (jdoe)', 'Somebody Else (doe)']);
});

test('the quick jump searches a kind of entities only if the user may see at least one of them', () => {
  const kinds = (...granted: string[]) => kindsFor(granted).map(({ kind }) => kind);
  const everybody = ['Dashboard', 'Saved search'];
  assert.deepEqual(kinds(), everybody);
  assert.deepEqual(kinds('streams:read:s1'), ['Stream', ...everybody]);
  assert.deepEqual(kinds('eventdefinitions:read:e1'), [...everybody, 'Event definition']);
  assert.deepEqual(kinds('inputs:read'), [...everybody, 'Input']);
  assert.deepEqual(kinds('indexsets:read'), [...everybody, 'Index set']);
  assert.deepEqual(kinds('users:list'), [...everybody, 'User']);
  assert.deepEqual(kinds('users:read'), everybody);
  assert.deepEqual(kinds('roles:read'), [...everybody, 'Role']);
  assert.deepEqual(kinds('clusterconfigentry:read'), ['Settings', ...everybody]);
  assert.equal(kinds('*').length, namedKinds.length);
});

test('the quick jump offers sections of the settings to users who may open them', async () => {
  const settings = namedKinds.find(({ kind }) => kind === 'Settings');
  const found = async (name: string, ...granted: string[]) =>
    (await settings?.find(name, asker(...granted)))?.map(({ label }) => label);
  assert.deepEqual(await found('default', 'clusterconfigentry:read'), ['Index Set Defaults']);
  assert.deepEqual(await found('whitelist', 'clusterconfigentry:read'), []);
  assert.deepEqual(await found('whitelist', 'urlwhitelist:read'), ['URL Whitelist']);
  for (const { path } of (await settings?.find('e', asker('*'))) ?? []) assert.ok(matchPage(pages, path), path);
});
