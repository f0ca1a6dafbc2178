/** Reading pages is limited by a meter, a failed opening is tried again, and damaged chunks do not fill the disk. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { open, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { crc32 } from 'node:zlib';
import { createLog } from '../../../../host/server/log/log.js';
import type { QueryPool } from '../../../../host/server/store/query-pool.js';
import { fileHead } from '../../../../host/server/store/row-pages/chunk-format.js';
import { pageColumnNumber } from '../../../../host/server/store/row-pages/columns.js';
import { OpenHandles } from '../../../../host/server/store/row-pages/open-handles.js';
import { packPage } from '../../../../host/server/store/row-pages/packed-page.js';
import { PageFile, pageCache } from '../../../../host/server/store/row-pages/page-file.js';
import { PageEncoder } from '../../../../host/server/store/row-pages/page.js';
import { RowPages } from '../../../../host/server/store/row-pages/row-pages.js';
import type { ReadMeter } from '../../../../host/server/store/types.js';
import { until } from '../../../until.js';
import { temporaryDirectory } from './opened-store.js';
import { unmetered } from './same-pages.js';

const KiB = 1024;
const message = { number: pageColumnNumber('message') ?? -1, name: 'message', isDouble: false };
const { signal } = new AbortController();

function pageOf(texts: readonly string[]): Buffer {
  const columns: (readonly string[])[] = [];
  columns[message.number] = texts;
  const page = new PageEncoder().encode(Array.from(columns), 0, texts.length);
  assert.ok(page);
  return packPage(page);
}

async function newFile(context: TestContext, cacheBytes = 0): Promise<{ file: PageFile; path: string }> {
  const path = join(await temporaryDirectory(context), 'x.pages');
  const file = new PageFile(path, 5, pageCache(cacheBytes), new OpenHandles(4));
  context.after(() => file.close());
  await file.open(0, () => Promise.resolve(undefined), signal);
  return { file, path };
}

/** Returns a meter with a limit in bytes, and its counts. */
function meterOf(limit: number) {
  const figures = { held: 0, peak: 0, rows: 0 };
  const add = (bytes: number): void => {
    figures.held += bytes;
    figures.peak = Math.max(figures.peak, figures.held);
    if (figures.held > limit) throw new Error('The result is too large.');
  };
  const meter: ReadMeter = {
    reserve: add,
    release: (bytes) => (figures.held -= bytes),
    take: () => (figures.rows += 1),
  };
  return { meter, figures };
}

test('pages are reserved before they are read, and a refusal ends the read and is no damage', async (context) => {
  const { file } = await newFile(context);
  const text = 'x'.repeat(200 * KiB);
  const page = pageOf([text]);
  for (let number = 0; number < 40; number += 1)
    await file.append({ number, rows: 1, lastId: 'x', rowsPerPage: 64, pages: [page] });
  const rows = Array.from({ length: 40 }, (_, number) => number * 1024);
  const read = (meter: ReadMeter) =>
    file.read(rows, [message], meter, () => assert.fail('a page is damaged'), undefined);
  const roomy = meterOf(Infinity);
  assert.equal((await read(roomy.meter)).size, 40);
  assert.equal(roomy.figures.rows, 40);
  assert.equal(roomy.figures.held, 0);
  assert.ok(roomy.figures.peak >= text.length, 'a page is reserved');
  assert.ok(roomy.figures.peak < 9 * (text.length + page.length), 'few pages are held at the same time');
  const tight = meterOf(100 * KiB);
  await assert.rejects(read(tight.meter), { message: 'The result is too large.' });
  assert.equal(tight.figures.rows, 0);
  assert.equal(tight.figures.held, 0, 'the reserved bytes are released before the read ends');
  const refused: ReadMeter = {
    ...unmetered,
    take: () => {
      throw new Error('The rows are too large.');
    },
  };
  await assert.rejects(read(refused), { message: 'The rows are too large.' });
  assert.equal(file.chunks, 40);
});

test('rows of several pages of a chunk are read from the file and from the cache', async (context) => {
  const { file } = await newFile(context, 2000);
  const texts = Array.from({ length: 1024 }, (_, row) => `message ${row}`);
  const pages = Array.from({ length: 16 }, (_, page) => pageOf(texts.slice(page * 64, page * 64 + 64)));
  await file.append({ number: 0, rows: 1024, lastId: 'x', rowsPerPage: 64, pages });
  for (const rows of [[40], [0, 1, 40, 41, 100, 1023], [3, 40, 500], texts.map((_, row) => row)]) {
    const found = await file.read(rows, [message], unmetered, () => assert.fail('a page is damaged'), undefined);
    assert.deepEqual(
      rows.map((row) => found.get(row)?.['message']),
      rows.map((row) => texts[row]),
    );
  }
});

/** Encodes a chunk as earlier versions did, with 32 pages of 32 rows. */
function earlierChunk(number: number, lastId: string, pages: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(20 + 32 * 4);
  const id = Buffer.from(lastId);
  head.writeUInt32LE(0x4b4e4843, 0);
  head.writeUInt32LE(number, 4);
  head.writeUInt16LE(1024, 8);
  head.writeUInt16LE(id.length, 10);
  head.writeUInt32LE(Buffer.concat(pages).length, 12);
  for (const [at, { length }] of pages.entries()) head.writeUInt32LE(length, 20 + at * 4);
  head.writeUInt32LE(crc32(id, crc32(head.subarray(20), crc32(head.subarray(0, 16)))), 16);
  return Buffer.concat([head, id, ...pages]);
}

test('chunks of an earlier version are read as they are, and are replaced when they are damaged', async (context) => {
  const path = join(await temporaryDirectory(context), 'x.pages');
  const texts = Array.from({ length: 3072 }, (_, row) => `message ${row}`);
  const pages = (from: number, count: number): Buffer[] =>
    Array.from({ length: 1024 / count }, (_, page) =>
      pageOf(texts.slice(from + page * count, from + page * count + count)),
    );
  await writeFile(
    path,
    Buffer.concat([fileHead(5), earlierChunk(0, 'id 0', pages(0, 32)), earlierChunk(1, 'id 1', pages(1024, 32))]),
  );
  const cache = pageCache(1024 * KiB);
  const { size } = await stat(path);
  const openFile = async (lastId: string): Promise<PageFile> => {
    const file = new PageFile(path, 5, cache, new OpenHandles(4));
    context.after(() => file.close());
    await file.open(3072, () => Promise.resolve(lastId), signal);
    return file;
  };
  const assertAll = async (file: PageFile, count: number): Promise<void> => {
    const rows = Array.from({ length: count }, (_, row) => row);
    // The rows are read from the file, and then from the cache.
    for (let round = 0; round < 2; round += 1) {
      const found = await file.read(rows, [message], unmetered, () => assert.fail('a page is damaged'), undefined);
      assert.deepEqual(
        rows.map((row) => found.get(row)?.['message']),
        texts.slice(0, count),
      );
    }
  };
  const before = await openFile('id 1');
  assert.equal((await stat(path)).size, size);
  await assertAll(before, 2048);
  await before.append({ number: 2, rows: 1024, lastId: 'id 2', rowsPerPage: 64, pages: pages(2048, 64) });
  await assertAll(before, 3072);
  before.forget(1);
  await before.append({ number: 1, rows: 1024, lastId: 'id 1', rowsPerPage: 64, pages: pages(1024, 64) });
  await assertAll(before, 3072);
  await before.close();
  await assertAll(await openFile('id 2'), 3072);
});

test('damaged chunks that are built again and again occupy a limited part of the disk', async (context) => {
  const { file, path } = await newFile(context);
  const chunkOf = (number: number) => ({
    number,
    rows: 1024,
    lastId: 'x',
    rowsPerPage: 64,
    pages: Array.from({ length: 16 }, () => pageOf([randomBytes(16 * KiB).toString('latin1')])),
  });
  for (const number of [0, 1, 2, 3]) await file.append(chunkOf(number));
  const { size } = await stat(path);
  for (let round = 0; round < 40; round += 1) {
    const handle = await open(path, 'r+');
    await handle.truncate((await handle.stat()).size - 1);
    await handle.close();
    const damaged: number[] = [];
    const rows = [0, 1, 2, 3].map((number) => number * 1024 + 15 * 64);
    await file.read(rows, [message], unmetered, (chunks) => damaged.push(...chunks), undefined);
    for (const number of damaged) file.forget(number);
    // A write may empty the file, so that the chunks before it are missing, too.
    while (file.chunks < 4)
      for (const number of [0, 1, 2, 3]) if (file.rowsOf(number) === 0) await file.append(chunkOf(number));
    assert.ok((await stat(path)).size < size * 3, `the file has ${(await stat(path)).size} bytes in round ${round}`);
  }
  assert.equal(file.chunks, 4);
});

test('pages of an index whose file could not be opened are read after some time', async (context) => {
  const directory = await temporaryDirectory(context);
  const path = join(directory, 'x.pages');
  const written = new PageFile(path, 5, pageCache(0), new OpenHandles(4));
  await written.open(0, () => Promise.resolve(undefined), signal);
  await written.append({ number: 0, rows: 1024, lastId: 'last', rowsPerPage: 64, pages: [pageOf(['one'])] });
  await written.close();
  let asked = 0;
  const query = (): Promise<unknown[]> => {
    asked += 1;
    return asked < 3 ? Promise.reject(new Error('The database is busy.')) : Promise.resolve([{ id: 'last' }]);
  };
  // Cast: pages use only the method `query` of a pool.
  const pages = new RowPages({ pool: { query } as unknown as QueryPool, log: createLog('error', () => {}), restMs: 1 });
  context.after(() => pages.close());
  pages.open({ name: 'x', catalog: 'x', createdAt: 5, messages: 1024, sealed: false, dynamicFields: () => [] }, path);
  await until('the file is open', () => pages.view('x')?.has(0) === true);
  assert.equal(asked, 3);
});
