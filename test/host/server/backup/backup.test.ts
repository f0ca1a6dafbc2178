/** Backups of a running server are created and restored. */
import assert from 'node:assert/strict';
import { appendFile, cp, mkdir, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { backUp } from '../../../../host/server/backup/backup.js';
import { backupsIn, readManifest } from '../../../../host/server/backup/manifest.js';
import { restore } from '../../../../host/server/backup/restore.js';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import { spawnServer, exitOf, startTestServer, type TestServer } from '../../../server.js';
import { startInput } from '../../../started-input.js';
import { until } from '../../../until.js';
import { allMessages, open, temporaryDirectory } from '../store/opened-store.js';

let server: TestServer;
let session: string;
let port: number;
before(async () => {
  server = await startTestServer();
  session = await server.login();
  ({ port } = await startInput(server, session, inputTypeIds.gelfHttp));
});
after(() => server.stop());

/** Sends a GELF message; `fields` is JSON text of further members. */
async function send(text: string, fields = '"_n":1'): Promise<void> {
  const body = `{"version":"1.1","host":"h","short_message":${JSON.stringify(text)},${fields}}`;
  const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body });
  assert.equal(answer.status, 202);
}

async function store(name: string): Promise<void> {
  const json = { name, description: '', permissions: [], read_only: false };
  const answer = await server.call('/roles', { method: 'POST', session, json });
  assert.equal(answer.status, 201, await answer.text());
}

/** Sends message 0, then stores document 0, then message 1 …, each when the one before is acknowledged. */
function writer(name: string) {
  const acknowledged = { messages: 0, documents: 0 };
  let isOver = false;
  const done = (async () => {
    while (!isOver) {
      await send(`${name} ${acknowledged.messages}`);
      acknowledged.messages += 1;
      if (isOver) break;
      await store(`${name}_${acknowledged.documents}`);
      acknowledged.documents += 1;
    }
  })();
  return {
    acknowledged: () => ({ ...acknowledged }),
    stop: () => {
      isOver = true;
      return done;
    },
  };
}

const numbersOf = (names: readonly string[], beginning: string): number[] =>
  names
    .filter((name) => name.startsWith(beginning))
    .map((name) => Number(name.slice(beginning.length)))
    .sort((a, b) => a - b);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

test('a backup under load restores exactly the messages and documents acknowledged at its moment', async (t) => {
  const directory = await temporaryDirectory(t);
  const target = join(directory, 'backups');
  // The field is integer in this index and fractional in the next, so no common numeric type would hold its value
  // exactly.
  await send('before', '"_big":9007199254740993,"_long":-9223372036854775808,"_wide":123456789012345678901234567890');
  await until('the index can be rotated', async () => {
    const cycled = await server.call('/cluster/deflector/000000000000000000000101/cycle', { method: 'POST', session });
    const files = await readdir(join(server.data, 'indices'));
    return cycled.ok && files.filter((file) => /^messages_\d+\.duckdb$/.test(file)).length > 1;
  });
  await send('fraction', '"_big":0.5');
  const writers = ['a', 'b', 'c', 'd'].map(writer);
  await until('all writers have written', () => writers.every((one) => one.acknowledged().documents > 3));
  const first = await backUp({ data: server.data, target, keep: 2 });
  const atStart = writers.map((one) => one.acknowledged());
  const made = await backUp({ data: server.data, target, keep: 2 });
  const atEnd = writers.map((one) => one.acknowledged());
  await Promise.all(writers.map((one) => one.stop()));
  assert.ok((made.heldMs?.documents ?? Infinity) < 10_000);

  const data = join(directory, 'restored');
  await restore({ source: target, data });
  const opened = await open(t, data);
  await opened.store.settled();
  const messages = await allMessages(opened.store);
  const texts = messages.map(({ message }) => String(message));
  const large = messages.find(({ message }) => message === 'before');
  assert.deepEqual(
    [large?.['big'], large?.['long'], large?.['wide']],
    [9007199254740993n, -9223372036854775808n, '123456789012345678901234567890'],
  );
  assert.equal(messages.find(({ message }) => message === 'fraction')?.['big'], 0.5);
  const roles = opened.documents.collection<{ id: string; name: string }>('roles').all();
  const names = roles.map(({ name }) => name);
  assert.equal(texts.filter((text) => text === 'before').length, 1);
  for (const [at, name] of ['a', 'b', 'c', 'd'].entries()) {
    const numbers = numbersOf(texts, `${name} `);
    const documents = numbersOf(names, `${name}_`);
    const [from, to] = [atStart[at], atEnd[at]];
    assert.ok(from && to);
    assert.deepEqual(numbers, upTo(numbers.length), 'each message up to the last one is restored exactly once');
    assert.deepEqual(documents, upTo(documents.length));
    assert.ok(numbers.length >= from.messages && numbers.length <= to.messages + 1);
    assert.ok(documents.length >= from.documents && documents.length <= to.documents + 1);
    // The backup is a consistent snapshot: each document is stored after its message was acknowledged and before the
    // next one is sent.
    assert.ok(numbers.length === documents.length || numbers.length === documents.length + 1);
  }
  assert.deepEqual(
    await backupsIn(target),
    [made.directory, first.directory].map((path) => path.split('/').at(-1)),
  );
});

test('a backup copies sealed indices once and hard-links them in later backups, and keeps the configured number of backups', async (t) => {
  const target = join(await temporaryDirectory(t), 'backups');
  const sealed = 'indices/messages_0.duckdb';
  const age = async () => Date.now() - (await stat(join(server.data, sealed))).mtimeMs;
  await until('the sealed file is unchanged for a while', async () => (await age()) > 2_500);
  const first = await backUp({ data: server.data, target, keep: 2 });
  const { ino } = await stat(join(first.directory, sealed));
  const second = await backUp({ data: server.data, target, keep: 2 });
  assert.equal((await stat(join(second.directory, sealed))).ino, ino);
  assert.ok(second.linkedBytes > 0 && second.copiedBytes < first.copiedBytes);
  assert.notEqual((await stat(join(server.data, sealed))).ino, ino, 'no file is hard-linked to a file of the server');
  // The remains of an interrupted backup do not count as a backup.
  await mkdir(join(target, 'new-1.part'));
  await writeFile(join(target, 'new-1.part', 'documents.duckdb'), 'half');
  const third = await backUp({ data: server.data, target, keep: 2 });
  assert.deepEqual((await readdir(target)).sort(), [second, third].map(({ directory }) => directory.slice(-19)).sort());
  const manifest = await readManifest(third.directory);
  for (const { path, bytes } of manifest.files) assert.equal((await stat(join(third.directory, path))).size, bytes);
});

test('a backup leaves out inverted indexes and pages of rows', async (t) => {
  const left = ['messages_0.pages', 'messages_0.words.1'].map((name) => join(server.data, 'indices', name));
  for (const path of left) await writeFile(path, 'x');
  const made = await backUp({ data: server.data, target: join(await temporaryDirectory(t), 'backups'), keep: 1 });
  for (const path of left) await rm(path);
  const { files } = await readManifest(made.directory);
  const endings = new Set(
    files.map(({ path }) => path).flatMap((path) => /^indices\/.*?(\..*)$/.exec(path)?.[1] ?? []),
  );
  assert.ok(endings.has('.duckdb'));
  for (const ending of ['.pages', '.words', '.words.1']) assert.ok(!endings.has(ending), ending);
});

test('a restore overwrites nothing and refuses a damaged backup', async (t) => {
  const directory = await temporaryDirectory(t);
  const target = join(directory, 'backups');
  const made = await backUp({ data: server.data, target, keep: 1 });
  const data = join(directory, 'data');
  await mkdir(data);
  await writeFile(join(data, 'mine'), '');
  await assert.rejects(restore({ source: target, data }), /data is not empty, and a restore overwrites nothing/);
  await rm(join(data, 'mine'));
  const damaged = async (how: (copy: string) => Promise<void>, problem: RegExp) => {
    const copy = join(directory, 'copy');
    await cp(made.directory, copy, { recursive: true });
    await how(copy);
    await assert.rejects(restore({ source: copy, data }), problem);
    assert.deepEqual(await readdir(data), [], 'a failed restore leaves no files behind');
    await rm(copy, { recursive: true });
  };
  await damaged(
    (copy) => appendFile(join(copy, 'documents.duckdb'), 'x'),
    /documents\.duckdb is not what was backed up/,
  );
  await damaged((copy) => truncate(join(copy, 'indices/messages_0.duckdb'), 4096), /is not what was backed up/);
  await damaged((copy) => rm(join(copy, 'layout.json')), /layout\.json is missing/);
  await damaged((copy) => rm(join(copy, 'manifest.json')), /holds no whole backup/);
  const manifest = await readManifest(made.directory);
  const change = (changed: object) => (copy: string) =>
    writeFile(join(copy, 'manifest.json'), JSON.stringify({ ...manifest, ...changed }));
  await damaged(change({ format: 2, program: '9.0.0' }), /is of a newer Log Console \(9\.0\.0\)/);
  await damaged(change({ layout: { ...manifest.layout, journal: 9 } }), /holds journal in layout 9/);
  const [file] = manifest.files;
  for (const path of ['../out', '/etc/x', 'a/../../x', 'C:x', 'a\\b', ''])
    await damaged(change({ files: [{ ...file, path }] }), /is damaged/);
});

async function run(...args: string[]) {
  const child = spawnServer(args);
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return { code: await exitOf(child), stdout, stderr };
}

test('the command backs up a stopped server as well', async (t) => {
  const directory = await temporaryDirectory(t);
  const [data, target, restored] = ['data', 'backups', 'restored'].map((name) => join(directory, name));
  assert.ok(data && target && restored);
  const first = await open(t, data);
  await first.documents.collection<{ id: string; node_id: string }>('identities').put({ id: 'server', node_id: 'n1' });
  await first.close();
  const made = await run('backup', target, '--data', data);
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, /^Backup of \S+ made in \S+: \d+ files\.\n/);
  await restore({ source: target, data: restored });
  const again = await open(t, restored);
  assert.deepEqual(again.documents.collection('identities').all(), [{ id: 'server', node_id: 'n1' }]);
  await assert.rejects(
    backUp({ data, target: join(data, 'x'), keep: 1 }),
    /^CommandError: A backup cannot lie in the data/,
  );
  await assert.rejects(backUp({ data: directory, target, keep: 1 }), /is no data directory of Log Console/);
  // A backup of another server does not count as a backup of this one.
  await assert.rejects(backUp({ data: server.data, target, keep: 1 }), /holds backups of another Log Console/);
});
