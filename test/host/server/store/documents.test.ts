import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { DataDirectoryError, openDocuments, StoreClosedError } from '../../../../host/server/store/index.js';
import { open, temporaryDirectory } from './opened-store.js';

interface Note {
  id: string;
  text: string;
  count?: number;
  exact?: bigint;
  tags?: string[];
}

test('documents survive a restart in the order of their creation', async (context) => {
  const directory = await temporaryDirectory(context);
  const first = await openDocuments({ directory });
  const notes = first.collection<Note>('notes');
  await notes.put({ id: 'b', text: 'it\'s "quoted" \\ ü 🔥 \u0000', exact: 9007199254740993n });
  await notes.put({ id: 'a', text: 'second' });
  await notes.put({ id: 'c', text: 'third' });
  await first.collection('other').put({ id: 'a' });
  assert.equal(await notes.delete('c'), true);
  assert.equal(await notes.delete('c'), false);
  await first.close();
  const second = await openDocuments({ directory });
  context.after(() => second.close());
  const again = second.collection<Note>('notes');
  assert.deepEqual(again.all(), [
    { id: 'b', text: 'it\'s "quoted" \\ ü 🔥 \u0000', exact: 9007199254740993n },
    { id: 'a', text: 'second' },
  ]);
  assert.equal(again.get('a')?.text, 'second');
  assert.equal(again.find(({ text }) => text.startsWith('it'))?.id, 'b');
  assert.equal(again.get('c'), undefined);
  assert.deepEqual(second.collection('other').all(), [{ id: 'a' }]);
  assert.deepEqual(second.collection('none').all(), []);
});

test('concurrent updates of one document run consecutively', async (context) => {
  const documents = await openDocuments({ directory: await temporaryDirectory(context) });
  context.after(() => documents.close());
  const notes = documents.collection<Note>('notes');
  await notes.put({ id: 'n', text: '', count: 0 });
  await Promise.all(
    Array.from({ length: 50 }, () => notes.update('n', (note) => ({ ...note, count: (note.count ?? 0) + 1 }))),
  );
  assert.equal(notes.get('n')?.count, 50);
  assert.equal(await notes.update('missing', (note) => note), undefined);
  await assert.rejects(
    notes.update('n', () => {
      throw new Error('no');
    }),
    /no/,
  );
  await assert.rejects(
    notes.update('n', (note) => ({ ...note, id: 'm' })),
    TypeError,
  );
  const [, , last] = await Promise.all([
    notes.delete('n'),
    notes.put({ id: 'n', text: 'new' }),
    notes.update('n', (note) => ({ ...note, count: 1 })),
  ]);
  assert.deepEqual(last, { id: 'n', text: 'new', count: 1 });
});

test('stored documents cannot be changed from outside', async (context) => {
  const documents = await openDocuments({ directory: await temporaryDirectory(context) });
  context.after(() => documents.close());
  const notes = documents.collection<Note>('notes');
  const mine: Note = { id: 'n', text: 'as it was', tags: ['a'] };
  await notes.put(mine);
  mine.text = 'changed';
  mine.tags?.push('b');
  assert.deepEqual(notes.get('n'), { id: 'n', text: 'as it was', tags: ['a'] });
  assert.throws(() => notes.get('n')?.tags?.push('c'), TypeError);
  assert.throws(() => (notes.all() as Note[]).push(mine), TypeError);
});

test('the store of documents refuses changes after it was closed', async (context) => {
  const documents = await openDocuments({ directory: await temporaryDirectory(context) });
  const notes = documents.collection<Note>('notes');
  const last = notes.put({ id: 'last', text: '' });
  await documents.close();
  await last;
  await assert.rejects(notes.put({ id: 'late', text: '' }), StoreClosedError);
  await documents.close();
});

test('a data directory can be used by only one server', async (context) => {
  const directory = await temporaryDirectory(context);
  await open(context, directory);
  await assert.rejects(openDocuments({ directory }), {
    name: 'DataDirectoryError',
    message: /documents\.duckdb is in use by another Log Console/,
  });
});

test('a data directory that cannot be created is reported with the reason', async (context) => {
  const directory = await temporaryDirectory(context);
  await writeFile(join(directory, 'file'), '');
  for (const path of [join(directory, 'file'), join(directory, 'file', 'below')])
    await assert.rejects(openDocuments({ directory: path }), (error) => {
      assert.ok(error instanceof DataDirectoryError);
      assert.match(error.message, /^The data directory .* cannot be used: .*choose another with --data\.$/);
      return true;
    });
});
