/** What is made ready for the first search. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSearchEngine } from '../../../../host/server/search/index.js';
import { open, temporaryDirectory } from '../store/opened-store.js';
import { admin, allTime, quietLog } from './fixture.js';
import { covered, engines, fill, messagesOf, page, run, smallBlocks } from './words-fixture.js';

test('the newest messages are looked at for nobody, in a few small steps', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), smallBlocks);
  const engine = createSearchEngine({ store, log: quietLog });
  const empty = createSearchEngine({ store, log: quietLog });
  context.after(() => Promise.all([engine.close(), empty.close()]));
  const streamed = store.stream.bind(store);
  const stream = context.mock.method(store, 'stream');
  const query = context.mock.method(store, 'query');
  await empty.warmUp();
  assert.equal(stream.mock.callCount() + query.mock.callCount(), 0);
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
  assert.ok(calls.length >= 5 && calls.length <= 40, `${calls.length} statements`);
  assert.ok(read.length >= 5, `${read.length} searches found something`);
  for (const { arguments: given } of calls) assert.deepEqual(given[3], { username: '', rank: 'background' });
  assert.equal(engine.load.resultBytes, 0);
});

test('what is not made ready when the server ends is given up', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), smallBlocks);
  await fill(store, messagesOf(700, 1));
  await covered(store);
  const warnings: string[] = [];
  const log = { ...quietLog, warn: (text: string) => void warnings.push(text) };
  const engine = createSearchEngine({ store, log });
  const warming = engine.warmUp();
  await engine.close();
  await warming;
  assert.deepEqual(warnings, []);
});

test('it ends when somebody searches, as that makes ready what is left', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), smallBlocks);
  await fill(store, messagesOf(700, 1));
  await covered(store);
  const [engine] = engines(context, store);
  assert.ok(engine);
  const query = context.mock.method(store, 'query');
  const stream = context.mock.method(store, 'stream');
  const warming = engine.warmUp();
  await run(engine, 'error', allTime, [page('DESC', 0, 10)], admin);
  await warming;
  const own = [...stream.mock.calls, ...query.mock.calls].filter(
    ({ arguments: [, , , asker] }) => asker?.rank === 'background',
  );
  assert.ok(own.length <= 2, `${own.length} statements`);
});
