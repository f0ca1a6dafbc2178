/** Documents that together exceed the memory of the database are stored and read, also in files of earlier layouts. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { openDocuments } from '../../../../host/server/store/index.js';
import { temporaryDirectory } from './opened-store.js';

interface Search {
  id: string;
  owner: string;
  text: string;
}
type Head = Pick<Search, 'owner'>;
type Text = Pick<Search, 'id' | 'text'>;

const MiB = 1024 * 1024;
const memoryBytes = 48 * MiB;
const archives = { searches: ({ owner }: Search): Head => ({ owner }) };
const large = (): string => randomBytes(3 * MiB).toString('base64');

async function open(context: TestContext, directory: string) {
  const documents = await openDocuments({ directory, archives, memoryBytes });
  context.after(() => documents.close());
  return { documents, searches: documents.archive<Search, Head>('searches'), close: () => documents.close() };
}

test('documents beyond the memory limit are written, survive a restart, and are read one by one', async (context) => {
  const directory = await temporaryDirectory(context);
  const texts = Array.from({ length: 24 }, large);
  const first = await open(context, directory);
  for (const [at, text] of texts.entries()) await first.searches.put({ id: `s${at}`, owner: 'a', text });
  await first.documents.collection<Text>('list_preferences').put({ id: 'l', text: texts[0] ?? '' });
  await first.searches.put({ id: 'small', owner: 'b', text: 'short' });
  await first.close();

  const second = await open(context, directory);
  assert.deepEqual(
    second.searches.heads().map(({ id, owner }) => `${id} ${owner}`),
    [...texts.map((_, at) => `s${at} a`), 'small b'],
  );
  assert.ok((second.searches.head('s3')?.bytes ?? 0) > 4 * MiB);
  for (const [at, text] of texts.entries()) assert.equal((await second.searches.read(`s${at}`))?.text === text, true);
  assert.equal((await second.searches.read('small'))?.text, 'short');
  assert.equal(await second.searches.read('none'), undefined);
  assert.equal(second.documents.collection<Text>('list_preferences').get('l')?.text, texts[0]);
  await second.searches.put({ id: 'more', owner: 'a', text: 'taken' });
  assert.equal((await second.searches.update('s1', (search) => ({ ...search, owner: 'c' })))?.owner, 'c');
  assert.equal(second.searches.head('s1')?.owner, 'c');
});

test('a file of an earlier layout is opened with all its documents, whatever their size', async (context) => {
  const directory = await temporaryDirectory(context);
  const instance = await DuckDBInstance.create(join(directory, 'documents.duckdb'), {
    threads: '1',
    storage_compatibility_version: 'v1.2.0',
  });
  const connection = await instance.connect();
  await connection.run('CREATE TABLE documents (collection VARCHAR, id VARCHAR, document VARCHAR)');
  const texts = Array.from({ length: 24 }, large);
  const put = (collection: string, document: { id: string }) =>
    connection.run('INSERT INTO documents VALUES ($1, $2, $3)', [collection, document.id, JSON.stringify(document)]);
  for (const [at, text] of texts.entries()) await put('searches', { id: `s${at}`, owner: 'a', text } as Search);
  for (const id of ['b', 'a']) await put('users', { id });
  await connection.run('CHECKPOINT');
  connection.disconnectSync();
  instance.closeSync();

  for (let start = 0; start < 2; start += 1) {
    const { documents, searches, close } = await open(context, directory);
    assert.deepEqual(documents.collection('users').all(), [{ id: 'b' }, { id: 'a' }]);
    assert.equal(searches.heads().length, texts.length);
    for (const [at, text] of texts.entries()) {
      assert.equal(searches.head(`s${at}`)?.owner, 'a');
      assert.equal((await searches.read(`s${at}`))?.text === text, true);
    }
    await searches.put({ id: 'new', owner: 'b', text: 'x' });
    await searches.delete('new');
    await close();
  }
});

test('the file of a large document is deleted with it, and leftovers of a crash at the next start', async (context) => {
  const directory = await temporaryDirectory(context);
  const files = () => readdir(join(directory, 'documents'));
  const first = await open(context, directory);
  await first.searches.put({ id: 's', owner: 'a', text: large() });
  const [before] = await files();
  await first.searches.put({ id: 's', owner: 'a', text: large() });
  const [after, ...others] = await files();
  assert.deepEqual(others, []);
  assert.notEqual(after, before);
  await first.searches.update('s', (search) => ({ ...search, text: 'small' }));
  assert.deepEqual(await files(), []);
  await first.searches.put({ id: 't', owner: 'a', text: large() });
  await first.searches.delete('t');
  assert.deepEqual(await files(), []);
  await first.searches.put({ id: 'kept', owner: 'a', text: large() });
  await first.close();
  await writeFile(join(directory, 'documents', 'left.json'), '{');
  const second = await open(context, directory);
  assert.equal((await files()).length, 1);
  assert.equal((await second.searches.read('kept'))?.owner, 'a');
});

test('a collection that becomes an archive keeps its documents', async (context) => {
  const directory = await temporaryDirectory(context);
  const plain = await openDocuments({ directory });
  await plain.collection('searches').put({ id: 's', owner: 'a', text: 'x' } as Search);
  await plain.close();
  for (let start = 0; start < 2; start += 1) {
    const { searches, close } = await open(context, directory);
    assert.equal(searches.head('s')?.owner, 'a');
    assert.equal((await searches.read('s'))?.text, 'x');
    await close();
  }
});

test('a failed write is reported and changes nothing, neither for readers nor after a restart', async (context) => {
  const directory = await temporaryDirectory(context);
  const { documents, searches, close } = await open(context, directory);
  const notes = documents.collection<Search>('notes');
  await notes.put({ id: 'n', owner: 'a', text: 'before' });
  await searches.put({ id: 's', owner: 'a', text: 'before' });
  // The directory of large texts is missing, so they cannot be written.
  await rename(join(directory, 'documents'), join(directory, 'elsewhere'));
  const failing = { owner: 'b', text: large() };
  await assert.rejects(notes.put({ id: 'n', ...failing }), /ENOENT/);
  await assert.rejects(
    notes.update('n', (note) => ({ ...note, ...failing })),
    /ENOENT/,
  );
  await assert.rejects(searches.put({ id: 's', ...failing }), /ENOENT/);
  await assert.rejects(searches.put({ id: 'new', ...failing }), /ENOENT/);
  assert.equal(notes.get('n')?.text, 'before');
  assert.equal((await searches.read('s'))?.text, 'before');
  assert.equal(searches.head('new'), undefined);
  await rename(join(directory, 'elsewhere'), join(directory, 'documents'));
  await close();
  const again = await open(context, directory);
  assert.equal(again.documents.collection<Search>('notes').get('n')?.text, 'before');
  assert.equal((await again.searches.read('s'))?.text, 'before');
  assert.equal(again.searches.heads().length, 1);
});
