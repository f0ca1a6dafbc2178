/** Pages of rows return the same values as the database, and damaged or missing pages are built again. */
import assert from 'node:assert/strict';
import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { readPage } from '../../../../host/server/search/message-rows.js';
import { readMessage } from '../../../../host/server/search/read-message.js';
import { readerFor } from '../../../../host/server/search/reader.js';
import { createMessageIds, joinId } from '../../../../host/server/store/message-id.js';
import { pageColumnNumber } from '../../../../host/server/store/row-pages/columns.js';
import { decodeRow, PageEncoder, type PageCell } from '../../../../host/server/store/row-pages/page.js';
import { OpenHandles } from '../../../../host/server/store/row-pages/open-handles.js';
import { packPage, unpackPage } from '../../../../host/server/store/row-pages/packed-page.js';
import { PageFile, pageCache } from '../../../../host/server/store/row-pages/page-file.js';
import type { IncomingMessage, MessageReader, MessageStore, StoredIndex } from '../../../../host/server/store/types.js';
import { until } from '../../../until.js';
import { roomy } from '../search/page-meter.js';
import { defaultStream, otherStream } from '../search/fixture.js';
import { messagesOf } from '../search/words-fixture.js';
import { message, onlyIndex, open, temporaryDirectory } from './opened-store.js';
import { assertSame, pagedRows, unmetered } from './same-pages.js';

async function load(store: MessageStore, messages: readonly IncomingMessage[], step = 700): Promise<void> {
  for (let from = 0; from < messages.length; from += step) {
    await store.append(messages.slice(from, from + step));
    await store.settled();
  }
}

const hostile = (count: number, seed: number): IncomingMessage[] =>
  messagesOf(count, seed).map((one, at) => ({
    ...one,
    fields: {
      ...one.fields,
      ['__proto__']: 'p',
      half: at % 2 === 0 ? 'a\ud83d' : '\ude00b',
      zero: at % 3 === 0 ? -0 : 0.5,
      huge: at % 5 === 0 ? 2n ** 63n - 1n : at % 7 === 0 ? -(2n ** 53n) : 5,
      mixed: at % 4 === 0 ? 'text' : at,
      edge: at === 1500 ? 0.5 : at % 2 === 0 ? 2 ** 53 : 9_007_199_254_740_991,
      flag: at % 3 === 0,
      ...(at % 50 === 0 && { list: '["a","b"]', empty: '' }),
    },
    streams: at % 11 === 0 ? [] : at % 3 === 0 ? [defaultStream, otherStream] : [defaultStream],
    ...(at % 6 === 0 && { remote: { address: '10.0.0.1', port: 514 } }),
  }));

test('pages return the values of the database for hostile rows, as loaded and as built from the database', async (context) => {
  const directory = await temporaryDirectory(context);
  const first = await open(context, directory, { wordsFrom: 1 });
  await load(first.store, hostile(3500, 1));
  const index = onlyIndex(first.store);
  assert.equal(await assertSame(first.store, index), 3072);
  await first.close();
  const [file = ''] = (await readdir(join(directory, 'indices'))).filter((name) => name.endsWith('.pages'));
  const path = join(directory, 'indices', file);
  const size = (await stat(path)).size;
  const second = await open(context, directory);
  await until('the pages are read', () => pagedRows(onlyIndex(second.store)) === 3072);
  assert.equal(await assertSame(second.store, onlyIndex(second.store)), 3072);
  assert.equal((await stat(path)).size, size);
  await second.close();
  await rm(path);
  const third = await open(context, directory);
  await until('the pages are built', () => pagedRows(onlyIndex(third.store)) === 3072);
  assert.equal(await assertSame(third.store, onlyIndex(third.store)), 3072);
  await third.store.cycle();
  const sealed = (): StoredIndex | undefined => third.store.indices().find((one) => one.sealed);
  await until('the pages of the last rows are built', () => {
    const one = sealed();
    return one !== undefined && pagedRows(one) === 3500;
  });
  const one = sealed();
  assert.equal(one && (await assertSame(third.store, one)), 3500);
  await until('disk usage counts the pages', async () => {
    const bytes = (await third.store.diskBytes()).get(one?.name ?? '') ?? 0;
    return bytes > (await stat(path)).size;
  });
});

test('torn, cut and changed files never change a row, and are built again', async (context) => {
  const directory = await temporaryDirectory(context);
  let opened = await open(context, directory);
  await load(opened.store, hostile(2100, 2));
  await opened.close();
  const path = join(directory, 'indices', 'messages_0.pages');
  const whole = await readFile(path);
  const random = fc.sample(fc.nat(whole.length - 1), { numRuns: 14, seed: 7 });
  for (const [round, at] of random.entries()) {
    await writeFile(path, whole);
    if (round % 3 === 0) await truncate(path, at);
    else {
      const bytes = Buffer.from(whole);
      const end = Math.min(at + (round % 2 === 0 ? 1 : 5000), bytes.length);
      bytes.fill(round % 3 === 1 ? 0 : (bytes[at] ?? 0) ^ 0xff, at, end);
      await writeFile(path, bytes);
    }
    opened = await open(context, directory);
    const { store } = opened;
    await until('the file is read', () => pagedRows(onlyIndex(store)) > 0);
    for (let again = 0; again < 2; again += 1) {
      const index = onlyIndex(store);
      const rows = Array.from({ length: index.messages }, (_, row) => row).filter((row) => index.pages?.has(row));
      const id = { name: 'id', number: pageColumnNumber('id') ?? -1, isDouble: false };
      const found =
        (await index.pages?.read(rows, [id], unmetered)) ?? new Map<number, Readonly<Record<string, unknown>>>();
      for (const { r, id: stored } of await store.query(`SELECT rowid AS r, id FROM ${index.catalog}.messages`, []))
        assert.ok([undefined, stored].includes(found.get(Number(r))?.['id']));
      await until('the pages are built again', () => pagedRows(onlyIndex(store)) === 2048);
    }
    assert.equal(await assertSame(store, onlyIndex(store)), 2048);
    await opened.close();
  }
});

test('pages of other rows are discarded when an index file is replaced by an older copy', async (context) => {
  const directory = await temporaryDirectory(context);
  const path = join(directory, 'indices', 'messages_0.duckdb');
  let opened = await open(context, directory);
  await load(opened.store, hostile(1100, 3));
  await opened.close();
  const older = await readFile(path);
  opened = await open(context, directory);
  await load(opened.store, hostile(1200, 4));
  await opened.close();
  const pages = await readFile(join(directory, 'indices', 'messages_0.pages'));
  await writeFile(path, older);
  await rm(`${path}.wal`, { force: true });
  await rm(join(directory, 'journal'), { recursive: true });
  await rm(join(directory, 'indices', 'messages_0.pages'));
  opened = await open(context, directory);
  await load(opened.store, hostile(1500, 5));
  await opened.close();
  await writeFile(join(directory, 'indices', 'messages_0.pages'), pages);
  opened = await open(context, directory);
  const { store } = opened;
  await until('the pages are built', () => pagedRows(onlyIndex(store)) === 2048);
  assert.equal(await assertSame(store, onlyIndex(store)), 2048);
});

test('searches return the same messages with and without pages, and none of other streams', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), { wordsFrom: 1, wordBlockRows: 512 });
  const numbers = hostile(2600, 6);
  await load(store, numbers);
  await until('the rows are indexed', () => (onlyIndex(store).words?.covered ?? 0) === 2600);
  const paged = readerFor(store, { username: 'ada', rank: 'interactive' });
  const plain: MessageReader = {
    ...paged,
    indices: () => store.indices().map((index) => ({ ...index, pages: undefined, words: undefined })),
  };
  const range = { from: -1e13, to: 1e13 };
  let shown = 0;
  for (const streams of [[defaultStream], [otherStream], [defaultStream, otherStream]])
    for (const sort of [[], [{ field: 'timestamp', order: 'ASC' as const }], [{ field: 'n', order: 'DESC' as const }]])
      for (const fields of [[], ['message', 'huge']])
        for (const [offset, limit] of [
          [0, 150],
          [20, 30],
        ] as const) {
          const request = { match: { range, streams, queries: [], now: 0 }, sort, offset, limit, fields };
          const [with_, without] = await Promise.all([paged, plain].map((reader) => readPage(reader, request, roomy)));
          assert.deepEqual(
            with_?.map((found) => found.message),
            without?.map((found) => found.message),
          );
          shown += with_?.length ?? 0;
        }
  assert.ok(shown > 1000);
  for (const { id } of await store.query('SELECT id FROM messages_0.messages WHERE rowid % 97 = 0', []))
    assert.deepEqual(
      (await readMessage(paged, 'messages_0', String(id)))?.message,
      (await readMessage(plain, 'messages_0', String(id)))?.message,
    );
});

test('rows with very long texts are read from the database', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context));
  const long = 'long text '.repeat(200_000);
  await load(
    store,
    Array.from({ length: 1100 }, (_, n) => message(n === 40 ? long : `short ${n}`, { n })),
    1100,
  );
  const index = onlyIndex(store);
  await until('the other pages are built', () => pagedRows(index) === 1024 - 128);
  assert.equal(index.pages?.has(40), false);
  assert.equal(await assertSame(store, index), 1024 - 128);
});

const cell = fc.oneof(
  fc.constant<PageCell>(null),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', minLength: 0, maxLength: 300 }),
);
/** Message ids; their ends differ now and then, as between two runs of the server. */
const ids = fc
  .tuple(fc.nat(2 ** 48 - 1), fc.nat(2 ** 50 - 1), fc.integer({ min: 0, max: 60 }))
  .map(([time, sequence, run]) => joinId({ time, sequence, run: run === 0 ? 'ab é\n😀'.slice(0, 6) : 'Z6SC1X' }));
const columnsArbitrary = fc.array(
  fc.oneof(
    fc.array(cell, { maxLength: 64 }),
    fc.array(fc.oneof(fc.constant<PageCell>(null), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })), {
      maxLength: 64,
    }),
    fc.array(fc.oneof(fc.constant<PageCell>(null), fc.double({ noNaN: true, noDefaultInfinity: true })), {
      maxLength: 64,
    }),
    fc.array(fc.oneof(fc.constant<PageCell>(null), fc.maxSafeInteger()), { maxLength: 64 }),
    fc.array(fc.oneof(fc.constant<PageCell>(null), fc.boolean()), { maxLength: 64 }),
    fc.array(fc.oneof(fc.constant<PageCell>(null), fc.array(fc.string())), { maxLength: 64 }),
    fc.array(ids, { maxLength: 64 }),
    fc.array(fc.oneof({ weight: 40, arbitrary: ids }, cell), { maxLength: 64 }),
    fc.tuple(fc.string(), fc.constant(64)).map(([text, count]) => new Array<PageCell>(count).fill(text)),
  ),
  { maxLength: 12 },
);

test('a page returns what was encoded', () => {
  const encoder = new PageEncoder();
  fc.assert(
    fc.property(columnsArbitrary, fc.integer({ min: 1, max: 64 }), (columns, rows) => {
      const encoded = encoder.encode(columns, 0, rows);
      assert.ok(encoded);
      const page = unpackPage(packPage(encoded));
      const wanted = new Map(columns.map((_, number) => [number, { number, name: `c${number}`, isDouble: false }]));
      for (let row = 0; row < rows; row += 1) {
        const found = decodeRow(page, row, wanted);
        for (const [number, cells] of columns.entries()) {
          const given = cells[row] ?? null;
          const expected =
            typeof given === 'bigint' && Number.isSafeInteger(Number(given))
              ? Number(given)
              : typeof given === 'string'
                ? Buffer.from(given).toString()
                : Array.isArray(given)
                  ? given.map((text: string) => Buffer.from(text).toString())
                  : given;
          assert.deepEqual(found[`c${number}`] ?? null, expected);
          if (typeof expected === 'number') assert.ok(Object.is(found[`c${number}`], expected));
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('message ids of one run take little more space than their times', () => {
  const idOf = createMessageIds();
  const page = (texts: readonly string[]): number =>
    packPage(new PageEncoder().encode([texts], 0, 64) ?? Buffer.of(0)).length;
  const ids = Array.from({ length: 64 }, (_, row) => idOf(1_700_000_000_000 + row * 1201));
  const size = page(ids);
  assert.ok(size < 100, `64 ids take ${size} bytes`);
  // Ids of two runs are stored as texts.
  const other = createMessageIds()(1_700_000_000_000);
  assert.ok(page([...ids.slice(0, 63), other]) > size * 2);
});

test('damaged pages and files are refused with an error or read as empty, and never end the process', async (context) => {
  const encoder = new PageEncoder();
  const page = Buffer.from(
    encoder.encode(
      [
        ['a', 'bc', null],
        [1n, 2n, 3n],
        [0.5, -0, null],
      ],
      0,
      3,
    ) ?? [],
  );
  const packed = packPage(page);
  const wanted = new Map([0, 1, 2].map((number) => [number, { number, name: `c${number}`, isDouble: false }]));
  const quietly = (work: () => unknown): void => {
    try {
      work();
    } catch (error) {
      assert.ok(error instanceof Error);
    }
  };
  fc.assert(
    fc.property(fc.nat(page.length - 1), fc.nat(255), fc.nat(40), (at, byte, row) => {
      const changed = Buffer.from(page);
      changed[at] = byte;
      quietly(() => decodeRow(changed, row, wanted));
      quietly(() => decodeRow(changed.subarray(0, at), row, wanted));
      const wrong = Buffer.from(packed);
      wrong[at % packed.length] = (wrong[at % packed.length] ?? 0) ^ (byte | 1);
      assert.throws(() => unpackPage(wrong));
    }),
    { numRuns: 500 },
  );
  const path = join(await temporaryDirectory(context), 'x.pages');
  for (const bytes of fc.sample(fc.uint8Array({ maxLength: 400 }), { numRuns: 30, seed: 3 })) {
    await writeFile(path, bytes);
    const file = new PageFile(path, 5, pageCache(1000), new OpenHandles(4));
    await file.open(100_000, () => Promise.resolve(undefined), new AbortController().signal);
    assert.equal(file.chunks, 0);
    assert.ok(await file.append({ number: 3, rows: 3, lastId: 'x', rowsPerPage: 64, pages: [packed] }));
    const found = await file.read(
      [3072, 3073, 3074, 3075],
      [...wanted.values()],
      unmetered,
      () => assert.fail(),
      undefined,
    );
    assert.deepEqual([...found.keys()], [3072, 3073, 3074]);
    await file.close();
    assert.equal(file.has(3072), false);
  }
});

test('rows of a file are not read before the id of its last row was compared with the database', async (context) => {
  const path = join(await temporaryDirectory(context), 'x.pages');
  const { signal } = new AbortController();
  const page = packPage(Buffer.from(new PageEncoder().encode([['a']], 0, 1) ?? []));
  const written = new PageFile(path, 5, pageCache(1000), new OpenHandles(4));
  await written.open(100_000, () => Promise.resolve(undefined), signal);
  for (const number of [0, 1])
    await written.append({ number, rows: 1, lastId: `id${number}`, rowsPerPage: 64, pages: [page] });
  await written.close();
  const compared = new PageFile(path, 5, pageCache(1000), new OpenHandles(4));
  let has: boolean | undefined;
  const compare = (row: number): Promise<string> => {
    has = compared.has(0);
    return Promise.resolve(`id${row / 1024}`);
  };
  await compared.open(100_000, compare, signal);
  assert.deepEqual([has, compared.has(0)], [false, true]);
  await compared.close();
  const failed = new PageFile(path, 5, pageCache(1000), new OpenHandles(4));
  await assert.rejects(failed.open(100_000, () => Promise.reject(new Error('The database is busy.')), signal));
  assert.equal(failed.has(0), false);
  await failed.close();
});

test('few files stay open, and closed files are opened again to read, to write and to begin anew', async (context) => {
  const directory = await temporaryDirectory(context);
  const column = { number: pageColumnNumber('message') ?? -1, name: 'message', isDouble: false };
  const pageOf = (text: string): Buffer => {
    const columns: string[][] = [];
    columns[column.number] = [text, text];
    const page = new PageEncoder().encode(Array.from(columns), 0, 2);
    assert.ok(page);
    return packPage(page);
  };
  const handles = new OpenHandles(2);
  const paths = Array.from({ length: 6 }, (_, number) => join(directory, `${number}.pages`));
  const files = paths.map((path) => new PageFile(path, 5, pageCache(0), handles));
  const signal = new AbortController().signal;
  const append = (file: PageFile, number: number, text: string): Promise<boolean> =>
    file.append({ number, rows: 2, lastId: 'x', rowsPerPage: 64, pages: [pageOf(text)] });
  const read = async (file: PageFile, row: number): Promise<unknown> =>
    (await file.read([row], [column], unmetered, () => assert.fail('the file is damaged'), undefined)).get(row)?.[
      'message'
    ];
  await Promise.all(files.map((file) => file.open(0, () => Promise.resolve(undefined), signal)));
  await Promise.all(files.map((file, at) => append(file, 0, `first ${at}`)));
  for (const [at, file] of files.entries()) {
    await append(file, 1, `second ${at}`);
    assert.ok(handles.count <= 2);
  }
  const found = await Promise.all(files.flatMap((file) => [read(file, 0), read(file, 1024)]));
  assert.deepEqual(
    found,
    files.flatMap((_, at) => [`first ${at}`, `second ${at}`]),
  );
  assert.ok(handles.count <= 2);
  const [removed] = files;
  assert.ok(removed && paths[0]);
  await rm(paths[0]);
  await assert.rejects(append(removed, 2, 'third'), { code: 'ENOENT' });
  await append(removed, 2, 'third');
  assert.equal(await read(removed, 2048), 'third');
  assert.equal(removed.has(0), false);
  await Promise.all(files.map((file) => file.close()));
  assert.equal(handles.count, 0);
});
