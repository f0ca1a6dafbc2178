// The server counts the daily intake of an index set and predicts when the disk is full.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysUntilFull, roomOf } from '../../../../host/server/entities/disk-forecast.js';
import { IndexGrowth } from '../../../../host/server/entities/index-growth.js';
import { defaultIndexSetId } from '../../../../host/server/store/index-set.js';
import type { MessageStore } from '../../../../host/server/store/types.js';
import { open, temporaryDirectory, withMethods } from '../store/opened-store.js';
import { add, fast, setOf, to, upTo, web, webId } from '../store/several-sets.js';

const day = 86_400_000;

test('the forecast predicts when growth fills the disk, and predicts no full disk if retention limits the growth before', () => {
  const full = (free: number, ...sets: [perDay: number, room: number][]) =>
    daysUntilFull(
      free,
      sets.map(([perDay, room]) => ({ perDay, room })),
    );
  assert.equal(full(100), undefined);
  assert.equal(full(100, [0, Infinity]), undefined);
  assert.equal(full(100, [10, Infinity]), 10);
  assert.equal(full(0, [10, Infinity]), 0);
  assert.equal(full(100, [10, 99]), undefined);
  assert.equal(full(100, [10, 100]), 10);
  // The first set grows by 20 in two days and then stays constant. The second set fills the remaining 80 in four days.
  assert.equal(full(100, [10, 20], [20, Infinity]), 4);
  assert.equal(full(100, [30, 30], [10, Infinity]), 7);
});

test('the room of an index set is the growth in bytes that its retention permits', () => {
  const { rotation } = web;
  const size = { messages: 100, bytes: 1000, perDay: 50 };
  const kept = { ...web, maxIndices: 10 };
  for (const [set, room] of [
    [{ ...kept, rotation: { ...rotation, maxBytes: 300 } }, 2000],
    [{ ...kept, rotation: { ...rotation, maxMessages: 50 } }, 4000],
    [{ ...kept, rotation: { ...rotation, maxMessages: 50, maxBytes: 300 } }, 2000],
    [{ ...kept, rotation: { ...rotation, period: 'P3D' } }, 500],
    [{ ...kept, rotation: { ...rotation, maxAgeMs: 3 * day } }, 500],
    [{ ...kept, rotation: { ...rotation, maxBytes: 10 } }, 0],
    [{ ...kept, rotation: { ...rotation, lifetime: { minDays: 30, maxDays: 40 } } }, 1000],
    [{ ...kept, rotation }, Infinity],
    [{ ...kept, maxIndices: null, rotation: { ...rotation, maxBytes: 300 } }, Infinity],
    [{ ...kept, retention: 'close' as const, rotation: { ...rotation, maxBytes: 300 } }, Infinity],
    [{ ...kept, writable: false, rotation: { ...rotation, maxBytes: 300 } }, Infinity],
  ] as const)
    assert.equal(roomOf(set, size), room, JSON.stringify(set));
});

/** Wraps a store with a disk of a given size, whose statements can be counted and delayed. */
const around = (
  store: MessageStore,
  freeBytes: number,
  ask: (sql: string, signal?: AbortSignal) => unknown,
): MessageStore =>
  withMethods(store, {
    disk: () => Promise.resolve({ freeBytes, totalBytes: 2 * freeBytes }),
    query: async (...given) => {
      await ask(given[0], given[2]);
      return store.query(...given);
    },
  });

test('the server counts messages by day of receipt, and each index once', async (context) => {
  const { store, documents } = await open(context, await temporaryDirectory(context), fast, undefined, setOf);
  await add(store, documents, web);
  const now = Date.now() + 2 * day;
  const load = async (count: number, daysAgo: number, stream = 'default'): Promise<void> => {
    await store.append(upTo(count).map((n) => ({ ...to([stream], n), receivedAt: now - daysAgo * day })));
    await store.settled();
  };
  await load(5, 40);
  await load(10, 2);
  await store.cycle();
  await load(20, 1);
  await load(30, 0);
  await load(7, 0, 'a');
  const requests: string[] = [];
  let clock = now;
  const free = 10 * 1024 ** 3;
  const growth = new IndexGrowth(
    around(store, free, (sql) => requests.push(sql)),
    documents,
    () => clock,
  );
  const found = await growth.of(defaultIndexSetId);
  assert.equal(found.days.length, 30);
  assert.equal(found.days.at(-1)?.date, new Date(now).toISOString().slice(0, 10));
  assert.deepEqual(
    found.days.slice(-4).map(({ messages }) => messages),
    [0, 10, 20, 30],
  );
  assert.equal(
    found.days.reduce((sum, { messages }) => sum + messages, 0),
    60,
  );
  const sizes = await store.diskBytes();
  const bytes = (name: string): number => sizes.get(name) ?? 0;
  assert.equal(found.days.at(-1)?.bytes, Math.round(bytes('messages_1') * 0.6));
  assert.deepEqual([found.is_complete, found.disk?.free_bytes], [true, free]);
  // The forecast covers all index sets, since the creation of their oldest index.
  const begun = Math.min(...store.facts().map(({ createdAt }) => createdAt));
  const came = (bytes('messages_0') * 10) / 15 + bytes('messages_1') + bytes('web_0');
  assert.equal(found.forecast?.bytes_per_day, Math.round((came * day) / (now - begun)));
  assert.equal((await growth.of(webId)).days.at(-1)?.messages, 7);
  assert.equal(requests.length, 3, 'known counts are not queried again');
  await load(1, 0);
  assert.equal(
    (await growth.of(defaultIndexSetId)).days.at(-1)?.messages,
    30,
    'the counts of the write index are cached for a while',
  );
  clock += 61_000;
  assert.equal((await growth.of(defaultIndexSetId)).days.at(-1)?.messages, 31);
  assert.equal(requests.length, 4, 'sealed indices are not counted again');
});

test('the server makes no forecast for a new store or when counting times out', async (context) => {
  const { store, documents } = await open(context, await temporaryDirectory(context), fast);
  await store.append([to(['default'], 0)]);
  await store.settled();
  const fresh = await new IndexGrowth(store, documents).of(defaultIndexSetId);
  assert.equal(fresh.forecast, null);
  assert.ok((fresh.disk?.free_bytes ?? 0) > 0);
  context.mock.method(AbortSignal, 'timeout', () => AbortSignal.abort());
  const late = await new IndexGrowth(store, documents, () => Date.now() + day).of(defaultIndexSetId);
  assert.deepEqual([late.is_complete, late.forecast], [false, null]);
});
