// Several index sets work after a crash, after failures of the database, and with files that users have changed.
import assert from 'node:assert/strict';
import { appendFile, cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { DuckDBConnection } from '@duckdb/node-api';
import { indexSets, StoreClosedError } from '../../../../host/server/store/index.js';
import { defaultIndexSet, type IndexSetDocument } from '../../../../host/server/store/index-set.js';
import { encodeRecord } from '../../../../host/server/store/journal-format.js';
import { encodeMessage } from '../../../../host/server/store/record.js';
import type { IncomingMessage } from '../../../../host/server/store/types.js';
import { open, temporaryDirectory } from './opened-store.js';
import { add, all, audit, counts, fast, found, setOf, to, upTo, web, webId } from './several-sets.js';
import { until } from '../../../until.js';
import { untyped } from '../../../untyped.js';

test('after a crash each index set continues at its journal position, and contains no message twice', async (context) => {
  const path = await temporaryDirectory(context);
  // With such rare maintenance, sets without new messages do not store the journal's position.
  const rare = { ...fast, maintenanceIntervalMs: 3_600_000 };
  const { store, documents } = await open(context, path, rare, undefined, setOf);
  await add(store, documents, web, audit);
  await store.append(upTo(20).map((n) => to(['default', 'a'], n)));
  await store.settled();
  await store.append(upTo(20, 20).map((n) => to(['default'], n)));
  await store.settled();
  const crashed = await temporaryDirectory(context);
  await cp(path, crashed, { recursive: true });
  const again = await open(context, crashed, rare, undefined, setOf);
  await again.store.settled();
  assert.deepEqual(counts(again.store), { messages_0: 40, web_0: 20, audit_0: 0 });
  assert.deepEqual(await found(again.store, all), upTo(40));
  await again.store.append([to(['b'], 40)]);
  await again.store.settled();
  assert.deepEqual(await found(again.store, all), upTo(41));
});

/** Puts an acknowledged message into the journal but into no index, as after a crash. */
async function acknowledge(path: string, sent: IncomingMessage, id: string): Promise<void> {
  const journal = join(path, 'journal');
  const newest = (await readdir(journal)).sort().at(-1) ?? '';
  await appendFile(join(journal, newest), encodeRecord(encodeMessage(sent, id, sent.receivedAt)));
}

test('a second crash does not duplicate messages that were loaded after the first crash', async (context) => {
  const path = await temporaryDirectory(context);
  const rare = { ...fast, maintenanceIntervalMs: 3_600_000 };
  const first = await open(context, path, rare, undefined, setOf);
  await add(first.store, first.documents, web);
  await first.close();
  await acknowledge(path, to(['a'], 0), '01ARZ3NDEKTSV4RRFFQ69G5FA0');
  const second = await open(context, path, rare, undefined, setOf);
  await second.store.settled();
  assert.deepEqual(counts(second.store), { messages_0: 0, web_0: 1 });
  // The first index set has not stored the new journal position yet.
  for (const sent of [1, 0]) {
    const crashed = await temporaryDirectory(context);
    await cp(path, crashed, { recursive: true });
    if (sent) await acknowledge(crashed, to(['a'], 1), '01ARZ3NDEKTSV4RRFFQ69G5FA1');
    const { store } = await open(context, crashed, rare, undefined, setOf);
    await store.settled();
    assert.deepEqual(await found(store, all), upTo(1 + sent));
  }
});

/** Message that the database refuses; the store omits it after some attempts, one second apart. */
const unstorable: IncomingMessage = { ...to(['a'], 9), receivedAt: 1e19 };

test('while messages cannot be stored, indices are removed and deferred tasks run', async (context) => {
  const path = await temporaryDirectory(context);
  const { store, documents } = await open(context, path, fast, undefined, setOf);
  await add(store, documents, web);
  await store.append([to(['a'], 0)]);
  await store.settled();
  await store.cycle(webId);
  await store.append([unstorable, to(['default', 'a'], 1)]);
  await store.deleteIndex('web_0');
  const { loaded } = store.journal;
  await Promise.all([
    until('the file is gone', async () => !(await readdir(join(path, 'indices'))).includes('web_0.duckdb')),
    store.cycle(),
  ]);
  assert.equal(store.journal.loaded, loaded, 'the messages are not stored yet');
  // A set may be deleted while a batch is being loaded into it, and another one created.
  await indexSets(documents).delete(webId);
  await store.removeIndexSet(webId, true);
  await add(store, documents, audit);
  await store.settled();
  assert.deepEqual(await found(store, all), [1]);
});

test('closing a store whose messages cannot be stored rejects all waiting calls', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), fast);
  await store.append([unstorable]);
  const pending = [store.cycle(), store.optimise(), store.settled()];
  const ended = Promise.allSettled(pending);
  await store.close();
  await ended;
  await assert.rejects(store.cycle(), StoreClosedError);
});

test('a failing index set does not prevent retention in other index sets', async (context) => {
  const path = await temporaryDirectory(context);
  const { store, documents } = await open(context, path, fast, undefined, setOf);
  await add(store, documents, web);
  await indexSets(documents).put(untyped<IndexSetDocument>({ ...defaultIndexSet, rotation: null }));
  for (const n of upTo(3)) {
    await store.append([to(['a'], n)]);
    await store.settled();
    await store.cycle(webId);
  }
  await store.deleteIndex('web_0');
  await indexSets(documents).put({ ...web, maxIndices: 2 });
  await until('the files of the indices are removed', async () => {
    const files = await readdir(join(path, 'indices'));
    return !files.includes('web_0.duckdb') && !files.includes('web_1.duckdb');
  });
  assert.deepEqual(await found(store, all), [2]);
});

test('an index set that could not be added can be added later, with its existing files', async (context) => {
  const path = await temporaryDirectory(context);
  const { store, documents } = await open(context, path, fast, undefined, setOf);
  await add(store, documents, web);
  await store.append([to(['a'], 0)]);
  await store.settled();
  await store.cycle(webId);
  await indexSets(documents).delete(webId);
  await store.removeIndexSet(webId, false);
  await until('the files are released', () => store.removals().length === 0);
  await store.append([to(['default'], 1)]);
  await store.settled();
  const { run } = DuckDBConnection.prototype;
  const addFailing = async (statement: RegExp): Promise<void> => {
    const mock = context.mock.method(
      DuckDBConnection.prototype,
      'run',
      function (this: DuckDBConnection, ...given: Parameters<typeof run>) {
        return statement.test(given[0]) ? Promise.reject(new Error('The disk is full')) : run.apply(this, given);
      },
    );
    await assert.rejects(add(store, documents, web), /disk is full/);
    mock.mock.restore();
  };
  await addFailing(/^UPDATE "web_1".state/);
  await rm(join(path, 'indices', 'web_1.duckdb'));
  await addFailing(/^CHECKPOINT .*draft/);
  await add(store, documents, web);
  assert.deepEqual(await found(store, all), [0, 1]);
  assert.deepEqual(counts(store), { messages_0: 1, web_0: 1, web_1: 0 });
});

test('an index set that is removed before it is added gets no indices of another index set', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), fast, undefined, setOf);
  await store.addIndexSet(webId);
  await store.append([to(['default'], 0)]);
  await store.settled();
  assert.deepEqual(counts(store), { messages_0: 1 });
  assert.deepEqual(await found(store, all), [0]);
});

test('a deleted index set keeps its indices and its prefix until the store is notified', async (context) => {
  const { store, documents } = await open(context, await temporaryDirectory(context), fast, undefined, setOf);
  await add(store, documents, { ...web, retention: 'none' });
  const many = defaultIndexSet.maxIndices ?? 0;
  for (let n = 0; n <= many; n += 1) {
    await store.append([to(['a'], n)]);
    await store.settled();
    await store.cycle(webId);
  }
  await indexSets(documents).delete(webId);
  await store.cycle();
  await store.append([to(['a'], many + 1)]);
  await store.settled();
  await store.cycle(webId);
  const names = store.facts().flatMap(({ name, set }) => (set === webId ? [name] : []));
  assert.deepEqual(
    names.sort(),
    upTo(many + 3)
      .map((n) => `web_${n}`)
      .sort(),
  );
});
