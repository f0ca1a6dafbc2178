import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../../../../host/server/store/database.js';
import type { StoredIndex } from '../../../../host/server/store/types.js';
import { message, onlyIndex, open, stream, temporaryDirectory } from './opened-store.js';

const fieldNames = ({ fieldsOfStreams }: StoredIndex) =>
  Object.fromEntries([...fieldsOfStreams].map(([id, names]) => [id, [...names].sort()]).sort());

test('the fields of each stream are recorded per batch and kept after a restart', async (context) => {
  const path = await temporaryDirectory(context);
  const first = await open(context, path);
  await first.store.append([
    { ...message('a', { user: 'ann', took: 5 }), streams: [stream, 'other'] },
    { ...message('b', { took: 1 }), streams: ['third'] },
  ]);
  await first.store.settled();
  const before = { [stream]: ['took', 'user'], other: ['took', 'user'], third: ['took'] };
  assert.deepEqual(fieldNames(onlyIndex(first.store)), before);
  await first.store.append([
    { ...message('c', { took: 0.5, late: true }), streams: ['third'] },
    // A value that does not fit its column is still a field of the message.
    { ...message('d', { took: 'soon' }), streams: ['fourth'] },
  ]);
  await first.store.settled();
  const after = { ...before, third: ['late', 'took'], fourth: ['took'] };
  assert.deepEqual(fieldNames(onlyIndex(first.store)), after);
  await first.close();
  const second = await open(context, path);
  assert.deepEqual(fieldNames(onlyIndex(second.store)), after);
});

const versions = {
  'did not record the fields of streams': 'DROP TABLE stream_fields',
  'did not record streams without fields': 'DELETE FROM stream_fields WHERE number < 0',
};
for (const [version, change] of Object.entries(versions))
  test(`a file of a version that ${version} is scanned once`, async (context) => {
    const path = await temporaryDirectory(context);
    const first = await open(context, path);
    await first.store.append([
      { ...message('a', { user: 'ann', took: 5 }), streams: [stream, 'other'] },
      { ...message('b', { took: 1 }), streams: ['third'] },
      { ...message('c'), streams: ['empty'] },
      { ...message('d'), streams: [] },
    ]);
    await first.store.settled();
    const { name } = onlyIndex(first.store);
    await first.close();
    await changeFile(path, name, change);
    for (let start = 1; start <= 2; start += 1) {
      const again = await open(context, path);
      const index = onlyIndex(again.store);
      const { empty: _none, '': _in, ...fields } = fieldNames(index);
      assert.deepEqual(fields, { [stream]: ['took', 'user'], other: ['took', 'user'], third: ['took'] });
      assert.deepEqual([...(index.knownStreams ?? [])].sort(), ['', stream, 'empty', 'other', 'third'].sort());
      await again.close();
    }
  });

/** Runs an SQL statement on the file of a closed index. */
async function changeFile(directory: string, name: string, sql: string): Promise<void> {
  const instance = await openDatabase({
    path: join(directory, 'indices', `${name}.duckdb`),
    threads: 1,
    memoryBytes: 128 * 1024 * 1024,
    checkpointBytes: 1024 * 1024,
    temporaryDirectory: join(directory, 'temporary'),
    allowedDirectory: directory,
  });
  const connection = await instance.connect();
  await connection.run(sql);
  await connection.run('CHECKPOINT');
  connection.disconnectSync();
  instance.closeSync();
}
