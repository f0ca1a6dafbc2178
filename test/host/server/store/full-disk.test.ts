/**
 * Tests a store on a disk that becomes full. Acknowledged messages must be stored exactly once; other messages are
 * refused. When space is freed, everything must continue.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { DuckDBConnection } from '@duckdb/node-api';
import { createLog } from '../../../../host/server/log/log.js';
import {
  indexSets,
  isDiskFull,
  openDocuments,
  openStore,
  StoreFullError,
  type StoreLimits,
} from '../../../../host/server/store/index.js';
import { JournalWriteError } from '../../../../host/server/store/journal-writer.js';
import type { MessageStore } from '../../../../host/server/store/types.js';
import { until } from '../../../until.js';
import { allMessages, message, open, temporaryDirectory } from './opened-store.js';

const MiB = 1024 * 1024;

/**
 * Mounts a small file system.
 * @returns its directory; undefined: the file system cannot be mounted, and the test is skipped
 */
async function smallDisk(context: TestContext, megabytes: number): Promise<string | undefined> {
  const path = await temporaryDirectory(context);
  try {
    if (process.platform !== 'linux') throw new Error('Only Linux has such file systems');
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    context.skip('mounting a small file system needs root on Linux');
    return undefined;
  }
  return path;
}

/** Runs a test with a store that must recover without being opened again. */
async function withStore(
  path: string,
  limits: Partial<StoreLimits>,
  work: (store: MessageStore, failures: () => (Error | undefined)[]) => Promise<void>,
): Promise<void> {
  const storeFailures: (Error | undefined)[] = [];
  try {
    const documents = await openDocuments({ directory: path });
    const [set] = indexSets(documents).all();
    if (set) await indexSets(documents).put({ ...set, maxIndices: null });
    const store = await openStore({
      directory: path,
      documents,
      nodeId: 'node-1',
      log: createLog('error', () => {}),
      limits: { memoryBytes: 512 * MiB, retryIntervalMs: 50, maintenanceIntervalMs: 50, ...limits },
      onFailure: (failure) => storeFailures.push(failure),
    });
    try {
      await work(store, () => storeFailures);
    } finally {
      await store.close();
      await documents.close();
    }
  } finally {
    execFileSync('umount', ['-l', path]);
  }
}

/** Fills the disk except for `leave` bytes. @returns a function that frees the space */
async function fill(path: string, leave = 0): Promise<() => Promise<void>> {
  const { bavail, bsize } = await statfs(path);
  const file = join(path, 'filler');
  await writeFile(file, Buffer.alloc(Math.max(0, bavail * bsize - leave), 1));
  return () => rm(file);
}

const batch = (from: number, count = 50, text = 'some words to store '.repeat(40)) =>
  Array.from({ length: count }, (_, at) => message(`number ${from + at} ${text}`, { n: from + at }));

/** Appends messages until one is refused. @returns number of acknowledged messages, and the refusal */
async function fillJournal(store: MessageStore, from: number): Promise<{ count: number; refusal: unknown }> {
  let count = 0;
  for (;;) {
    try {
      await store.append(batch(from + count));
    } catch (refusal) {
      return { count, refusal };
    }
    count += 50;
    assert.ok(count < 100_000, 'the disk became full');
  }
}

async function allOnce(store: MessageStore, count: number): Promise<void> {
  const found = (await allMessages(store)).map(({ n }) => Number(n)).sort((a, b) => a - b);
  assert.deepEqual(
    found,
    Array.from({ length: count }, (_, at) => at),
  );
}

const isFull = (store: MessageStore, failures: () => (Error | undefined)[]) => () =>
  store.pressure === 'full' && isDiskFull(failures().at(-1));

test('a journal without space refuses messages, and stores acknowledged ones when space is freed', async (context) => {
  const path = await smallDisk(context, 64);
  if (path === undefined) return;
  await withStore(path, {}, async (store, failures) => {
    await store.append(batch(0));
    await store.settled();
    const free = await fill(path, 2 * MiB);
    const { count, refusal } = await fillJournal(store, 50);
    assert.ok(refusal instanceof StoreFullError, String(refusal));
    await until('the store reports that the disk is full', isFull(store, failures));
    await assert.rejects(store.append(batch(0)), StoreFullError);
    assert.ok((await allMessages(store)).length >= 50, 'reading works while the disk is full');
    await free();
    await until('the store accepts messages again', () => store.pressure === 'open');
    await store.append(batch(50 + count));
    await store.settled();
    await until('the last attempt has no failure', () => failures().at(-1) === undefined);
    await allOnce(store, 100 + count);
  });
});

test('loading waits for space; a new index and its inverted index follow when space is freed', async (context) => {
  const path = await smallDisk(context, 96);
  if (path === undefined) return;
  await withStore(
    path,
    { wordsFrom: 100, wordBlockRows: 256, wordsRestMs: 50, checkpointBytes: MiB },
    async (store, failures) => {
      await store.append(batch(0, 1000));
      await store.settled();
      // There is space for some more messages in the journal, but not in the index.
      const free = await fill(path, 700 * 1024);
      await store.append(batch(1000, 400));
      await until('loading the messages into the index fails', () =>
        failures().some((failure) => isDiskFull(failure) && !(failure instanceof JournalWriteError)),
      );
      await assert.rejects(store.cycle(), isDiskFull);
      const { count } = await fillJournal(store, 1400);
      await free();
      await until('the store accepts messages again', () => store.pressure === 'open');
      await until('all acknowledged messages are stored', async () => {
        await store.settled().catch(() => undefined);
        return store.journal.loaded >= 1400 + count;
      });
      await until('a new index can be begun', () => store.cycle().catch(() => false));
      await store.append(batch(1400 + count, 600));
      await store.settled();
      await allOnce(store, 2000 + count);
      assert.ok(store.facts().length >= 2);
      await until('the words of each index can be looked up', () =>
        store.indices().every(({ messages, words }) => messages < 256 || words !== undefined),
      );
    },
  );
});

test('a load and a rotation that failed for lack of space are repeated', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), { retryIntervalMs: 1 });
  await store.append(batch(0));
  await store.settled();
  const { run } = DuckDBConnection.prototype;
  let full = 0;
  const disk = context.mock.method(
    DuckDBConnection.prototype,
    'run',
    function (this: DuckDBConnection, ...given: Parameters<typeof run>) {
      if (given[0] !== 'COMMIT' && !/^ATTACH .*\.draft'/.test(given[0])) return run.apply(this, given);
      full += 1;
      return Promise.reject(new Error('IO Error: Could not write file: No space left on device'));
    },
  );
  await assert.rejects(store.cycle(), isDiskFull);
  await store.append(batch(50));
  await until('storing was attempted more than five times', () => full > 5);
  await assert.rejects(store.settled(), isDiskFull);
  assert.equal(store.facts().length, 1);
  assert.equal((await allMessages(store)).length, 50, 'no part of an incomplete batch is found');
  disk.mock.restore();
  await until('all acknowledged messages are stored', () => store.journal.loaded === 100);
  assert.equal(
    (await store.failures({ offset: 0, limit: 1 })).total,
    0,
    'a full disk is not recorded as a failure of messages',
  );
  assert.equal(await store.cycle(), true);
  await store.append(batch(100));
  await store.settled();
  assert.deepEqual(
    store.facts().map(({ messages }) => messages),
    [100, 50],
  );
  await allOnce(store, 150);
});
