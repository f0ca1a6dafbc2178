/** Data directories of older versions are upgraded, and those of newer versions refused. */
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { openDocuments } from '../../../../host/server/store/index.js';
import { checkLayout, layoutFile, layouts, writeLayout } from '../../../../host/server/store/layout.js';
import { temporaryDirectory } from './opened-store.js';

const stored = (layout: object, program = '9.1.0') => JSON.stringify({ program, layout });

test('data of a newer version or of an unknown kind is refused with an explanation before any file is changed', async (t) => {
  const directory = await temporaryDirectory(t);
  const refused = async (text: string, why: RegExp) => {
    await writeFile(join(directory, layoutFile), text);
    await assert.rejects(checkLayout(directory), (error: Error) => {
      assert.equal(error.name, 'DataDirectoryError');
      assert.match(error.message, why);
      assert.doesNotMatch(error.message, /\n/);
      return true;
    });
    assert.deepEqual(await readdir(directory), [layoutFile]);
  };
  for (const kind of Object.keys(layouts) as (keyof typeof layouts)[])
    await refused(
      stored({ ...layouts, [kind]: layouts[kind] + 1 }),
      new RegExp(
        `holds ${kind} in layout ${layouts[kind] + 1} of Log Console 9\\.1\\.0, and this one .* Start the newer`,
      ),
    );
  await refused(stored({ ...layouts, thoughts: 1 }), /holds "thoughts" of Log Console 9\.1\.0, which this one/);
  for (const text of ['', '[]', '{"program":"5.1.8"}', stored({ documents: 'two' })])
    await refused(text, /layout\.json cannot be read: .* Restore it from a backup/);
});

test('data of the current, an older and the first layout is accepted, but no interrupted restore', async (t) => {
  const directory = await temporaryDirectory(t);
  await checkLayout(join(directory, 'unmade'));
  await checkLayout(directory);
  await writeFile(join(directory, layoutFile), stored({ documents: 1, journal: 1 }, '5.0.0'));
  await checkLayout(directory);
  await writeLayout(directory);
  await checkLayout(directory);
  const written = JSON.parse(await readFile(join(directory, layoutFile), 'utf8')) as { layout: object };
  assert.deepEqual(written.layout, layouts);
  await writeFile(join(directory, 'restoring'), '');
  await assert.rejects(checkLayout(directory), /A restore into .* was not finished/);
});

test('documents of the first version are moved, and the former files are kept', async (t) => {
  const directory = await temporaryDirectory(t);
  await mkdir(directory, { recursive: true });
  const path = join(directory, 'documents.duckdb');
  const old = await DuckDBInstance.create(path);
  const connection = await old.connect();
  await connection.run('CREATE TABLE documents (collection VARCHAR, id VARCHAR, document VARCHAR)');
  const document = { id: 'a', text: 'x'.repeat(50_000) };
  await connection.run('INSERT INTO documents VALUES ($1, $2, $3)', ['things', 'a', JSON.stringify(document)]);
  connection.disconnectSync();
  old.closeSync();
  const before = await readFile(path);

  const documents = await openDocuments({ directory });
  try {
    assert.deepEqual(documents.collection('things').all(), [document]);
    assert.deepEqual(await readFile(join(directory, 'before-upgrade', 'documents-1', 'documents.duckdb')), before);
  } finally {
    await documents.close();
  }
  // A start without documents to move makes no further backup copy.
  await (await openDocuments({ directory })).close();
  assert.deepEqual(await readdir(join(directory, 'before-upgrade')), ['documents-1']);
});
