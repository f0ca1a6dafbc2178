import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { defaultIndexSetId, indexSets } from '../../../../host/server/store/index.js';
import { defaultIndexSet, indexNumber, isDue, surplus } from '../../../../host/server/store/index-set.js';
import type { Documents } from '../../../../host/server/store/types.js';
import { allMessages, message, onlyIndex, open, temporaryDirectory } from './opened-store.js';
import { until } from '../../../until.js';

const fast = { maintenanceIntervalMs: 20, removalGraceMs: 0, batchMessages: 50 };

async function configure(documents: Documents, change: Partial<typeof defaultIndexSet>): Promise<void> {
  await indexSets(documents).put({ ...defaultIndexSet, ...change });
}

test('an index is due for rotation by count, size or age, but never when it is empty', () => {
  const rotation = { maxMessages: 10, maxBytes: 1000, maxAgeMs: 5000 };
  const set = { ...defaultIndexSet, rotation };
  const figures = { messages: 1, fileBytes: 1, ageMs: 1, emptyBefore: 0 };
  assert.equal(isDue(set, figures), false);
  assert.equal(isDue(set, { ...figures, messages: 10 }), true);
  assert.equal(isDue(set, { ...figures, fileBytes: 1000 }), true);
  assert.equal(isDue(set, { ...figures, ageMs: 5000 }), true);
  assert.equal(isDue(set, { ...figures, messages: 0, fileBytes: 5000, ageMs: 9000 }), false);
  const never = { ...set, rotation: { maxMessages: null, maxBytes: null, maxAgeMs: null } };
  assert.equal(isDue(never, { ...figures, messages: 1e9, fileBytes: 1e15, ageMs: 1e12 }), false);
});

test('the write index counts towards the limit of indices', () => {
  assert.equal(surplus({ ...defaultIndexSet, maxIndices: 3 }, 2), 0);
  assert.equal(surplus({ ...defaultIndexSet, maxIndices: 3 }, 5), 3);
  assert.equal(surplus({ ...defaultIndexSet, maxIndices: 0 }, 5), 5);
  assert.equal(surplus({ ...defaultIndexSet, maxIndices: null }, 500), 0);
});

test('names of indices have a number without leading zeros', () => {
  assert.equal(indexNumber('messages_12', 'messages'), 12);
  for (const name of ['messages_', 'messages_01', 'messages_1x', 'other_1', 'messages_restored_1'])
    assert.equal(indexNumber(name, 'messages'), undefined, name);
});

test('indices are sealed when full and removed when there are too many', async (context) => {
  const path = await temporaryDirectory(context);
  const { store, documents, close } = await open(context, path, fast);
  await configure(documents, {
    rotation: { maxMessages: 100, maxBytes: null, maxAgeMs: null },
    maxIndices: 3,
  });
  for (let batch = 0; batch < 12; batch++) {
    await store.append(Array.from({ length: 50 }, (_, n) => message('x', { n: batch * 50 + n })));
    await store.settled();
    if (batch % 2 === 1) await until('the full index is replaced', () => (store.indices().at(-1)?.messages ?? 0) < 100);
  }
  // The next index exists before the previous index is sealed.
  const isMaintained = (): boolean =>
    store.indices().length <= 3 &&
    store
      .indices()
      .slice(0, -1)
      .every(({ sealed }) => sealed);
  await until('all but the last index are sealed, and surplus indices are removed', isMaintained);
  const indices = store.indices();
  assert.ok(indices.length <= 3 && indices.length > 1, `there are ${indices.length} indices`);
  assert.deepEqual(
    indices.map(({ sealed }) => sealed),
    indices.map((_, at) => at < indices.length - 1),
  );
  const numbers = (await allMessages(store)).map(({ n }) => Number(n));
  assert.equal(Math.max(...numbers), 599);
  assert.deepEqual(
    numbers,
    Array.from({ length: numbers.length }, (_, at) => 600 - numbers.length + at),
  );
  const names = indices.map(({ name }) => name);
  const files = async (): Promise<string[]> =>
    (await readdir(join(path, 'indices'))).filter((file) => !file.endsWith('.wal')).sort();
  await until('the files of removed indices are gone', async () => (await files()).length === names.length);
  assert.deepEqual(
    await files(),
    names.map((name) => `${name}.duckdb`),
  );
  const before = await allMessages(store);
  await close();
  const again = await open(context, path, fast);
  assert.deepEqual(
    again.store.indices().map(({ name }) => name),
    names,
  );
  assert.deepEqual(await allMessages(again.store), before);
});

test('each index has its own fields and types', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), fast);
  await store.append([message('a', { x: 1, y: 'old' })]);
  await store.settled();
  await store.cycle();
  await store.append([message('b', { x: 'text now', z: true })]);
  await store.settled();
  assert.deepEqual(
    store.indices().map(({ name, fields }) => [name, fields.get('x')?.type, fields.has('y'), fields.has('z')]),
    [
      ['messages_0', 'long', true, false],
      ['messages_1', 'keyword', false, true],
    ],
  );
  assert.deepEqual(
    (await allMessages(store)).map(({ x }) => x),
    [1, 'text now'],
  );
  assert.equal((await store.failures({ offset: 0, limit: 1 })).total, 0);
});

test('an empty index is rotated on request, as in a reference server', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), fast);
  await store.cycle();
  assert.deepEqual(
    store.facts().map(({ name, isWritten }) => [name, isWritten]),
    [
      ['messages_0', false],
      ['messages_1', true],
    ],
  );
});

test('a sealed index becomes read-only as soon as no search is running', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), fast);
  await store.append([message('a')]);
  await store.settled();
  const running = new AbortController();
  // The long query runs as another user, because no single user may occupy all connections.
  const ada = { username: 'ada', rank: 'interactive' } as const;
  const search = store.query('SELECT count(*) FROM range(3000000) a, range(3000000) b', [], running.signal, ada);
  search.catch(() => {});
  await store.cycle();
  const readOnly = async (): Promise<unknown> =>
    (await store.query(`SELECT readonly FROM duckdb_databases() WHERE database_name = 'messages_0'`, []))[0]?.[
      'readonly'
    ];
  assert.equal(await readOnly(), false);
  running.abort();
  await until('the index is read-only', async () => (await readOnly()) === true);
  assert.equal((await allMessages(store)).length, 1);
});

test('a running search still reads an index that is removed', async (context) => {
  const path = await temporaryDirectory(context);
  const { store } = await open(context, path, { ...fast, connections: 2 });
  await store.append(Array.from({ length: 5000 }, (_, n) => message(`message ${n}`)));
  await store.settled();
  const [old] = store.indices();
  assert.ok(old);
  await store.cycle();
  const rows = store.stream(`SELECT id FROM ${old.catalog}.messages`, [])[Symbol.asyncIterator]();
  let count = ((await rows.next()).value as unknown[]).length;
  assert.equal(await store.deleteIndex(old.name), true);
  assert.equal(await store.deleteIndex(old.name), false);
  assert.equal(await store.deleteIndex('messages_1'), false);
  assert.deepEqual(
    store.indices().map(({ name }) => name),
    ['messages_1'],
  );
  // Several maintenance runs pass in this time. No event shows that none of them removes the file that is still read.
  await new Promise((resolve) => setTimeout(resolve, 100));
  for (let next = await rows.next(); !next.done; next = await rows.next()) count += next.value.length;
  assert.equal(count, 5000);
  const file = join(path, 'indices', `${old.name}.duckdb`);
  await until('the file is gone', () => !existsSync(file));
  await assert.rejects(store.query(`SELECT 1 FROM ${old.catalog}.messages`, []));
});

test('a removed index does not return if the server ended before deleting its file', async (context) => {
  const path = await temporaryDirectory(context);
  const first = await open(context, path, { ...fast, removalGraceMs: 60_000 });
  await first.store.append([message('a')]);
  await first.store.settled();
  await first.store.cycle();
  await first.store.deleteIndex('messages_0');
  await first.close();
  const { store } = await open(context, path);
  assert.equal(onlyIndex(store).name, 'messages_1');
  assert.deepEqual(
    (await readdir(join(path, 'indices'))).filter((file) => file.startsWith('messages_0')),
    [],
  );
});

test('the prefix of new indices can change; a prefix that is not a file name is not used', async (context) => {
  const { store, documents } = await open(context, await temporaryDirectory(context), fast);
  for (const [prefix, expected] of [
    ['shop', 'shop_0'],
    ['../../etc', 'messages_1'],
  ] as const) {
    await configure(documents, { prefix });
    await store.append([message('a')]);
    await store.settled();
    await store.cycle();
    assert.equal(store.indices().at(-1)?.name, expected);
  }
  assert.equal(indexSets(documents).get(defaultIndexSetId)?.prefix, '../../etc');
});

test('a damaged index is moved aside, whether old or newest, and the server starts with the others', async (context) => {
  const path = await temporaryDirectory(context);
  const first = await open(context, path, fast);
  await first.store.append([message('a')]);
  await first.store.settled();
  await first.store.cycle();
  await first.store.append([message('b')]);
  await first.store.settled();
  await first.close();
  const reports: string[] = [];
  const again = () =>
    open(context, path, fast, ({ name, file, reason }) => reports.push(`${name} ${file} ${reason !== ''}`));
  const file = (name: string) => join(path, 'indices', name);
  const texts = async ({ store }: Awaited<ReturnType<typeof open>>) =>
    (await allMessages(store)).map(({ message: text }) => text);

  await writeFile(file('messages_0.duckdb'), 'no database');
  const second = await again();
  assert.deepEqual(await texts(second), ['b']);
  await second.close();
  assert.deepEqual(reports, [`messages_0 ${file('messages_0.duckdb.unreadable')} true`]);
  assert.equal(existsSync(file('messages_0.duckdb.unreadable')), true);

  await writeFile(file('messages_1.duckdb'), 'no database');
  const third = await again();
  assert.equal(reports.length, 2, 'each damaged index is reported once');
  await third.store.append([message('c')]);
  await third.store.settled();
  assert.ok((await texts(third)).includes('c'));
  assert.equal(third.store.indices().at(-1)?.name, 'messages_2', 'the name of a damaged index is not used again');
  await third.close();
  const fourth = await again();
  assert.equal(reports.length, 2);
  assert.ok((await texts(fourth)).includes('c'));
});
