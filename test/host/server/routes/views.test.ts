import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { View } from '../../../../api/contract/views.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { addPerson } from '../people.js';

let server: TestServer;
let admin: string;
let jane: string;
let searchId: string;
const queryId = '11111111-1111-4111-8111-111111111111';
const searchTypeId = '22222222-2222-4222-8222-222222222222';

const addUser = async (username: string, roles: string[]) =>
  (await addPerson(server, admin, username, [], roles)).session;

before(async () => {
  server = await startTestServer();
  admin = await server.login();
  jane = await addUser('jane', ['Reader', 'Dashboard Creator']);
  searchId = '0123456789abcdef01234567';
  const search = {
    id: searchId,
    queries: [
      {
        id: queryId,
        timerange: { type: 'relative', from: 300 },
        query: { type: 'elasticsearch', query_string: '' },
        search_types: [{ id: searchTypeId, type: 'messages', limit: 10, offset: 0 }],
      },
    ],
    parameters: [],
  };
  const created = await server.call('/views/search', { method: 'POST', session: admin, json: search });
  assert.equal(created.status, 201, await created.text());
});
after(() => server.stop());

const state = {
  [queryId]: {
    widgets: [
      {
        id: 'w1',
        type: 'messages',
        config: {
          fields: ['source'],
          future_setting: { deep: [1] },
          show_message_row: false,
          show_summary: null,
          decorators: [],
          sort: [],
        },
        filter: null,
        filters: [],
        timerange: null,
        query: null,
        streams: [],
      },
    ],
    widget_mapping: { w1: [searchTypeId] },
    positions: { w1: { col: 1, row: 1, height: 4, width: 'Infinity' } },
    titles: { widget: { w1: 'All' } },
    selected_fields: null,
    static_message_list_id: null,
    formatting: null,
    display_mode_settings: { positions: {} },
  },
};
const view = (more: object = {}) => ({ type: 'SEARCH', title: 'Mine', search_id: searchId, state, ...more });
const post = (json: object, session = admin) => server.call('/views', { method: 'POST', session, json });
const read = async (response: Response) =>
  (await response.json()) as View & { message?: string; unknown_property?: unknown };

test("a view is stored as it was sent, with the server's members", async () => {
  const sent = view({ summary: 'short', unknown_property: { kept: true }, favorite: true, owner: 'somebody' });
  const created = await post(sent);
  assert.equal(created.status, 200);
  const answer = await read(created);
  assert.match(answer.id, /^[0-9a-f]{24}$/);
  assert.equal(answer.owner, 'admin');
  assert.equal(answer.favorite, false);
  assert.deepEqual(answer.requires, {});
  assert.deepEqual(answer.state, state);
  assert.deepEqual(answer.unknown_property, { kept: true });
  assert.deepEqual(await read(await server.call(`/views/${answer.id}`, { session: admin })), answer);
});

test('unknown members at every depth are stored and replaced byte for byte', async () => {
  const odd = `{"":"","z":[null,true,{"b":2,"a":[[]]}],"big":9007199254740993,"f":0.1,"text":"é \\u0000 <b>\\"\\\\"}`;
  const unset = '"filter":null,"filters":[],"timerange":null,"query":null,"streams":[]';
  const widget = `{"id":"w1","type":"something-new","config":{"c":${odd}},"x":${odd},${unset}}`;
  const state = `{"${queryId}":{"widgets":[${widget}],"widget_mapping":{"w1":["${searchTypeId}"]},"positions":{"w1":{"col":1,"row":1,"height":4,"width":"Infinity"}},"x":${odd},"selected_fields":null,"static_message_list_id":null,"titles":{},"formatting":null,"display_mode_settings":{"positions":{}}}}`;
  const body = (title: string) =>
    `{"type":"SEARCH","title":"${title}","search_id":"${searchId}","x":${odd},"state":${state}}`;
  const send = (path: string, method: string, text: string) =>
    server.call(path, { method, session: admin, body: text, headers: { 'Content-Type': 'application/json' } });
  const created = await send('/views', 'POST', body('Odd'));
  const first = await created.text();
  assert.equal(created.status, 200, first);
  const { id } = JSON.parse(first) as { id: string };
  // The client sends the received view back with another title.
  const updated = await send(`/views/${id}`, 'PUT', first.replace('"title":"Odd"', '"title":"Odder"'));
  assert.equal(updated.status, 200);
  const stored = await (await server.call(`/views/${id}`, { session: admin })).text();
  const listed = await (await server.call('/views?query=title:Odder', { session: admin })).text();
  for (const text of [first, stored, listed]) {
    assert.ok(text.includes(`"state":${state}`), text);
    assert.ok(text.includes(`"x":${odd},`), text);
  }
  assert.ok(stored.includes('"title":"Odder"'));
});

test('the second of two saves of one version is refused; a save without version overwrites', async () => {
  const { id, last_updated_at: restsOn } = await read(await post(view({ title: 'Contested' })));
  assert.ok(restsOn);
  const put = (more: object) =>
    server.call(`/views/${id}`, { method: 'PUT', session: admin, json: view({ last_updated_at: restsOn, ...more }) });
  const answers = await Promise.all(['a', 'b', 'c'].map((title) => put({ title })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
  const winner = answers.find(({ status }) => status === 200);
  assert.ok(winner);
  const stored = await read(winner);
  const refused = answers.find(({ status }) => status === 409);
  assert.ok(refused);
  assert.match((await read(refused)).message ?? '', /changed in the meantime/);
  assert.equal((await read(await server.call(`/views/${id}`, { session: admin }))).title, stored.title);
  assert.equal((await put({ title: 'again', last_updated_at: stored.last_updated_at })).status, 200);
  assert.equal((await put({ title: 'blind', last_updated_at: undefined })).status, 200);
});

test('inconsistent views are refused with the reason', async () => {
  const cases: [object, RegExp][] = [
    [view({ search_id: 'ffffffffffffffffffffffff' }), /Search ffffffffffffffffffffffff not available/],
    [view({ state: { unknown: state[queryId] } }), /missing query IDs: \[unknown\]/],
    [
      view({ state: { [queryId]: { ...state[queryId], widget_mapping: { w1: ['nothing'] } } } }),
      /missing searches \[nothing\]/,
    ],
    [view({ state: { [queryId]: { ...state[queryId], widget_mapping: {} } } }), /Widgets ask for nothing.*: \[w1\]\./],
    [view({ state: { [queryId]: { ...state[queryId], positions: {} } } }), /missing widget positions \[w1\]/],
    [view({ title: '   ' }), /blank/],
    [view({ id: 'short' }), /24 hexadecimal/],
  ];
  for (const [json, message] of cases) {
    const response = await post(json);
    assert.equal(response.status, 400);
    assert.match((await read(response)).message ?? '', message);
  }
});

test('the owner of a view may do everything with it, others do not learn that it exists', async () => {
  const other = await addUser('other', ['Reader', 'Dashboard Creator']);
  const search_id = 'aaaaaaaaaaaaaaaaaaaaaaaa';
  const search = { id: search_id, queries: [{ id: queryId, search_types: [{ id: searchTypeId, type: 'messages' }] }] };
  assert.equal((await server.call('/views/search', { method: 'POST', session: jane, json: search })).status, 201);
  const created = await post(view({ type: 'DASHBOARD', title: 'Board', search_id }), jane);
  assert.equal(created.status, 200, await created.clone().text());
  const { id } = await read(created);
  const path = `/views/${id}`;

  assert.equal((await server.call(path, { session: jane })).status, 200);
  const hidden = await server.call(path, { session: other });
  assert.equal(hidden.status, 404);
  assert.equal((await read(hidden)).message, `View ${id} doesn't exist`);
  // The answers equal those for a view that does not exist.
  for (const method of ['PUT', 'DELETE']) {
    const answers = await Promise.all(
      [id, 'bbbbbbbbbbbbbbbbbbbbbbbb'].map(async (one) => {
        const response = await server.call(`/views/${one}`, { method, session: other, json: view() });
        return [response.status, (await response.text()).replaceAll(one, 'ID')];
      }),
    );
    assert.deepEqual(answers[0], answers[1]);
    assert.equal(answers[0]?.[0], method === 'PUT' ? 404 : 403);
  }
  const role = { name: 'Board readers', description: '', permissions: [`dashboards:read:${id}`] };
  assert.equal((await server.call('/roles', { method: 'POST', session: admin, json: role })).status, 201);
  const reader = await addUser('boardreader', ['Reader', 'Board readers']);
  assert.equal((await server.call(path, { method: 'PUT', session: reader, json: view() })).status, 403);

  const changed = await server.call(path, {
    method: 'PUT',
    session: jane,
    json: view({ id: 'ignored', title: 'Renamed', search_id }),
  });
  assert.equal(changed.status, 200);
  const answer = await read(changed);
  assert.deepEqual([answer.id, answer.title, answer.owner], [id, 'Renamed', 'jane']);
  const user = (await (await server.call('/users/jane', { session: jane })).json()) as {
    permissions: string[];
    grn_permissions: string[];
  };
  for (const permission of [`view:read:${id}`, `view:edit:${id}`, `view:delete:${id}`, `dashboards:read:${id}`]) {
    assert.ok(user.permissions.includes(permission), permission);
  }
  assert.deepEqual(user.grn_permissions, [`entity:own:grn::::dashboard:${id}`]);

  const deleted = await server.call(path, { method: 'DELETE', session: jane });
  assert.equal(deleted.status, 200);
  assert.equal((await read(deleted)).id, id);
  assert.equal((await server.call(path, { session: jane })).status, 404);
  const after = (await (await server.call('/users/jane', { session: jane })).json()) as { grn_permissions: string[] };
  assert.deepEqual(after.grn_permissions, []);
});

test('creating a dashboard needs permission', async () => {
  const plain = await addUser('plain', ['Reader']);
  assert.equal((await post(view({ type: 'DASHBOARD' }), plain)).status, 403);
});

test('lists of views contain readable entries only, searched, sorted and paged', async () => {
  for (const title of ['list one', 'List two', 'list three']) {
    assert.equal((await post(view({ type: 'DASHBOARD', title, description: `about ${title}` }))).status, 200);
  }
  const list = async (query: string, session = admin) =>
    (await (await server.call(`/dashboards?${query}`, { session })).json()) as {
      elements: { title: string; state?: object }[];
      pagination: object;
      total: number;
    };
  const titles = async (query: string) => (await list(query)).elements.map(({ title }) => title);
  assert.deepEqual(await titles('query=list&sort=title&order=desc'), ['List two', 'list three', 'list one']);
  assert.deepEqual(await titles('query=list&page=2&per_page=2'), ['List two']);
  assert.deepEqual(await titles('query=list&per_page=0'), ['list one', 'list three', 'List two']);
  assert.deepEqual(await titles('query=description:"about list t" -title:two'), ['list three']);
  assert.deepEqual(await titles('query=list&page=9'), []);
  assert.equal((await list('query=list')).elements[0]?.state, undefined);
  assert.equal((await list('query=list', jane)).total, 0);
  assert.equal((await list('query=list&filters=created_at:2020-01-01T00:00:00.000Z><')).total, 3);
  assert.equal((await list('query=list&filters=created_at:><2020-01-01T00:00:00.000Z')).total, 0);
  for (const refused of ['query=a:b:c', 'filters=owner:admin', 'filters=created_at:soon']) {
    assert.equal((await server.call(`/dashboards?${refused}`, { session: admin })).status, 400, refused);
  }
});

test('reading a view records it as recently opened; deleting it also removes the record and its favorites, and is an activity', async () => {
  const { id } = await read(await post(view({ title: 'Remembered' })));
  const target = `grn::::search:${id}`;
  await server.call(`/views/${id}`, { session: admin });
  const json = async (path: string) =>
    (await (await server.call(path, { session: admin })).json()) as Record<string, Record<string, string>[]>;
  const opened = (await json('/startpage/lastOpened'))['lastOpened']?.[0];
  assert.deepEqual([opened?.['grn'], opened?.['title']], [target, 'Remembered']);

  for (const _twice of [1, 2]) {
    assert.equal((await server.call(`/favorites/${target}`, { method: 'PUT', session: admin })).status, 204);
  }
  assert.deepEqual((await json('/favorites'))['favorites'], [{ grn: target, title: 'Remembered' }]);
  assert.equal((await read(await server.call(`/views/${id}`, { session: admin }))).favorite, true);
  assert.equal((await server.call('/favorites/nonsense', { method: 'PUT', session: admin })).status, 400);

  const bulk = await server.call('/views/bulk_delete', {
    method: 'POST',
    session: admin,
    json: { entity_ids: [id, 'missing'] },
  });
  const outcome = (await bulk.json()) as { successfully_performed: number; failures: { entity_id: string }[] };
  assert.equal(outcome.successfully_performed, 1);
  assert.deepEqual(
    outcome.failures.map(({ entity_id }) => entity_id),
    ['missing'],
  );
  assert.deepEqual((await json('/favorites'))['favorites'], []);
  assert.equal(
    (await json('/startpage/lastOpened'))['lastOpened']?.some(({ grn }) => grn === target),
    false,
  );
  const [latest, ...older] = (await json('/startpage/recentActivity?per_page=100'))['recentActivity'] ?? [];
  assert.deepEqual(
    [latest?.['activity_type'], latest?.['item_grn'], latest?.['item_title']],
    ['delete', target, 'Remembered'],
  );
  assert.equal(
    older.some((entry) => entry['item_grn'] === target),
    false,
  );
});

test('only users with permission set the default view', async () => {
  assert.equal((await server.call('/views/default', { session: admin })).status, 404);
  const { id } = await read(await post(view({ title: 'Default' })));
  assert.equal((await server.call(`/views/${id}/default`, { method: 'PUT', session: jane })).status, 403);
  assert.equal((await server.call(`/views/${id}/default`, { method: 'PUT', session: admin })).status, 204);
  assert.equal((await read(await server.call('/views/default', { session: admin }))).id, id);
});

test('a view opens no search that its author may not read, and a favourite shows no title of an unreadable view', async () => {
  const foreign = await post(view({ title: 'Not mine' }), jane);
  assert.equal(foreign.status, 400);
  assert.match((await read(foreign)).message ?? '', new RegExp(`Search ${searchId} not available`));
  assert.equal((await server.call(`/views/search/${searchId}`, { session: jane })).status, 403);

  const { id } = await read(await post(view({ title: 'A secret title' })));
  const target = `grn::::search:${id}`;
  await server.call(`/favorites/${target}`, { method: 'PUT', session: jane });
  const { favorites } = (await (await server.call('/favorites', { session: jane })).json()) as {
    favorites: { grn: string; title: string }[];
  };
  assert.equal(favorites.find(({ grn }) => grn === target)?.title, `Unknown entity: ${target}`);
});

test('the server creates only one of several views with the same id that are requested concurrently', async () => {
  const id = 'abcdefabcdefabcdefabcdef';
  const answers = await Promise.all([1, 2, 3, 4].map((n) => post(view({ id, title: `Number ${n}` }))));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
});

test('the legacy paths of dashboards return dashboards, and no saved searches', async () => {
  const stranger = await addUser('stranger', ['Reader']);
  const { id } = await read(await post(view({ type: 'DASHBOARD', title: 'Old board' })));
  const { id: saved } = await read(await post(view({ title: 'No board' })));
  const call = (method: string, one: string, session = admin, json?: object) =>
    server.call(`/dashboards/${one}`, { method, session, ...(json && { json }) });
  const shown = await call('GET', id);
  assert.equal(shown.status, 200);
  assert.deepEqual(await read(shown), await read(await server.call(`/views/${id}`, { session: admin })));
  const changed = await call('PUT', id, admin, view({ type: 'SEARCH', title: 'Newer board' }));
  assert.equal(changed.status, 200);
  const answer = await read(changed);
  assert.deepEqual([answer.id, answer.title, answer.type], [id, 'Newer board', 'DASHBOARD']);
  assert.equal((await call('PUT', id, admin, view({ title: ' ' }))).status, 400);
  // A user without read permission does not learn that the entity exists.
  for (const method of ['GET', 'PUT']) {
    const hidden = await call(method, id, stranger, method === 'PUT' ? view() : undefined);
    assert.deepEqual([hidden.status, (await read(hidden)).message], [404, `View ${id} doesn't exist`], method);
  }
  assert.equal((await call('DELETE', id, stranger)).status, 403);
  for (const one of [saved, 'default', 'ffffffffffffffffffffffff', '__proto__', '%2e%2e%2f'])
    for (const method of ['GET', 'PUT', 'DELETE'])
      assert.equal((await call(method, one, admin, method === 'PUT' ? view() : undefined)).status, 404, one);
  assert.equal((await server.call(`/views/${saved}`, { session: admin })).status, 200);
  const deleted = await call('DELETE', id);
  assert.deepEqual([deleted.status, (await read(deleted)).title], [200, 'Newer board']);
  assert.equal((await server.call(`/views/${id}`, { session: admin })).status, 404);
});
