// Field types that are configured for an index set become the column types of its next index.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexSets } from '../../../../host/server/store/index.js';
import type { IndexSetDocument } from '../../../../host/server/store/index-set.js';
import type { MessageStore } from '../../../../host/server/store/types.js';
import { allMessages, message, open, temporaryDirectory, type Opened } from './opened-store.js';

type Types = NonNullable<IndexSetDocument['fieldTypes']>;

async function say(documents: Opened['documents'], fieldTypes: Types): Promise<void> {
  const sets = indexSets(documents);
  const [set] = sets.all();
  assert.ok(set);
  await sets.put({ ...set, fieldTypes });
}

async function load(store: MessageStore, ...fields: Parameters<typeof message>[1][]): Promise<void> {
  await store.append(fields.map((each) => message('m', each)));
  await store.settled();
}

const typesOf = (store: MessageStore) =>
  store
    .fieldsOf(indexSetId)
    .map(({ name, fields }) => [name, Object.fromEntries(fields.map((field) => [field.name, field.type]))]);
const indexSetId = '000000000000000000000101';

test('a configured field type applies to the next index, and an unset type no longer applies to the following index', async (context) => {
  const path = await temporaryDirectory(context);
  const first = await open(context, path);
  const { store, documents } = first;
  await load(store, { code: 200, ok: 'yes' });
  await say(documents, { code: 'keyword', ok: 'boolean', later: 'double' });
  await load(store, { code: 201 });
  assert.deepEqual(
    typesOf(store),
    [['messages_0', { code: 'long', ok: 'keyword' }]],
    'the configured type does not change the current index',
  );
  await store.cycle();
  await load(store, { code: 404, ok: 'true', later: 1, n: 1 });
  assert.deepEqual(typesOf(store).at(-1), [
    'messages_1',
    { code: 'keyword', ok: 'boolean', later: 'double', n: 'long' },
  ]);
  const [stored] = (await allMessages(store)).slice(-1);
  assert.deepEqual([stored?.['code'], stored?.['ok'], stored?.['later']], ['404', true, 1]);
  // A value that does not fit the configured type is reported as a failure of its message.
  await load(store, { ok: 'maybe' });
  const { failures } = await store.failures({ offset: 0, limit: 10 });
  assert.deepEqual(
    failures.map(({ index, field, reason, isRefused }) => [index, field, reason, isRefused]),
    [['messages_1', 'ok', 'the value is no boolean: maybe', false]],
  );
  assert.equal((await allMessages(store)).at(-1)?.['ok'], 'maybe');
  await say(documents, {});
  await store.cycle();
  await load(store, { code: 500 });
  assert.deepEqual(typesOf(store).at(-1), ['messages_2', { code: 'long' }]);
  const before = typesOf(store);
  await first.close();
  const second = await open(context, path);
  assert.deepEqual(typesOf(second.store), before, 'the types are kept after a restart');
});

test('rotating an empty index creates the next index with the new types', async (context) => {
  const path = await temporaryDirectory(context);
  const first = await open(context, path);
  await say(first.documents, { code: 'keyword', "a'; DROP TABLE messages; --": 'long' });
  await first.store.cycle();
  assert.deepEqual(typesOf(first.store), [
    ['messages_0', {}],
    ['messages_1', { code: 'keyword', "a'; DROP TABLE messages; --": 'long' }],
  ]);
  await say(first.documents, { code: 'double' });
  await first.store.cycle();
  await load(first.store, { code: 1, "a'; DROP TABLE messages; --": 'text' });
  assert.deepEqual(typesOf(first.store), [
    ['messages_0', {}],
    ['messages_1', { code: 'keyword', "a'; DROP TABLE messages; --": 'long' }],
    ['messages_2', { code: 'double', "a'; DROP TABLE messages; --": 'keyword' }],
  ]);
  assert.equal((await first.store.failures({ offset: 0, limit: 1 })).total, 0);
  await first.close();
  const { store } = await open(context, path);
  assert.equal((await allMessages(store))[0]?.['code'], 1);
});

test('each field is found in its own column of the next index if the configured types have another order', async (context) => {
  const { store, documents } = await open(context, await temporaryDirectory(context));
  const columns = () => store.indices().at(-1)?.fields;
  await say(documents, { code: 'keyword', ok: 'keyword' });
  await store.cycle();
  assert.equal(columns()?.get('code')?.column, 'f0');
  await say(documents, { ok: 'keyword', code: 'keyword' });
  await store.cycle();
  await load(store, { code: 'one', ok: 'yes' });
  assert.deepEqual([columns()?.get('ok')?.column, columns()?.get('code')?.column], ['f0', 'f1']);
  const [stored] = await allMessages(store);
  assert.deepEqual([stored?.['code'], stored?.['ok']], ['one', 'yes']);
});

test('a restart does not create an index for a configured field type', async (context) => {
  const path = await temporaryDirectory(context);
  const first = await open(context, path);
  await load(first.store, { code: 1 });
  await say(first.documents, { code: 'keyword' });
  await first.close();
  const { store } = await open(context, path);
  await load(store, { code: 2 });
  assert.deepEqual(typesOf(store), [['messages_0', { code: 'long' }]]);
});
