import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../../../../host/server/store/database.js';
import type { StoredIndex } from '../../../../host/server/store/types.js';
import { message, onlyIndex, open, stream, temporaryDirectory } from './opened-store.js';

const told = ({ fieldsOfStreams }: StoredIndex) =>
  Object.fromEntries([...fieldsOfStreams].map(([id, names]) => [id, [...names].sort()]).sort());

test('which streams have which fields is known, batch after batch and after a restart', async (context) => {
  const path = await temporaryDirectory(context);
  const first = await open(context, path);
  await first.store.append([
    { ...message('a', { user: 'ann', took: 5 }), streams: [stream, 'other'] },
    { ...message('b', { took: 1 }), streams: ['third'] },
  ]);
  await first.store.settled();
  const before = { [stream]: ['took', 'user'], other: ['took', 'user'], third: ['took'] };
  assert.deepEqual(told(onlyIndex(first.store)), before);
  await first.store.append([
    { ...message('c', { took: 0.5, late: true }), streams: ['third'] },
    // A value that does not fit its column is still a field of the message.
    { ...message('d', { took: 'soon' }), streams: ['fourth'] },
  ]);
  await first.store.settled();
  const after = { ...before, third: ['late', 'took'], fourth: ['took'] };
  assert.deepEqual(told(onlyIndex(first.store)), after);
  await first.close();
  const second = await open(context, path);
  assert.deepEqual(told(onlyIndex(second.store)), after);
});

test('a file of a version that did not know yet is looked through once', async (context) => {
  const path = await temporaryDirectory(context);
  const first = await open(context, path);
  await first.store.append([
    { ...message('a', { user: 'ann', took: 5 }), streams: [stream, 'other'] },
    { ...message('b', { took: 1 }), streams: ['third'] },
    { ...message('c'), streams: ['empty'] },
  ]);
  await first.store.settled();
  const { name } = onlyIndex(first.store);
  await first.close();
  const file = join(path, 'indices', `${name}.duckdb`);
  const instance = await openDatabase({
    path: file,
    threads: 1,
    memoryBytes: 128 * 1024 * 1024,
    checkpointBytes: 1024 * 1024,
    temporaryDirectory: join(path, 'temporary'),
    allowedDirectory: path,
  });
  const connection = await instance.connect();
  await connection.run('DROP TABLE stream_fields');
  await connection.run('CHECKPOINT');
  connection.disconnectSync();
  instance.closeSync();
  for (let start = 1; start <= 2; start += 1) {
    const again = await open(context, path);
    const { empty: _none, ...fields } = told(onlyIndex(again.store));
    assert.deepEqual(fields, { [stream]: ['took', 'user'], other: ['took', 'user'], third: ['took'] });
    await again.close();
  }
});
