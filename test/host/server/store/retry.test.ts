// Messages that the database refused are tried again: what is stored leaves the list in the same transaction, and is there once.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { DuckDBConnection } from '@duckdb/node-api';
import { indexSets } from '../../../../host/server/store/index.js';
import type { MessageStore } from '../../../../host/server/store/types.js';
import { allMessages, message, open, temporaryDirectory } from './opened-store.js';
import { refuseBad } from './refused.js';
import { add, found, fast, setOf, to, web } from './several-sets.js';

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

test('what is stored at last leaves the list, what fails again keeps its place with the new reason', async (context) => {
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
  // The index that refused it is complete when it is tried again.
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
  assert.deepEqual(await store.retry([one]), { stored: 0, refused: 0, missing: 1 }, 'not twice');
  const stored = (await allMessages(store)).find((each) => each['message'] === 'bad one');
  assert.deepEqual(
    [stored?.['_id'], stored?.['user'], stored?.['gl2_source_input']],
    [one.messageId, 'ada', 'input-1'],
  );
  await first.close();
  const second = await open(context, path, quick);
  assert.deepEqual(await second.store.failures(page), left, 'also after a restart');
  assert.deepEqual(await second.store.retry(await second.store.keptMessages({})), {
    stored: 1,
    refused: 0,
    missing: 0,
  });
  assert.equal((await second.store.failures(page)).total, 0);
  assert.deepEqual(await textsOf(second.store), ['bad one', 'bad two', 'good']);
});

test('a transaction of which nobody knows whether it came to its end neither doubles a message nor loses it', async (context) => {
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
    assert.equal((await textsOf(store)).length, 1, `round ${at}`);
  }
  await store.retry(await store.keptMessages({}));
  assert.deepEqual(await textsOf(store), ['bad one', 'bad two']);
  assert.equal((await store.failures(page)).total, 0);
});

test('two who try the same message again store it once', async (context) => {
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

test('failures are found by index, id, reason and, for those who may see it, what the message says', async (context) => {
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

async function twoSets(context: TestContext) {
  const say = refuseBad(context);
  const opened = await open(context, await temporaryDirectory(context), { ...fast, ...quick }, undefined, setOf);
  await add(opened.store, opened.documents, web);
  const both = (n: number) => ({ ...to(['default', 'a'], n), message: `bad ${n}` });
  await opened.store.append([to(['default'], 0), both(1), both(2), both(3)]);
  await opened.store.settled();
  return { ...opened, say };
}

test('a message of two sets is stored in both, found once, and stays while one of them keeps it', async (context) => {
  const { store, say } = await twoSets(context);
  await store.cycle();
  say(undefined);
  const failed = await store.keptMessages({});
  assert.equal(failed.length, 6);
  // The copy alone: the message comes first all the same.
  const copies = failed.filter(({ index }) => index === 'web_0');
  assert.deepEqual(await store.retry(copies.slice(0, 1)), { stored: 1, refused: 0, missing: 0 });
  assert.equal((await store.failures(page)).total, 4);
  assert.deepEqual(await found(store, ['default', 'a']), [0, 1]);
  // The message alone, and its copy later.
  const homes = failed.filter(({ index }) => index === 'messages_0');
  await store.retry(homes);
  await store.cycle();
  await store.retry(copies);
  assert.equal((await store.failures(page)).total, 0);
  assert.deepEqual(await found(store, ['default', 'a']), [0, 1, 2, 3]);
  assert.ok(await store.deleteIndex('messages_1'));
  assert.deepEqual(await found(store, ['a']), [1, 2, 3]);
});

test('a copy is not stored while the message is not', async (context) => {
  const { store, say } = await twoSets(context);
  say('no');
  const failed = await store.keptMessages({});
  const copies = failed.filter(({ index }) => index === 'web_0');
  assert.deepEqual(await store.retry(copies), { stored: 0, refused: 3, missing: 0 });
  assert.equal((await store.failures(page)).total, 6);
});

test('messages of a set that is no more are not listed', async (context) => {
  const { store, documents } = await twoSets(context);
  await indexSets(documents).delete(web.id);
  await store.removeIndexSet(web.id, true);
  assert.equal((await store.failures(page)).total, 3);
});
