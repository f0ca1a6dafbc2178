/**
 * Tests that searches leave out rows that are committed after the search has taken its snapshot of the indices. The
 * search does not know the columns that came with these rows.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPage } from '../../../../host/server/search/message-rows.js';
import { readMessage } from '../../../../host/server/search/read-message.js';
import { readerFor } from '../../../../host/server/search/reader.js';
import type { MessageReader } from '../../../../host/server/store/types.js';
import { message, open, temporaryDirectory } from '../store/opened-store.js';
import { defaultStream, otherStream } from './fixture.js';
import { roomy } from './page-meter.js';

const range = { from: 0, to: Date.parse('2030-01-01T00:00:00Z') };

test('a search never shows a message without the field that its load has added', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context));
  const load = async (text: string, fields: Record<string, number>): Promise<void> => {
    await store.append([{ ...message(text, fields), streams: [defaultStream] }]);
    await store.append([{ ...message(`${text} elsewhere`, fields), streams: [otherStream] }]);
    await store.settled();
  };
  await load('first', {});
  const snapshot = store.indices();
  await load('second', { cisco_bytes: 7 });
  const now = readerFor(store, { username: 'ada', rank: 'interactive' });
  // The load commits between the snapshot of this reader and its statements.
  const early: MessageReader = { ...now, indices: () => snapshot };
  for (const streams of [[defaultStream], [otherStream], [defaultStream, otherStream]]) {
    const match = { range, streams, queries: [], now: 0 };
    const found = async (reader: MessageReader) =>
      (await readPage(reader, { match, sort: [], offset: 0, limit: 10, fields: [] }, roomy)).map(
        ({ message: { message: text, cisco_bytes: bytes } }) => [text, bytes],
      );
    const texts = streams.flatMap((stream) => (stream === otherStream ? [' elsewhere'] : ['']));
    const expected = (name: string, bytes: number | undefined) => texts.map((text) => [`${name}${text}`, bytes]);
    assert.deepEqual((await found(early)).sort(), expected('first', undefined).sort(), streams.join());
    assert.deepEqual(
      (await found(now)).sort(),
      [...expected('first', undefined), ...expected('second', 7)].sort(),
      streams.join(),
    );
  }
  const [last] = await store.query('SELECT id FROM "messages_0".messages ORDER BY rowid DESC LIMIT 1', []);
  const id = String(last?.['id']);
  assert.equal(await readMessage(early, 'messages_0', id), undefined);
  assert.equal((await readMessage(now, 'messages_0', id))?.message['cisco_bytes'], 7);
});
