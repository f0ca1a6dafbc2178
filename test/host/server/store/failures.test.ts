// Messages that the database refuses are omitted, listed with the reason, and kept until a retry.
import { DuckDBInstance } from '@duckdb/node-api';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  createFailures,
  maxKeptCharacters,
  maxKeptDocuments,
  refusal,
  writeFailures,
} from '../../../../host/server/store/failures.js';
import { allMessages, message, open, temporaryDirectory } from './opened-store.js';

/** Returns a message that the database refuses because of its time of receipt (NaN). */
const bad = (text: string) => ({ ...message(text, { n: 9007199254740993n, user: 'ada' }), receivedAt: Number.NaN });

test('a message that the database refuses is omitted and listed with its reason, also after a restart', async (context) => {
  const path = await temporaryDirectory(context);
  const first = await open(context, path, { retryIntervalMs: 1 });
  await first.store.append([message('one'), bad('two'), message('three')]);
  await first.store.settled();
  const texts = (await allMessages(first.store)).map((found) => found['message']);
  assert.deepEqual(texts.sort(), ['one', 'three']);
  const listed = await first.store.failures({ offset: 0, limit: 10 });
  const [failure] = listed.failures;
  assert.deepEqual([listed.total, listed.failures.length, failure?.index, failure?.field], [1, 1, 'messages_0', '']);
  assert.match(failure?.reason ?? '', /NaN/);
  const document = failure?.document ?? '';
  assert.match(document, /"n":9007199254740993[,}]/);
  assert.deepEqual((JSON.parse(document) as { message: string; user: string }).message, 'two');
  assert.equal(await first.store.countFailures(failure?.time ?? 0), 1);
  assert.equal(await first.store.countFailures((failure?.time ?? 0) + 1), 0);
  await first.close();
  const { store } = await open(context, path);
  assert.deepEqual(await store.failures({ offset: 0, limit: 10 }), listed);
});

for (const [what, columns] of [
  ['no refused messages', ['document', 'record', 'characters', 'home', 'refused']],
  ['only the displayed part of refused messages', ['record', 'characters', 'home', 'refused']],
] as const)
  test(`an index of an earlier version, which stored ${what}, gets the columns for failures`, async (context) => {
    const path = await temporaryDirectory(context);
    const first = await open(context, path, { retryIntervalMs: 1 });
    await first.store.append([message('one', { n: 1 }), message('two', { n: 'x' }), bad('old')]);
    await first.store.settled();
    await first.close();
    const instance = await DuckDBInstance.create(join(path, 'indices', 'messages_0.duckdb'));
    const connection = await instance.connect();
    for (const column of columns) await connection.run(`ALTER TABLE failures DROP COLUMN ${column}`);
    await connection.run('DROP TABLE retries');
    connection.disconnectSync();
    instance.closeSync();
    const { store } = await open(context, path, { retryIntervalMs: 1 });
    await store.append([bad('three')]);
    await store.settled();
    const { failures, kept } = await store.failures({ offset: 0, limit: 10 });
    const facts = failures.map(({ field, document, isRefused, isKept }) => [
      field,
      document !== undefined,
      isRefused,
      isKept,
    ]);
    const old = columns.length === 5 ? ['', false, false, false] : ['', true, true, false];
    assert.deepEqual(facts.sort(), [old, ['', true, true, true], ['n', false, false, false]].sort());
    assert.equal(kept, 1);
    assert.deepEqual(await store.retry(await store.keptMessages({})), { stored: 1, refused: 0, missing: 0 });
  });

test('a limited number of refused messages is kept, and long ones are truncated', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await createFailures(connection, 'memory');
  const accepted = { ...message('x'.repeat(100_000)), id: 'm', processedAt: 1, size: 1 };
  const long = refusal(accepted, new Error(`first line ${'y'.repeat(1000)}\nsecond`));
  assert.ok((long.document?.length ?? 0) < 20_000 && long.reason.length === 500 && !long.reason.includes('second'));
  const batch = Array.from({ length: 300 }, () => ({ ...long, document: '{}', record: '[]' }));
  for (let before = 0; before < 3000; before += 300)
    await writeFailures(connection, { name: 'memory', catalog: 'memory' }, batch, before, before + 300);
  const rows = await connection.runAndReadAll('SELECT count(*), count(document), min(number) FROM failures');
  const [all, kept, least] = (rows.getRows()[0] ?? []).map(Number);
  assert.deepEqual([all, kept, least], [3000, maxKeptDocuments, 1]);
  // Many failures of single values do not evict refused messages, which are stored nowhere else.
  const value = { messageId: 'v', field: 'n', reason: 'no', time: 1 };
  const flood = Array.from({ length: 4000 }, () => value);
  for (let before = 3000; before < 23_000; before += 4000)
    await writeFailures(connection, { name: 'memory', catalog: 'memory' }, flood, before, before + 4000);
  const after = await connection.runAndReadAll('SELECT count(record), count(*) FILTER (NOT refused) FROM failures');
  const [messages = 0, values = 0] = (after.getRows()[0] ?? []).map(Number);
  assert.ok(
    messages === maxKeptDocuments && values >= 10_000 && values <= 11_000,
    `${messages} messages and ${values} values are kept`,
  );
  // The total number of characters of refused messages is limited as well.
  const large = { ...long, document: '{}', record: 'x'.repeat(maxKeptCharacters / 4) };
  for (let number = 23_000; number < 23_006; number += 1)
    await writeFailures(connection, { name: 'memory', catalog: 'memory' }, [large], number, number + 1);
  const large4 = await connection.runAndReadAll(
    'SELECT count(record), min(number) FILTER (record IS NOT NULL) FROM failures',
  );
  assert.deepEqual((large4.getRows()[0] ?? []).map(Number), [4, 23_003]);
  connection.disconnectSync();
  instance.closeSync();
});
