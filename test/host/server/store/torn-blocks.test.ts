/** A block that a crash during a checkpoint left partially written is repaired from the write-ahead log. */
import assert from 'node:assert/strict';
import { DuckDBInstance } from '@duckdb/node-api';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDatabase, storageVersion } from '../../../../host/server/store/database.js';
import { openingTorn } from '../../../../host/server/store/torn-blocks.js';

const headersBytes = 3 * 4096;
const blockBytes = 256 * 1024;
const pageBytes = 4096;

let directory: string;
let path: string;
/** `old`: file before the checkpoint; `log`: its write-ahead log; `done`: file after the checkpoint. */
let old: Buffer;
let log: Buffer;
let done: Buffer;

/** Runs statements on a database that writes checkpoints only on request. */
async function withDatabase(work: (run: (sql: string) => Promise<unknown>) => Promise<void>): Promise<void> {
  const settings = { wal_autocheckpoint: '1000MiB', storage_compatibility_version: storageVersion };
  const instance = await DuckDBInstance.create(path, settings);
  const connection = await instance.connect();
  try {
    await connection.run('PRAGMA disable_checkpoint_on_shutdown');
    await work((sql) => connection.run(sql));
  } finally {
    connection.disconnectSync();
    instance.closeSync();
  }
}

const insert = (from: number) => `INSERT INTO rows SELECT n, 'text ' || n FROM range(${from}, ${from + 5000}) of(n)`;

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'log-console-torn-'));
  path = join(directory, 'rows.duckdb');
  await withDatabase(async (run) => {
    await run('CREATE TABLE rows(n BIGINT, text VARCHAR)');
    for (let at = 0; at < 3; at += 1) {
      await run(insert(at * 5000));
      await run('CHECKPOINT');
    }
    await run(insert(15_000));
  });
  old = await readFile(path);
  log = await readFile(`${path}.wal`);
  await withDatabase(async (run) => {
    await run('CHECKPOINT');
  });
  done = await readFile(path);
});
after(() => rm(directory, { recursive: true, force: true }));

/** Returns the file after a crash that interrupted the write of `block` after `pages` pages. */
function torn(block: number, pages: number): Buffer {
  const file = Buffer.from(old);
  const start = headersBytes + block * blockBytes;
  done.copy(file, start, start, start + pages * pageBytes);
  return file;
}

async function put(file: Buffer, wal: Buffer | undefined): Promise<void> {
  await writeFile(path, file);
  await rm(`${path}.wal`, { force: true });
  if (wal) await writeFile(`${path}.wal`, wal);
}

const options = () => ({
  path,
  threads: 1,
  memoryBytes: 2 ** 28,
  checkpointBytes: 2 ** 30,
  temporaryDirectory: join(directory, 'temporary'),
  allowedDirectory: directory,
});

async function sumOf(): Promise<unknown[] | undefined> {
  const instance = await openDatabase(options());
  const connection = await instance.connect();
  try {
    const reader = await connection.runAndReadAll(
      'SELECT count(*)::INTEGER, sum(n)::INTEGER, min(text), max(text) FROM rows',
    );
    return reader.getRows()[0];
  } finally {
    connection.disconnectSync();
    instance.closeSync();
  }
}

test('a block of a database file that was cut at any page is repaired, and the write-ahead log completes the checkpoint', async () => {
  let refused = 0;
  for (let pages = 1; pages < blockBytes / pageBytes; pages += 1) {
    await put(torn(0, pages), log);
    // Without repair the file cannot be opened, unless all changed pages were written.
    const plain = withDatabase((run) => run('SELECT 1').then(() => undefined));
    await plain.catch((error: Error) => {
      refused += 1;
      assert.match(error.message, /computed checksum/);
    });
    await put(torn(0, pages), log);
    assert.deepEqual(
      await sumOf(),
      [20_000, 199_990_000, 'text 0', 'text 9999'],
      `the data is complete after ${pages} written pages`,
    );
  }
  assert.ok(refused > 2, `${refused} files cannot be opened without repair`);
});

test('a database file with other damage is refused and stays unchanged', async () => {
  const changed = (change: (file: Buffer) => void): Buffer => {
    const file = Buffer.from(old);
    change(file);
    return file;
  };
  const flip = (at: number) => changed((file) => file.writeUInt8(file.readUInt8(at) ^ 1, at));
  const files: readonly (readonly [what: string, file: Buffer, wal: Buffer | undefined])[] = [
    ['metadata overwritten', changed((file) => file.fill(0xa5, headersBytes, headersBytes + 8 * pageBytes)), log],
    ['a header', changed((file) => [4096, 8192].forEach((at) => file.writeUInt8(0xa5, at + 100))), log],
    ['torn, without its log', torn(0, 3), undefined],
  ];
  for (const [what, file, wal] of files) {
    await put(file, wal);
    await assert.rejects(sumOf(), what);
    assert.ok((await readFile(path)).equals(file), what);
  }
  // Blocks of data have checksums, too: damage is reported when they are read.
  const data = flip(headersBytes + blockBytes + 5000);
  await put(data, log);
  await assert.rejects(
    openingTorn(path, () => sumOf()),
    /computed checksum/,
  );
});

test('writes after the repair of a block are kept, even if the attempt to open the file fails', async () => {
  await put(torn(0, 2), log);
  const attempt = async () => {
    await sumOf();
    await withDatabase(async (run) => {
      await run('CHECKPOINT');
    });
    throw new Error('later');
  };
  // Opening repairs the block; the checkpoint writes it again.
  await assert.rejects(openingTorn(path, attempt), /later/);
  assert.deepEqual(await sumOf(), [20_000, 199_990_000, 'text 0', 'text 9999']);
});

test('the number of repaired blocks is returned', async () => {
  await put(torn(0, 2), log);
  const reported: number[] = [];
  const instance = await openingTorn(
    path,
    () => DuckDBInstance.create(path),
    (blocks) => reported.push(blocks),
  );
  instance.closeSync();
  assert.deepEqual(reported, [1]);
});
