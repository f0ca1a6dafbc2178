/** Pages are compressed with dictionaries, and their number of rows depends on the size of the messages. */
import assert from 'node:assert/strict';
import { mkdir, open, readFile, rename, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fixedColumns } from '../../../../host/server/store/columns.js';
import { rowsPerPageFor } from '../../../../host/server/store/row-pages/chunk-format.js';
import { ChunkPacker } from '../../../../host/server/store/row-pages/chunk-packer.js';
import { pageColumnNumber } from '../../../../host/server/store/row-pages/columns.js';
import { OpenHandles } from '../../../../host/server/store/row-pages/open-handles.js';
import { PageFile, pageCache } from '../../../../host/server/store/row-pages/page-file.js';
import { PageEncoder } from '../../../../host/server/store/row-pages/page.js';
import { createRandom } from '../../../bench/seed.js';
import { temporaryDirectory } from './opened-store.js';
import { unmetered } from './same-pages.js';

const message = { number: pageColumnNumber('message') ?? -1, name: 'message', isDouble: false };
const { signal } = new AbortController();

/** Returns texts of random words, the same ones for the same number of the chunk. */
function textsOf(chunk: number): string[] {
  const random = createRandom(chunk + 1);
  const word = (): string => (Math.floor(random() * 3000) * 2_654_435_761).toString(36);
  return Array.from({ length: 1024 }, () => Array.from({ length: 12 }, word).join(' '));
}

async function openFile(
  context: TestContext,
  path: string,
  cacheBytes = 0,
  handles = new OpenHandles(4),
): Promise<PageFile> {
  const file = new PageFile(path, 5, pageCache(cacheBytes), handles);
  context.after(() => file.close());
  await file.open(1e9, (row) => Promise.resolve(`id ${Math.floor(row / 1024)}`), signal);
  return file;
}

async function write(file: PageFile, number: number, rows = 1024): Promise<void> {
  const columns = fixedColumns.map(({ column }) => (column === 'message' ? textsOf(number) : undefined));
  const packer = new ChunkPacker(new PageEncoder(), rows, columns, await file.dictionaryFor(number));
  await packer.add(columns, rows);
  assert.ok(await file.append(packer.chunk(number, `id ${number}`)));
}

/** Asserts that the texts of a chunk are read. */
async function assertRead(file: PageFile, chunk: number, rows = 1024): Promise<void> {
  const numbers = Array.from({ length: rows }, (_, row) => chunk * 1024 + row);
  const onDamage = (): void => assert.fail('a page is damaged');
  const found = await file.read(numbers, [message], unmetered, onDamage, undefined);
  assert.deepEqual(
    numbers.map((row) => found.get(row)?.['message']),
    textsOf(chunk).slice(0, rows),
  );
}

test('the chunks of a block share a dictionary, which makes them smaller and is read after a restart', async (context) => {
  const path = join(await temporaryDirectory(context), 'x.pages');
  const written = await openFile(context, path);
  await write(written, 0);
  const first = (await stat(path)).size;
  await write(written, 1);
  const second = (await stat(path)).size - first;
  await write(written, 255);
  await write(written, 256);
  const columns = fixedColumns.map(({ column }) => (column === 'message' ? textsOf(1) : undefined));
  // A chunk with fewer rows gets no dictionary of its own.
  const plain = new ChunkPacker(new PageEncoder(), 1023, columns, undefined);
  await plain.add(columns, 1023);
  const pages = plain.chunk(0, 'x').pages.reduce((sum, page) => sum + (page?.length ?? 0), 0);
  assert.ok(second < pages * 0.9, `${second} bytes with, ${pages} without a dictionary`);
  await written.close();
  for (const cacheBytes of [0, 1e6]) {
    const file = await openFile(context, path, cacheBytes);
    for (const chunk of [0, 1, 255, 256, 0]) await assertRead(file, chunk);
    await write(file, 2);
    await write(file, 300, 10);
    await assertRead(file, 2);
    await assertRead(file, 300, 10);
    await file.close();
  }
  const dictionaries = (await readFile(path)).toString('latin1').split('DICT').length - 1;
  assert.equal(dictionaries, 2);
});

test('the chunks of a damaged dictionary are reported together when one of them is read, and are written with another one', async (context) => {
  const path = join(await temporaryDirectory(context), 'x.pages');
  const written = await openFile(context, path);
  for (const number of [0, 1, 2, 300]) await write(written, number);
  await written.close();
  const bytes = await readFile(path);
  const at = bytes.indexOf('DICT') + 100;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(path, bytes);
  const file = await openFile(context, path);
  assert.equal(file.chunks, 4);
  const reports: (readonly number[])[] = [];
  const onDamage = (chunks: readonly number[]): void => {
    reports.push(chunks);
    for (const chunk of chunks) file.forget(chunk);
  };
  const rows = [5, 1024, 300 * 1024];
  const found = await file.read(rows, [message], unmetered, onDamage, undefined);
  assert.deepEqual([...found.keys()], [300 * 1024]);
  assert.deepEqual(reports, [[0, 1, 2]]);
  for (const number of [2, 1, 0]) await write(file, number);
  for (const number of [0, 1, 2, 300]) await assertRead(file, number);
  await file.close();
  const again = await openFile(context, path);
  for (const number of [0, 1, 2, 300]) await assertRead(again, number);
});

test('new chunks get another dictionary when the dictionary of their block cannot be read', async (context) => {
  const directory = await temporaryDirectory(context);
  const path = join(directory, 'x.pages');
  const aside = join(directory, 'aside.pages');
  const other = join(directory, 'other.pages');
  const handles = new OpenHandles(1);
  const file = await openFile(context, path, 0, handles);
  await write(file, 0);
  await rename(path, aside);
  await mkdir(path);
  // Writing the other file closes the first one, so that it is opened again.
  await write(await openFile(context, other, 0, handles), 0);
  assert.equal((await file.dictionaryFor(1))?.length, undefined);
  await rmdir(path);
  await rename(aside, path);
  assert.equal((await file.dictionaryFor(1))?.length, undefined);
  await write(file, 1);
  for (const chunk of [0, 1]) await assertRead(file, chunk);
  assert.ok(await file.dictionaryFor(2));
});

test('a dictionary is reserved before it is read', async (context) => {
  const file = await openFile(context, join(await temporaryDirectory(context), 'x.pages'));
  await write(file, 0);
  const reserved: number[] = [];
  const meter = {
    ...unmetered,
    reserve: (bytes: number): void => {
      reserved.push(bytes);
      if (reserved.length === 2) throw new Error('The result is too large.');
    },
  };
  const read = file.read([5], [message], meter, () => assert.fail('a page is damaged'), undefined);
  await assert.rejects(read, { message: 'The result is too large.' });
  assert.ok((reserved[1] ?? 0) < 64 * 1024, 'the packed bytes of the dictionary are reserved, not its unpacked bytes');
  assert.ok(await file.dictionaryFor(1), 'a refused read is no damage');
});

test('a file is cut off at a chunk whose dictionary is missing', async (context) => {
  const path = join(await temporaryDirectory(context), 'x.pages');
  const written = await openFile(context, path);
  for (const number of [0, 1]) await write(written, number);
  await written.close();
  // The magic number of the dictionary is damaged.
  const handle = await open(path, 'r+');
  await handle.write(Buffer.from('X'), 0, 1, 16);
  await handle.close();
  const file = await openFile(context, path);
  assert.equal(file.chunks, 0);
  await write(file, 0);
  await assertRead(file, 0);
});

test('a page has fewer rows the larger its messages are, and single large messages change nothing', () => {
  const sizes = (size: number): number[] => new Array<number>(1024).fill(size);
  assert.deepEqual(
    [1, 400, 1536, 1537, 3072, 5000, 40_000, 1e6].map((size) => rowsPerPageFor(sizes(size))),
    [128, 128, 128, 64, 64, 32, 8, 8],
  );
  assert.equal(rowsPerPageFor([1e7, ...sizes(400)]), 128);
});
