// Users with permission see and set the field types of an index set; invalid types are refused.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { IndexSetFieldTypes } from '../../../../api/contract/index-sets.js';
import { putMessages } from '../messages-input.js';
import { addPerson } from '../people.js';
import { startTestServer, type TestServer } from '../../../server.js';

let server: TestServer;
let admin: string;
const place = '/system/indices/index_sets/000000000000000000000101/field_types';

before(async () => {
  server = await startTestServer();
  admin = await server.login();
  await putMessages(server, admin, [{ host: 'h', short_message: 'm', _code: 200, _name: 'n' }]);
});
after(() => server.stop());

const set = (json: unknown, session = admin) => server.call(place, { method: 'PUT', session, json });
const fieldTypes = async (session = admin): Promise<IndexSetFieldTypes> =>
  (await (await server.call(place, { session })).json()) as IndexSetFieldTypes;
const field = ({ fields }: IndexSetFieldTypes, name: string) => fields.find((one) => one.name === name);

test('a custom field type applies from the next index on, which starts at once on request', async () => {
  assert.deepEqual(field(await fieldTypes(), 'code'), {
    name: 'code',
    current: 'long',
    next: null,
    types: [{ type: 'long', indices: ['messages_0'] }],
  });
  const later = (await (await set({ types: { code: 'keyword', unseen: 'double' } })).json()) as IndexSetFieldTypes;
  assert.deepEqual(
    [later.current_index, field(later, 'code')?.current, field(later, 'code')?.next],
    ['messages_0', 'long', 'keyword'],
  );
  assert.deepEqual(field(later, 'unseen'), { name: 'unseen', current: null, next: 'double', types: [] });
  const now = (await (await set({ types: { unseen: null }, rotate: true })).json()) as IndexSetFieldTypes;
  assert.equal(field(now, 'unseen'), undefined);
  assert.deepEqual(field(now, 'code'), {
    name: 'code',
    current: 'keyword',
    next: 'keyword',
    types: [
      { type: 'keyword', indices: ['messages_1'] },
      { type: 'long', indices: ['messages_0'] },
    ],
  });
  // Saving the index set does not reset the field type.
  const stored = (await (await server.call(place.replace('/field_types', ''), { session: admin })).json()) as object;
  const saved = await server.call(place.replace('/field_types', ''), { method: 'PUT', session: admin, json: stored });
  assert.equal(saved.status, 200, await saved.text());
  assert.equal(field(await fieldTypes(), 'code')?.next, 'keyword');
});

test('the server keeps its own fields, and refuses unknown types', async () => {
  for (const name of [
    'message',
    'timestamp',
    'source',
    'streams',
    '_id',
    'gl2_source_input',
    'gl2_anything',
    '',
    'x'.repeat(513),
  ]) {
    const response = await set({ types: { fine: 'long', [name]: 'long' } });
    assert.equal(response.status, 400, name);
    const [problem] = (await response.json()) as { path: string; message: string }[];
    assert.ok(problem && name.startsWith(problem.path.slice(0, 1)), JSON.stringify(problem));
  }
  for (const bad of [
    {},
    { types: { a: 'date' } },
    { types: { a: 'text' } },
    { types: [] },
    { types: { a: 1 } },
    { types: {}, rotate: 'now' },
  ])
    assert.equal((await set(bad)).status, 400, JSON.stringify(bad));
  assert.equal((await set({ types: { '\ud800': 'long' } })).status, 400);
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`field_${at}`, 'long']));
  assert.match(await (await set({ types: many })).text(), /at most 200/);
  assert.equal(field(await fieldTypes(), 'fine'), undefined, 'no type is stored if one type of the request is refused');
});

test('a user who may not read a stream does not learn the fields of its messages', async () => {
  const { session: reader } = await addPerson(server, admin, 'reader', ['indexsets:read']);
  assert.deepEqual(
    (await fieldTypes(reader)).fields.map(({ name }) => name),
    ['code'],
    'only the field types of the index set itself are returned',
  );
  assert.equal((await set({ types: {} }, reader)).status, 403);
  const { session: editor } = await addPerson(server, admin, 'editor', ['indexsets:read', 'indexsets:edit']);
  assert.equal((await set({ types: {} }, editor)).status, 200);
  assert.equal(
    (await set({ types: {}, rotate: true }, editor)).status,
    403,
    'rotating the index needs a separate permission',
  );
});
