/** After a start the server reads data ahead that the first searches need. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { parseQuery } from '../../../../api/language/index.js';
import { searchesLike } from '../../../../host/server/search/warm-searches.js';
import { createSearchEngine, type SearchEngine } from '../../../../host/server/search/index.js';
import type { MessageStore } from '../../../../host/server/store/types.js';
import { Block } from '../../../../host/server/store/inverted-index/block.js';
import { until } from '../../../until.js';
import { open, temporaryDirectory } from '../store/opened-store.js';
import { add, setOf, to, web } from '../store/several-sets.js';
import { admin, allTime, quietLog } from './fixture.js';
import { covered, engines, fill, histogram, messagesOf, page, run, smallBlocks } from './words-fixture.js';

async function filledStore(context: TestContext): Promise<MessageStore> {
  const { store } = await open(context, await temporaryDirectory(context), smallBlocks);
  await fill(store, messagesOf(700, 1));
  await covered(store);
  return store;
}

function engineOf(context: TestContext, store: MessageStore): SearchEngine {
  const engine = createSearchEngine({ store, log: quietLog });
  context.after(() => engine.close());
  return engine;
}

/** Delays background statements of the store until `release` is called. */
function holdBack(context: TestContext, store: MessageStore): { readonly begun: () => number; release(): void } {
  const streamed = store.stream.bind(store);
  let begun = 0;
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  context.mock.method(store, 'stream', async function* (...given: Parameters<typeof store.stream>) {
    const [, , signal, asker] = given;
    if (asker?.rank === 'background') {
      begun += 1;
      const ended = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
      await Promise.race([released, ended]);
      signal?.throwIfAborted();
    }
    yield* streamed(...given);
  });
  return { begun: () => begun, release };
}

test('the warm-up reads the newest messages in a few small steps', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), smallBlocks);
  const engine = engineOf(context, store);
  const empty = engineOf(context, store);
  const streamed = store.stream.bind(store);
  const stream = context.mock.method(store, 'stream');
  const query = context.mock.method(store, 'query');
  await empty.warmUp();
  assert.equal(stream.mock.callCount() + query.mock.callCount(), 0);
  assert.deepEqual(empty.warmed, { ms: 0, searches: 0, bytes: 0 });
  await fill(store, messagesOf(700, 1));
  await covered(store);
  query.mock.resetCalls();
  const read: number[] = [];
  stream.mock.mockImplementation(async function* (...given: Parameters<typeof store.stream>) {
    for await (const rows of streamed(...given)) {
      read.push(rows.length);
      yield rows;
    }
  });
  await Promise.all([engine.warmUp(), engine.warmUp()]);
  const calls = [...stream.mock.calls, ...query.mock.calls];
  assert.ok(calls.length >= 5 && calls.length <= 40, `the warm-up ran ${calls.length} statements`);
  assert.ok(read.length >= 5, `${read.length} statements returned rows`);
  for (const { arguments: given } of calls) assert.deepEqual(given[3], { username: '', rank: 'background' });
  assert.equal(engine.load.resultBytes, 0);
  const { ms, searches, bytes } = engine.warmed;
  assert.ok(ms > 0 && searches >= 10 && searches <= 20 && bytes > 0, JSON.stringify(engine.warmed));
});

test('the warm-up does not mistake messages about the server in a separate index for the newest messages', async (context) => {
  const limits = { ...smallBlocks, wordsFrom: 100 };
  const { store, documents } = await open(context, await temporaryDirectory(context), limits, undefined, setOf);
  await add(store, documents, web);
  await fill(store, messagesOf(700, 1));
  await store.append([{ ...to(['a'], 1), timestamp: Date.now() }]);
  await store.settled();
  const isCovered = (): boolean => store.indices().some(({ messages, words }) => words?.covered === messages);
  await until('all rows of the first index can be looked up', isCovered);
  assert.equal(store.indices().filter(({ words }) => words === undefined).length, 1);
  const engine = engineOf(context, store);
  await engine.warmUp();
  assert.ok(engine.warmed.searches > 1, `the warm-up ran ${engine.warmed.searches} searches`);
});

test('the warm-up reads the data of usual searches for any field names', () => {
  const named = (name: string) => ({
    fields: new Map([[name, { type: 'long' }]]),
    result: { search_types: { messages: { messages: [{ message: { message: 'AND "so\\ on', [name]: 5 } }] } } },
  });
  for (const name of ['took', 'NOT', 'AND']) {
    const { fields, result } = named(name);
    // The test doubles have only the members that `searchesLike` reads.
    const queries = searchesLike(result as never, { fields } as never).map(({ query }) => query);
    assert.ok(queries.length >= 10);
    assert.ok(queries.some((query) => query.includes(`${name}:5`)));
    for (const query of queries) assert.deepEqual(parseQuery(query).errors, [], query);
  }
});

test('the warm-up reads shared data of lookups, the newest blocks first, and no more than the cache holds', async (context) => {
  const store = await filledStore(context);
  const read: number[] = [];
  context.mock.method(Block.prototype, 'readAhead', function (this: Block) {
    read.push(this.head.maxTime);
    return Promise.resolve(10 * 1024 * 1024);
  });
  const engine = engineOf(context, store);
  await engine.warmUp();
  const times = store.indices().flatMap(({ words }) => words?.blocks.map(({ head }) => head.maxTime) ?? []);
  assert.ok(times.length > 3, `the store has ${times.length} blocks`);
  assert.deepEqual(read, times.sort((a, b) => b - a).slice(0, 3));
  assert.equal(engine.warmed.bytes, 30 * 1024 * 1024);
});

test('the warm-up ends when the server stops', async (context) => {
  const store = await filledStore(context);
  const warnings: string[] = [];
  const log = { ...quietLog, warn: (text: string) => void warnings.push(text) };
  const engine = createSearchEngine({ store, log });
  const held = holdBack(context, store);
  const warming = engine.warmUp();
  await until('the warm-up has started a search', () => held.begun() > 0);
  await engine.close();
  await warming;
  assert.equal(held.begun(), 1);
  assert.deepEqual(warnings, []);
});

test('the warm-up pauses for searches, does not change their results, and continues afterwards', async (context) => {
  const store = await filledStore(context);
  const [engine, other] = engines(context, store);
  assert.ok(engine && other);
  const types = [histogram, page('DESC', 0, 10)];
  const expected = await run(other, 'error', allTime, types, admin);
  const held = holdBack(context, store);
  const warming = engine.warmUp();
  await until('the warm-up has started a search', () => held.begun() > 0);
  const search = run(engine, 'error', allTime, types, admin);
  assert.equal(engine.load.running, 1);
  assert.deepEqual(await search, expected);
  assert.equal(engine.warmed.searches, 0);
  // A search during the warm-up neither delays the warm-up nor is delayed by it.
  assert.deepEqual(await run(engine, 'error', allTime, types, admin), expected);
  assert.equal(held.begun(), 1);
  held.release();
  const again = run(engine, 'error', allTime, types, admin);
  await warming;
  assert.deepEqual(await again, expected);
  // The warm-up repeats the searches that it aborted when a user searched.
  assert.ok(engine.warmed.searches >= 10, `${engine.warmed.searches} searches`);
});

test('the warm-up leaves half of the time to incoming messages', async (context) => {
  const store = await filledStore(context);
  const engine = engineOf(context, store);
  let appended = 0;
  context.mock.getter(store, 'journal', () => ({ appended: (appended += 1) }) as MessageStore['journal']);
  const begun = performance.now();
  await engine.warmUp();
  assert.ok(engine.warmed.searches >= 10, `${engine.warmed.searches} searches`);
  // The warm-up pauses after each part as long as the part took; timers may be one millisecond early.
  const parts = appended / 2;
  assert.ok(performance.now() - begun >= 2 * engine.warmed.ms - parts, `the warm-up worked for ${engine.warmed.ms} ms`);
});
