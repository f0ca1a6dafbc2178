/** Messages that several indices share are found once by the inverted index, without a scan. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readQuery } from '../../../../host/server/search/compile.js';
import type { Match } from '../../../../host/server/search/match.js';
import { withMatches } from '../../../../host/server/search/inverted-index/matches.js';
import type { MessageStore } from '../../../../host/server/store/types.js';
import { message, open, temporaryDirectory } from '../store/opened-store.js';
import { add, fast, web, webId } from '../store/several-sets.js';
import { defaultStream, otherStream } from './fixture.js';
import { assertSame, assertSameFor, covered, fill, limits, load, messagesOf, smallBlocks } from './words-fixture.js';

const setOf = (stream: string): string | undefined => (stream === otherStream ? webId : undefined);

/** Looks up a query. @returns the results per index, and the indices that are scanned instead */
function look(store: MessageStore, match: Match) {
  return withMatches(store, match, undefined, ({ found, scanned }) =>
    Promise.resolve({
      found: Object.fromEntries(
        found.map(({ index, blocks }) => [index.name, blocks.reduce((sum, { count }) => sum + count, 0)]),
      ),
      scanned: scanned.map(({ name }) => name),
    }),
  );
}

const matchOf = (text: string): Match => ({
  range: { from: 0, to: Date.UTC(2100, 0) },
  streams: [defaultStream, otherStream],
  queries: [readQuery(text, { allowLeadingWildcard: false })].flatMap((query) => query ?? []),
  now: 0,
});

test('shared messages are looked up in both indices and found once', async (context) => {
  const path = await temporaryDirectory(context);
  const { store, documents } = await open(context, path, { ...fast, ...limits }, undefined, setOf);
  await add(store, documents, web);
  const to = (n: number, streams: string[]) => ({ ...message(`word${n % 7} text${n}`, { n }), streams });
  const both = [defaultStream, otherStream];
  await load(
    store,
    Array.from({ length: 210 }, (_, n) => to(n, n === 3 ? both : n % 2 ? [defaultStream] : [otherStream])),
  );
  await covered(store);
  const match = matchOf('word3');
  const before = await look(store, match);
  assert.deepEqual(before, { found: { messages_0: 15, web_0: 15 }, scanned: [] });
  assert.deepEqual((await look(store, matchOf('text3'))).found, { messages_0: 1, web_0: 0 });
  await store.cycle();
  await store.deleteIndex('messages_0');
  // A repeated search uses the cached blocks.
  assert.deepEqual(await look(store, match), { found: { web_0: 16 }, scanned: [] });
});

test('queries of indices that share messages find the same as a scan', async (context) => {
  const path = await temporaryDirectory(context);
  const { store, documents } = await open(context, path, { ...fast, ...smallBlocks }, undefined, setOf);
  await add(store, documents, web);
  await fill(store, messagesOf(500, 1));
  await store.cycle();
  await fill(store, messagesOf(300, 2));
  await covered(store);
  await assertSame(context, store, 'with all indices');
  await assertSameFor(context, store, ['', 'error', 'NOT error', '"connection refused"', 'conn*', 'user:error']);
  await store.deleteIndex('messages_0');
  await assertSame(context, store, 'after the index of the original messages was deleted');
  await store.closeIndex('web_0');
  await assertSame(context, store, 'after the index of the copies was closed');
});
