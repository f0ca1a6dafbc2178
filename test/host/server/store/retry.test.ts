// Retrying a refused message stores it exactly once and removes it from the list of failures in the same transaction.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { DuckDBConnection } from '@duckdb/node-api';
import { IndexFile } from '../../../../host/server/store/index-file.js';
import { indexSets } from '../../../../host/server/store/index.js';
import { mostCharactersAtOnce } from '../../../../host/server/store/retry.js';
import type { MessageStore } from '../../../../host/server/store/types.js';
import { allMessages, message, open, temporaryDirectory } from './opened-store.js';
import { refuseBad } from './refused.js';
import { add, counts, found, fast, setOf, to, web } from './several-sets.js';

const quick = { retryIntervalMs: 1 };
const page = { offset: 0, limit: 10 };

async function load(store: MessageStore, ...texts: string[]): Promise<void> {
  await store.append(texts.map((text, at) => message(text, { n: at, user: 'ada' })));
  await store.settled();
}

const listed = async (store: MessageStore) =>
  (await store.failures(page)).failures.map(({ index, reason, tries, document }) => ({
    index,
    reason,
    tries,
    text: document === undefined ? undefined : (JSON.parse(document) as { message: string }).message,
  }));
const textsOf = async (store: MessageStore) => (await allMessages(store)).map((one) => String(one['message'])).sort();

test('a stored message is removed from the list; a message that fails again keeps its place with the new reason', async (context) => {
  const path = await temporaryDirectory(context);
  const say = refuseBad(context);
  const first = await open(context, path, quick);
  const { store } = first;
  await load(store, 'bad one', 'good', 'bad two');
  const [two, one] = (await store.failures(page)).failures;
  assert.ok(one && two);
  assert.deepEqual(await listed(store), [
    { index: 'messages_0', reason: 'no room for it', tries: 1, text: 'bad two' },
    { index: 'messages_0', reason: 'no room for it', tries: 1, text: 'bad one' },
  ]);
  // The index that refused the message is sealed before the message is retried.
  await store.cycle();
  say('still none');
  assert.deepEqual(await store.retry([one]), { stored: 0, refused: 1, missing: 0 });
  assert.deepEqual(
    (await listed(store)).map(({ index, reason, tries }) => [index, reason, tries]),
    [
      ['messages_0', 'no room for it', 1],
      ['messages_0', 'still none', 2],
    ],
  );
  say(undefined);
  assert.deepEqual(await store.retry([one, { index: 'messages_0', messageId: 'nobody' }]), {
    stored: 1,
    refused: 0,
    missing: 1,
  });
  const left = await store.failures(page);
  assert.deepEqual(
    [left.total, left.kept, left.failures.length, left.failures[0]?.messageId],
    [1, 1, 1, two.messageId],
  );
  assert.deepEqual(await textsOf(store), ['bad one', 'good']);
  assert.deepEqual(left.indices, [{ index: 'messages_0', failures: 1 }]);
  assert.equal(await store.countFailures(0), 1);
  assert.deepEqual(await store.retry([one]), { stored: 0, refused: 0, missing: 1 }, 'a stored message is not retried');
  const stored = (await allMessages(store)).find((each) => each['message'] === 'bad one');
  assert.deepEqual(
    [stored?.['_id'], stored?.['user'], stored?.['gl2_source_input']],
    [one.messageId, 'ada', 'input-1'],
  );
  await first.close();
  const second = await open(context, path, quick);
  assert.deepEqual(await second.store.failures(page), left, 'the list of failures is kept after a restart');
  assert.deepEqual(await second.store.retry(await second.store.keptMessages({})), {
    stored: 1,
    refused: 0,
    missing: 0,
  });
  assert.equal((await second.store.failures(page)).total, 0);
  assert.deepEqual(await textsOf(second.store), ['bad one', 'bad two', 'good']);
});

test('a transaction with unknown outcome neither duplicates nor loses a message', async (context) => {
  const say = refuseBad(context);
  const { store } = await open(context, await temporaryDirectory(context), quick);
  await load(store, 'bad one', 'bad two');
  say(undefined);
  const { run } = DuckDBConnection.prototype;
  for (const [at, isCommitted] of [true, false].entries()) {
    const [wanted] = await store.keptMessages({});
    assert.ok(wanted);
    const failing = context.mock.method(
      DuckDBConnection.prototype,
      'run',
      async function (this: DuckDBConnection, ...given: Parameters<typeof run>) {
        if (given[0] !== 'COMMIT') return run.apply(this, given);
        if (isCommitted) await run.apply(this, given);
        throw new Error('The server has ended');
      },
    );
    await assert.rejects(store.retry([wanted]), /server has ended/);
    failing.mock.restore();
    assert.equal((await store.failures(page)).total, 1);
    assert.equal((await textsOf(store)).length, 1, `the outcome is correct in round ${at}`);
  }
  await store.retry(await store.keptMessages({}));
  assert.deepEqual(await textsOf(store), ['bad one', 'bad two']);
  assert.equal((await store.failures(page)).total, 0);
});

test('two concurrent retries of a message store it once', async (context) => {
  const say = refuseBad(context);
  const { store } = await open(context, await temporaryDirectory(context), quick);
  await load(store, 'bad one');
  say(undefined);
  const wanted = await store.keptMessages({});
  const outcomes = await Promise.all([store.retry(wanted), store.retry(wanted), store.retry([...wanted, ...wanted])]);
  assert.equal(
    outcomes.reduce((sum, { stored }) => sum + stored, 0),
    1,
  );
  assert.deepEqual(await textsOf(store), ['bad one']);
});

test('a retry reads only a few long messages at a time', async (context) => {
  const say = refuseBad(context);
  const { store } = await open(context, await temporaryDirectory(context), quick);
  const long = 'x'.repeat(mostCharactersAtOnce / 3);
  await load(store, ...Array.from({ length: 7 }, (_, at) => `bad ${at} ${long}`), 'bad short', 'bad too');
  say(undefined);
  const read: number[] = [];
  const { load: loadIndex } = IndexFile.prototype;
  context.mock.method(IndexFile.prototype, 'load', function (this: IndexFile, ...given: Parameters<typeof loadIndex>) {
    read.push(given[1].length);
    return loadIndex.apply(this, given);
  });
  assert.deepEqual(await store.retry(await store.keptMessages({})), { stored: 9, refused: 0, missing: 0 });
  assert.deepEqual(read, [2, 2, 2, 3]);
});

test('failures are found by index, id, reason and, for users with permission, text', async (context) => {
  refuseBad(context);
  const { store } = await open(context, await temporaryDirectory(context), quick);
  await load(store, 'good', 'bad Apple', 'bad pear');
  await store.append([message('n', { n: 'no number' })]);
  await store.settled();
  const count = async (text: string, inDocuments = false) => {
    const { total, kept, failures } = await store.failures({ ...page, text, inDocuments });
    assert.equal(failures.length, total);
    assert.equal((await store.keptMessages({ text, inDocuments })).length, kept);
    return [total, kept];
  };
  assert.deepEqual(await count(''), [3, 2]);
  assert.deepEqual(await count('NO ROOM'), [2, 2]);
  assert.deepEqual(await count('is no long'), [1, 0]);
  assert.deepEqual(await count('apple'), [0, 0]);
  assert.deepEqual(await count('apple', true), [1, 1]);
  assert.deepEqual(await count('%'), [0, 0]);
  assert.deepEqual(await count("'"), [0, 0]);
});

async function twoSets(context: TestContext, refusing?: string) {
  const say = refuseBad(context, refusing);
  const opened = await open(context, await temporaryDirectory(context), { ...fast, ...quick }, undefined, setOf);
  await add(opened.store, opened.documents, web);
  const both = (n: number) => ({ ...to(['default', 'a'], n), message: `bad ${n}` });
  await opened.store.append([to(['default'], 0), both(1), both(2), both(3)]);
  await opened.store.settled();
  return { ...opened, say };
}

test('a retried message of two index sets is stored in both, found once, and stays while one of them retains it', async (context) => {
  const { store, say } = await twoSets(context);
  await store.cycle();
  say(undefined);
  const failed = await store.keptMessages({});
  assert.equal(failed.length, 6);
  // These messages failed in the index set `web` only, and are found by a retry there.
  const copies = failed.filter(({ index }) => index === 'web_0');
  assert.deepEqual(await store.retry(copies.slice(0, 1)), { stored: 1, refused: 0, missing: 0 });
  assert.equal((await store.failures(page)).total, 5);
  assert.deepEqual(await found(store, ['default', 'a']), [0, 1]);
  // These copies failed in the default index set.
  const homes = failed.filter(({ index }) => index === 'messages_0');
  await store.retry(homes);
  await store.cycle();
  await store.retry(copies);
  assert.equal((await store.failures(page)).total, 0);
  assert.deepEqual(await found(store, ['default', 'a']), [0, 1, 2, 3]);
  assert.ok(await store.deleteIndex('messages_1'));
  assert.deepEqual(await found(store, ['a']), [1, 2, 3]);
});

test('a message that is refused again in one index set stays listed in both', async (context) => {
  const { store, say } = await twoSets(context);
  say('no');
  const failed = await store.keptMessages({});
  const copies = failed.filter(({ index }) => index === 'web_0');
  assert.deepEqual(await store.retry(copies), { stored: 0, refused: 3, missing: 0 });
  assert.equal((await store.failures(page)).total, 6);
});

for (const first of ['messages_0', 'web_0'])
  test(`a message that one index set refuses is found in the other, and once after a retry, also after the deletion of ${first}`, async (context) => {
    const { store, say } = await twoSets(context, 'messages');
    assert.deepEqual(counts(store), { messages_0: 1, web_0: 3 });
    assert.deepEqual(await found(store, ['default', 'a']), [0, 1, 2, 3]);
    await store.cycle();
    await store.cycle(web.id);
    say(undefined);
    const wanted = await store.keptMessages({});
    assert.deepEqual(await store.retry(wanted), { stored: 3, refused: 0, missing: 0 });
    assert.deepEqual(counts(store), { messages_0: 1, messages_1: 3, web_0: 3, web_1: 0 });
    assert.deepEqual(await found(store, ['default', 'a']), [0, 1, 2, 3]);
    assert.ok(await store.deleteIndex(first));
    const left = first === 'web_0' ? [0, 1, 2, 3] : [1, 2, 3];
    assert.deepEqual(await found(store, ['default', 'a']), left);
  });

test('copies that are loaded after a crash are found although their first index set refused the message', async (context) => {
  const path = await temporaryDirectory(context);
  refuseBad(context, 'messages');
  const { load } = IndexFile.prototype;
  const broken = context.mock.method(
    IndexFile.prototype,
    'load',
    function (this: IndexFile, ...given: Parameters<typeof load>) {
      return this.name === 'web_0' ? Promise.reject(new Error('The server has ended')) : load.apply(this, given);
    },
  );
  const first = await open(context, path, { ...fast, ...quick }, undefined, setOf);
  await add(first.store, first.documents, web);
  await first.store.append([{ ...to(['default', 'a'], 1), message: 'bad 1' }]);
  await assert.rejects(first.store.settled());
  await first.close();
  broken.mock.restore();
  const { store } = await open(context, path, { ...fast, ...quick }, undefined, setOf);
  await store.settled();
  assert.deepEqual(await found(store, ['default', 'a']), [1]);
});

test('failures of a deleted index set are not listed', async (context) => {
  const { store, documents } = await twoSets(context);
  await indexSets(documents).delete(web.id);
  await store.removeIndexSet(web.id, true);
  assert.equal((await store.failures(page)).total, 3);
});
