// Tests the counts of how often searches read an index.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReadsOfIndices } from '../../../../host/server/store/index-reads.js';
import { message, open, temporaryDirectory } from './opened-store.js';

test('the indices that a statement reads share its duration; selecting rows by number counts as fetching', () => {
  const reads = new ReadsOfIndices();
  reads.statement('SELECT ts FROM "a_0".messages WHERE rowid < 9 UNION ALL SELECT ts FROM "b-1".messages', 10);
  reads.statement('SELECT ts FROM "a_0".messages UNION ALL SELECT ts FROM "a_0".messages', 4);
  reads.statement('SELECT * FROM "a_0".messages WHERE rowid BETWEEN 1 AND 3 AND rowid IN (SELECT 1)', 2);
  reads.statement('SELECT * FROM "a_0".messages WHERE id = $1 LIMIT 1', 3);
  reads.statement('SELECT count(*) FROM "a_0".failures', 100);
  reads.lookUp('b-1', 1);
  assert.deepEqual(reads.of('a_0'), { queries: 2, queryMs: 9, fetches: 2, fetchMs: 5 });
  assert.deepEqual(reads.of('b-1'), { queries: 2, queryMs: 6, fetches: 0, fetchMs: 0 });
  reads.forget('a_0');
  assert.equal(reads.of('a_0').queries, 0);
});

test('reads of users are counted, also failed reads, but not reads of the server itself', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context));
  await store.append([message('one')]);
  await store.settled();
  const asker = { username: 'ada', rank: 'interactive' } as const;
  const sql = 'SELECT count(*) AS found FROM "messages_0".messages';
  await store.query(sql, []);
  assert.equal(store.reads.of('messages_0').queries, 0);
  await store.query(sql, [], undefined, asker);
  for await (const _part of store.stream(sql, [], undefined, asker)) break;
  await assert.rejects(store.query(`${sql} WHERE nothing = 1`, [], undefined, asker));
  const { queries, queryMs, fetches } = store.reads.of('messages_0');
  assert.deepEqual([queries, fetches], [3, 0]);
  assert.ok(queryMs > 0);
});
