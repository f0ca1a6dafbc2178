// Messages are distributed to several index sets, found once, and retained per index set.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { indexSets } from '../../../../host/server/store/index.js';
import {
  defaultIndexSet,
  endOfPeriod,
  expired,
  isDue,
  type IndexSetDocument,
} from '../../../../host/server/store/index-set.js';
import { open, temporaryDirectory } from './opened-store.js';
import { add, all, audit, counts, fast, found, look, never, setOf, to, upTo, web, webId } from './several-sets.js';
import { until } from '../../../until.js';

const day = 86_400_000;
const hour = 3_600_000;

test('rotation periods end by the UTC calendar, whenever an index was created', () => {
  const at = (text: string): number => Date.parse(text);
  for (const [period, instant, end] of [
    ['P1D', '2024-02-01T09:30:00Z', '2024-02-02T00:00:00Z'],
    ['PT6H', '2024-02-01T13:30:00Z', '2024-02-01T18:00:00Z'],
    ['P1W', '2024-02-01T13:30:00Z', '2024-02-05T00:00:00Z'],
    ['P1M', '2024-01-31T23:59:59Z', '2024-02-01T00:00:00Z'],
    ['P3M', '2024-02-10T00:00:00Z', '2024-04-01T00:00:00Z'],
    ['P1Y', '2024-12-31T23:00:00Z', '2025-01-01T00:00:00Z'],
    ['PT1H', '2024-02-01T00:00:00Z', '2024-02-01T01:00:00Z'],
  ] as const)
    assert.equal(new Date(endOfPeriod(period, at(instant))).toISOString(), new Date(at(end)).toISOString(), period);
  assert.equal(endOfPeriod('nonsense', 0), Infinity);
});

test('rotation by time happens at the end of a period, and for empty indices only if configured', () => {
  const made = Date.parse('2024-02-01T22:00:00Z');
  const daily = { ...web, rotation: { ...never, period: 'P1D', rotateEmpty: false } };
  const figures = (now: number, messages = 1, emptyBefore = 0) => ({
    ...{ messages, emptyBefore },
    ...{ fileBytes: 1, ageMs: now - made },
  });
  assert.equal(isDue(daily, figures(made + 2 * hour - 1), made + 2 * hour - 1), false);
  assert.equal(isDue(daily, figures(made + 2 * hour), made + 2 * hour), true);
  assert.equal(isDue(daily, figures(made + day, 0), made + day), false);
  const empty = { ...daily, rotation: { ...daily.rotation, rotateEmpty: true } };
  assert.equal(isDue(empty, figures(made + day, 0), made + day), true);
  assert.equal(isDue({ ...daily, writable: false }, figures(made + day), made + day), false);
});

test('rotation creates a limited number of empty indices, and at most one per hour', () => {
  const made = Date.parse('2024-02-01T22:10:00Z');
  const rotation = { ...never, period: 'PT1S', rotateEmpty: true };
  const isDueAfter = (set: IndexSetDocument, ageMs: number, emptyBefore: number, messages = 0): boolean =>
    isDue(set, { messages, fileBytes: 1, ageMs, emptyBefore }, made + ageMs);
  const kept = { ...web, rotation, maxIndices: 3 };
  assert.equal(isDueAfter(kept, 60_000, 0), false);
  assert.equal(isDueAfter(kept, 60_000, 0, 1), true);
  assert.equal(isDueAfter(kept, 50 * 60_000, 0), true);
  // Rotation stays due until all kept indices are empty.
  assert.equal(isDueAfter(kept, day, 2), true);
  assert.equal(isDueAfter(kept, day, 3), false);
  assert.equal(isDueAfter(kept, day, 3, 1), true);
  for (const set of [
    { ...kept, maxIndices: null, retention: 'none' as const },
    { ...kept, maxIndices: 2 ** 31 - 1 },
  ])
    assert.equal(isDueAfter(set, day, 1000), false);
});

test('an empty set with rotation by time has as many empty indices as retention allows', async (context) => {
  const { store, documents } = await open(context, await temporaryDirectory(context), fast, undefined, setOf);
  let clock = Date.now();
  context.mock.method(Date, 'now', () => clock);
  await add(store, documents, {
    ...web,
    rotation: { ...never, period: 'PT1S', rotateEmpty: true },
    retention: 'none',
    maxIndices: null,
  });
  const own = (): number => store.facts().filter(({ set }) => set === webId).length;
  const counts: number[] = [];
  for (let passed = 1; passed <= 23; passed += 1) {
    clock += hour;
    // Two maintenance runs per hour must not create more than one empty index.
    await store.cycle();
    await store.cycle();
    counts.push(own());
  }
  assert.deepEqual(counts, [...upTo(20, 2), 21, 21, 21]);
});

test('rotation and retention follow a minimum and maximum number of days', () => {
  const set: IndexSetDocument = { ...web, rotation: { ...never, lifetime: { minDays: 30, maxDays: 40 } } };
  const GiB = 1024 ** 3;
  const figures = { messages: 1, fileBytes: 1, ageMs: 1, emptyBefore: 0 };
  assert.equal(isDue(set, figures), false);
  assert.equal(isDue(set, { ...figures, ageMs: 10 * day }), true);
  assert.equal(isDue({ ...set, retention: 'none' }, { ...figures, ageMs: 10 * day }), false);
  assert.equal(isDue(set, { ...figures, fileBytes: 20 * GiB, ageMs: day }), true);
  assert.equal(isDue(set, { ...figures, fileBytes: 20 * GiB }), false);
  assert.equal(isDue(set, { ...figures, fileBytes: 50 * GiB }), true);
  assert.equal(isDue(set, { ...figures, messages: 0, fileBytes: 60 * GiB, ageMs: 99 * day }), false);
  const index = (sealedAt?: number) => ({ sealedAt, isClosed: false, isReopened: false });
  const now = 100 * day;
  // The age of an index counts from its sealing, however long ago it was created.
  const [old, young, beingSealed] = [index(70 * day), index(70 * day + 1), index()];
  assert.deepEqual(expired(set, [old, young, beingSealed], now), [old]);
});

test('retention keeps reopened indices and removes other open ones', () => {
  const index = (sealedAt: number, about: object = {}) => ({
    sealedAt,
    isClosed: false,
    isReopened: false,
    ...about,
  });
  const [first, second, third] = [index(1), index(2, { isReopened: true }), index(3)];
  const set = { ...web, maxIndices: 2 };
  assert.deepEqual(expired(set, [first, second, third], 9), [first]);
  assert.deepEqual(expired({ ...set, retention: 'close' }, [{ ...first, isClosed: true }, third], 9), []);
  assert.deepEqual(expired({ ...set, retention: 'close', maxIndices: 1 }, [{ ...first, isClosed: true }, third], 9), [
    third,
  ]);
  assert.deepEqual(expired({ ...set, retention: 'none' }, [first, third], 9), []);
  assert.deepEqual(expired({ ...set, writable: false }, [first, third], 9), []);
});

test('messages are stored in every index set of their streams, and found once', async (context) => {
  const { store, documents } = await open(context, await temporaryDirectory(context), fast, undefined, setOf);
  await add(store, documents, web, audit);
  await store.append([to(['default'], 0), to(['a'], 1), to(['default', 'a'], 2), to(['a', 'b'], 3), to(all, 4)]);
  await store.settled();
  assert.deepEqual(counts(store), { messages_0: 3, web_0: 4, audit_0: 2 });
  assert.deepEqual(await found(store, all), upTo(5));
  assert.deepEqual(await found(store, ['a']), upTo(4, 1));
  assert.deepEqual(await found(store, ['b']), [3, 4]);
  assert.deepEqual(await found(store, ['default']), [0, 2, 4]);
  // Searches do not see the internal field that marks copies.
  for (const { fields } of store.indices()) assert.equal(fields.has(''), false);
});

test('a message is found once as long as any of its index sets retains it', async (context) => {
  const path = await temporaryDirectory(context);
  const first = await open(context, path, fast, undefined, setOf);
  await add(first.store, first.documents, web);
  for (let round = 0; round < 3; round += 1) {
    await first.store.append(upTo(10, round * 10).map((n) => to(['default', 'a'], n)));
    await first.store.settled();
    await first.store.cycle();
  }
  assert.deepEqual(counts(first.store), { messages_0: 10, messages_1: 10, messages_2: 10, messages_3: 0, web_0: 30 });
  assert.deepEqual(await found(first.store, all), upTo(30));
  await first.store.deleteIndex('messages_0');
  assert.deepEqual(await found(first.store, all), upTo(30));
  await first.store.closeIndex('messages_1');
  assert.deepEqual(await found(first.store, all), upTo(30));
  await indexSets(first.documents).put({ ...defaultIndexSet, maxIndices: 1 });
  await until('the first set has one index', () => first.store.facts().filter(({ set }) => set !== webId).length === 1);
  assert.deepEqual(await found(first.store, all), upTo(30));
  assert.deepEqual(await found(first.store, ['default']), upTo(30));
  await first.close();
  const { store } = await open(context, path, fast, undefined, setOf);
  assert.deepEqual(await found(store, all), upTo(30));
});

test('rotating all index sets during loading neither loses nor duplicates a message', async (context) => {
  const path = await temporaryDirectory(context);
  const small = { ...never, maxMessages: 60 };
  const first = await open(context, path, fast, undefined, setOf);
  await indexSets(first.documents).put({ ...defaultIndexSet, rotation: small, maxIndices: null });
  await add(
    first.store,
    first.documents,
    { ...web, rotation: small },
    { ...audit, rotation: { ...never, maxMessages: 25 } },
  );
  const streams = [['default'], ['a'], ['default', 'a'], ['b', 'a'], all];
  let sent = 0;
  const seen: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    const part = upTo(50, sent).map((n) => to(streams[n % 5] ?? all, n));
    sent += part.length;
    const [, numbers] = await Promise.all([first.store.append(part), look(first.store, all)]);
    assert.equal(new Set(numbers).size, numbers.length);
    seen.push(numbers.length);
    await first.store.settled();
  }
  assert.ok(seen.every((count, at) => at === 0 || count >= (seen[at - 1] ?? 0)));
  assert.deepEqual(await found(first.store, all), upTo(sent));
  await until('every set has rotated', () =>
    ['messages_1', 'web_1', 'audit_1'].every((name) => first.store.facts().some((index) => index.name === name)),
  );
  await first.close();
  const { store } = await open(context, path, fast, undefined, setOf);
  assert.deepEqual(await found(store, all), upTo(sent));
  assert.deepEqual(
    await found(store, ['b']),
    upTo(sent).filter((n) => n % 5 >= 3),
  );
});

test('closed indices are not searched, and reopened indices are, also after a restart', async (context) => {
  const path = await temporaryDirectory(context);
  const first = await open(context, path, fast);
  await first.store.append([to(['default'], 0)]);
  await first.store.settled();
  assert.equal(await first.store.closeIndex('messages_0'), false, 'the write index cannot be closed');
  await first.store.cycle();
  assert.equal(await first.store.closeIndex('messages_0'), true);
  assert.deepEqual(await found(first.store, ['default']), []);
  await first.close();
  const second = await open(context, path, fast);
  assert.deepEqual(await found(second.store, ['default']), []);
  assert.equal(await second.store.reopenIndex('messages_0'), true);
  assert.deepEqual(await found(second.store, ['default']), [0]);
  await second.close();
  const { store, documents } = await open(context, path, fast);
  assert.equal(store.facts()[0]?.isReopened, true);
  await indexSets(documents).put({ ...defaultIndexSet, maxIndices: 1 });
  await store.append([to(['default'], 1)]);
  await store.settled();
  await store.cycle();
  await until('retention has run', () => !store.facts().some(({ name }) => name === 'messages_1'));
  assert.deepEqual(await found(store, ['default']), [0]);
});

test('a deleted index set is removed with its files, or leaves them to a later index set with its prefix', async (context) => {
  const path = await temporaryDirectory(context);
  const { store, documents } = await open(context, path, fast, undefined, setOf);
  const files = async (): Promise<string[]> =>
    (await readdir(join(path, 'indices'))).filter((file) => /^web_0\.duckdb$/.test(file));
  await add(store, documents, web);
  await store.append([to(['a'], 7)]);
  await store.settled();
  await indexSets(documents).delete(webId);
  await store.removeIndexSet(webId, false);
  assert.deepEqual(await found(store, all), []);
  await until('the files are released', () => store.removals().length === 0);
  assert.deepEqual(await files(), ['web_0.duckdb']);
  await add(store, documents, web);
  assert.deepEqual(await found(store, all), [7]);
  await indexSets(documents).delete(webId);
  await store.removeIndexSet(webId, true);
  await until('the files of the indices are removed', async () => (await files()).length === 0);
});

test('messages shared with another index set are found once when the index set is recreated, with or without its files', async (context) => {
  const path = await temporaryDirectory(context);
  const { store, documents } = await open(context, path, fast, undefined, setOf);
  const remove = async (withIndices: boolean): Promise<void> => {
    await indexSets(documents).delete(webId);
    await store.removeIndexSet(webId, withIndices);
    await until('the files are released', () => store.removals().length === 0);
  };
  await add(store, documents, web, audit);
  await store.append(upTo(3).map((n) => to(['a', 'b'], n)));
  await store.settled();
  await remove(false);
  assert.deepEqual(await found(store, all), upTo(3));
  // The index set is now listed after the other one.
  const again = { ...web, id: '000000000000000000000203' };
  await add(store, documents, again);
  assert.equal(counts(store)['web_0'], 3);
  assert.deepEqual(await found(store, all), upTo(3));
  await store.removeIndexSet(again.id, true);
  await indexSets(documents).delete(again.id);
  await until('the files of the indices are removed', () => store.removals().length === 0);
  await add(store, documents, web);
  assert.deepEqual(await found(store, all), upTo(3));
});
