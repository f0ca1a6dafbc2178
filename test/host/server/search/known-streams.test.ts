/**
 * Tests that streams are compared only if an index has other streams than the searched ones. Users must never see or
 * count messages of unreadable streams.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readQuery } from '../../../../host/server/search/compile.js';
import { streamCondition } from '../../../../host/server/search/match.js';
import { countMatches } from '../../../../host/server/search/message-rows.js';
import { Parameters } from '../../../../host/server/search/parameters.js';
import { readerFor } from '../../../../host/server/search/reader.js';
import { message, onlyIndex, open, temporaryDirectory } from '../store/opened-store.js';
import { defaultStream, otherStream } from './fixture.js';
import { covered, smallBlocks } from './words-fixture.js';

const inStreams = (streams: string[]) => ({ ...message('a', {}), streams });

test('messages of a stream that appears after a search are not visible to searches of other streams', async (context) => {
  const directory = await temporaryDirectory(context);
  let opened = await open(context, directory);
  const load = async (streams: string[]): Promise<void> => {
    await opened.store.append([inStreams(streams)]);
    await opened.store.settled();
  };
  const count = async (index: ReturnType<typeof onlyIndex>, streams: string[]): Promise<number> => {
    const parameters = new Parameters();
    const condition = streamCondition(index, streams, parameters);
    const sql = `SELECT count(*) AS n FROM ${index.catalog}.messages WHERE ${condition}`;
    const [row] = await opened.store.query(...parameters.bind(sql));
    return Number(row?.['n']);
  };
  await load([defaultStream]);
  const before = onlyIndex(opened.store);
  assert.equal(streamCondition(before, [defaultStream], new Parameters()), 'rowid < 1');
  assert.match(streamCondition(before, [otherStream], new Parameters()), /list_contains/);
  // One message is in no stream, and one is in another stream. A user who reads only the first stream must not count
  // them.
  await load([]);
  await load([otherStream]);
  assert.equal(await count(before, [defaultStream]), 1);
  assert.equal(await count(onlyIndex(opened.store), [defaultStream]), 1);
  assert.equal(await count(onlyIndex(opened.store), [defaultStream, otherStream]), 2);
  await opened.close();
  opened = await open(context, directory);
  assert.deepEqual([...(onlyIndex(opened.store).knownStreams ?? [])].sort(), ['', defaultStream, otherStream]);
  assert.equal(await count(onlyIndex(opened.store), [defaultStream]), 1);
});

test('full-text counts exclude streams that the user may not read', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), smallBlocks);
  for (const streams of [[defaultStream], [], [otherStream], [defaultStream, otherStream]]) {
    await store.append([inStreams(streams)]);
    await store.settled();
  }
  await covered(store);
  const query = readQuery('message:a', { allowLeadingWildcard: true });
  const range = { from: 0, to: Date.parse('2030-01-01T00:00:00Z') };
  for (const [streams, expected] of [
    [[defaultStream], 2],
    [[otherStream], 2],
    [[defaultStream, otherStream], 3],
    [['none'], 0],
  ] as const)
    for (const queries of [[], query ? [query] : []]) {
      const reader = readerFor(store, { username: 'one', rank: 'interactive' });
      const { total } = await countMatches(reader, { range, streams, queries, now: 0 });
      assert.equal(
        total,
        expected,
        `the count is exact for the streams ${streams.join()} and ${queries.length} queries`,
      );
    }
});
