// Documents whose files are damaged are omitted and named in a notification; all other documents are available.
import assert from 'node:assert/strict';
import { readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDocuments } from '../../../../host/server/store/index.js';
import type { UnreadableDocument } from '../../../../host/server/store/documents.js';
import { startTestServer } from '../../../server.js';
import { temporaryDirectory } from './opened-store.js';

interface Text {
  id: string;
  text: string;
}
const archives = { searches: ({ text }: Text) => ({ length: text.length }) };
const large = 'x'.repeat(40_000);

test('unreadable documents are omitted and reported, whatever their files contain', async (context) => {
  for (const bytes of ['', '{"id":"a","te', 'null', '[1]', '{"id":"another"}', '\u0000\u0001', undefined]) {
    const directory = await temporaryDirectory(context);
    const before = await openDocuments({ directory, archives });
    await before.collection<Text>('notes').put({ id: 'a', text: large });
    await before.collection<Text>('notes').put({ id: 'b', text: 'short' });
    await before.archive<Text, object>('searches').put({ id: 'a', text: large });
    await before.close();
    for (const name of await readdir(join(directory, 'documents')))
      if (bytes === undefined) await unlink(join(directory, 'documents', name));
      else await writeFile(join(directory, 'documents', name), bytes);
    const unreadable: UnreadableDocument[] = [];
    const documents = await openDocuments({ directory, archives, onUnreadable: (one) => unreadable.push(one) });
    context.after(() => documents.close());
    const notes = documents.collection<Text>('notes');
    const searches = documents.archive<Text, object>('searches');
    assert.deepEqual(
      notes.all().map(({ id }) => id),
      ['b'],
    );
    assert.equal(await searches.read('a'), undefined);
    assert.equal(await searches.read('a'), undefined);
    assert.deepEqual(
      unreadable.map(({ collection, id }) => `${collection} ${id}`),
      ['notes a', 'searches a'],
      'each unreadable document is reported once',
    );
    await notes.put({ id: 'a', text: 'anew' });
    await searches.put({ id: 'a', text: 'anew' });
    assert.equal((await searches.read('a'))?.text, 'anew');
    assert.equal(notes.get('a')?.text, 'anew');
  }
});

test('the server starts without unreadable documents and names them in a notification', async (context) => {
  const data = await temporaryDirectory(context);
  const before = await openDocuments({ directory: data });
  await before.collection<Text>('list_preferences').put({ id: 'torn', text: large });
  await before.close();
  const [name = ''] = await readdir(join(data, 'documents'));
  const path = join(data, 'documents', name);
  await writeFile(path, (await readFile(path)).subarray(0, 1000));
  const server = await startTestServer({ data });
  context.after(() => server.kill());
  assert.match(server.output().stderr, /A document cannot be read and is left out/);
  const answer = await server.call('/system/notifications', { session: await server.login() });
  const { notifications } = (await answer.json()) as {
    notifications: { key?: string; details: { description: string } }[];
  };
  const notification = notifications.find(({ key }) => key === 'documents_unreadable');
  assert.match(notification?.details.description ?? '', /torn of list_preferences/);
});
