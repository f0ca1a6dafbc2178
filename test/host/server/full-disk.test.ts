/**
 * A server on a full disk or with a damaged index reports the problem, and its other functions continue. With too few
 * file descriptors it reports the problem and does not start.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { IndexerOverview } from '../../../api/contract/indices.schema.js';
import { defaultIndexSetId } from '../../../host/server/store/index-set.js';
import { checkOpenFiles, openFileLimit } from '../../../host/server/store/open-files.js';
import { until } from '../../until.js';
import { exitOf, program, startTestServer, type TestServer } from '../../server.js';

async function directory(context: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'log-console-full-'));
  context.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Mounts a small file system. @returns the reason if it cannot be mounted, otherwise undefined */
function mountSmall(path: string, megabytes: number): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'mounting a small file system needs root on Linux';
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'no small file system can be mounted here';
  }
}

interface SystemNotifications {
  notifications: { type: string; key?: string; details: { title?: string; description?: string } }[];
}
const notificationsOf = async (server: TestServer, session: string) =>
  ((await (await server.call('/system/notifications', { session })).json()) as SystemNotifications).notifications;

test('on a full disk, writes answer 507 with an explanation, a notification appears and reads work; writes resume with free space', async (context) => {
  const data = await directory(context);
  const reason = mountSmall(data, 32);
  if (reason !== undefined) return context.skip(reason);
  let server: TestServer | undefined;
  try {
    server = await startTestServer({ data });
    const running = server;
    const session = await running.login();
    const role = (name: string, description: string | null = null) =>
      running.call('/roles', { method: 'POST', session, json: { name, description, permissions: [] } });
    assert.equal((await role('before')).status, 201);

    const { bavail, bsize } = await statfs(data);
    const filler = join(data, 'filler');
    await writeFile(filler, Buffer.alloc(bavail * bsize, 1));
    let full: Response | undefined;
    // The write-ahead log may have space left in its last block, so the first writes can succeed.
    for (let at = 0; full?.status !== 507 && at < 500; at += 1) {
      full = await role(`filling ${at}`, 'x'.repeat(5000));
      if (full.status !== 507) assert.equal(full.status, 201, await full.text());
    }
    assert.equal(full?.status, 507);
    assert.deepEqual(await full.json(), {
      type: 'ApiError',
      message: 'The disk of the server is full: nothing can be stored until there is space again.',
    });
    const query = { type: 'elasticsearch', query_string: 'x'.repeat(100_000) };
    const large = { id: '65e1a0c2d4b5f60718293a4b', queries: [{ query, search_types: [] }] };
    const search = await running.call('/views/search', { method: 'POST', session, json: large });
    assert.equal(search.status, 507, 'storing a document that needs its own file answers 507');
    const users = await running.call('/users', { session });
    assert.equal(users.status, 200, 'reads work although the disk is full');
    const notice = (await notificationsOf(running, session)).find(({ key }) => key === 'disk_full');
    assert.equal(notice?.details.title, 'The disk is full');
    assert.ok(notice.details.description?.includes(data));
    const text = await running.call('/system/notification/message/plaintext/generic/disk_full', {
      method: 'POST',
      session,
      json: {},
    });
    assert.match(await text.text(), /Nothing more can be stored/);
    const roles = (await (await running.call('/roles', { session })).json()) as { roles: { name: string }[] };
    assert.equal(
      roles.roles.some(({ name }) => name === 'before'),
      true,
    );
    assert.equal((await role('refused', 'x'.repeat(5000))).status, 507);

    await rm(filler);
    const isReported = async () => (await notificationsOf(running, session)).some(({ key }) => key === 'disk_full');
    await until('the notification disappears without any write', async () => !(await isReported()));
    assert.equal((await role('after')).status, 201);
    await running.kill();
    server = await startTestServer({ data });
    const { roles: kept } = (await (await server.call('/roles', { session })).json()) as typeof roles;
    const names = kept.map(({ name }) => name);
    assert.ok(names.includes('before') && names.includes('after') && !names.includes('refused'));
    assert.equal(new Set(names).size, names.length);
  } finally {
    await server?.kill();
    execFileSync('umount', [data]);
  }
});

test('the server reports a damaged index and starts anyway', async (context) => {
  const data = await directory(context);
  const first = await startTestServer({ data });
  await first.stop();
  await writeFile(join(data, 'indices', 'messages_0.duckdb'), 'no database');
  const second = await startTestServer({ data });
  const session = await second.login();
  const notice = (await notificationsOf(second, session)).find(({ key }) => key === 'unreadable_messages_0');
  assert.equal(notice?.details.title, 'Index messages_0 cannot be read');
  assert.match(notice.details.description ?? '', /put aside as .*messages_0\.duckdb\.unreadable;/);
  const answerOf = async <T>(path: string): Promise<T> => (await (await second.call(path, { session })).json()) as T;
  const { indexer_cluster } = await answerOf<IndexerOverview>(`/system/indexer/overview/${defaultIndexSetId}`);
  assert.equal(indexer_cluster.health.status, 'yellow');
  assert.deepEqual(indexer_cluster.health, await answerOf('/system/indexer/cluster/health'));
  assert.equal(await second.stop(), 0);
});

test('a server with too few file descriptors logs one line with the required number and the remedy', async (context) => {
  const data = await directory(context);
  await assert.rejects(checkOpenFiles(data, 100), {
    message: new RegExp(
      `may open only 100 files, and needs 192 for what is stored in ${data}\\. Raise the limit \\("ulimit -n 192"`,
    ),
  });
  await checkOpenFiles(data, 192);
  await checkOpenFiles(data, undefined);
  if (process.platform === 'win32') return;
  assert.ok((openFileLimit() ?? Infinity) >= 192);
  // 2,000 indices need more files than the limit of 2,000 allows. The limit still leaves room for the program's own
  // modules, which are read concurrently.
  await mkdir(join(data, 'indices'));
  for (let at = 0; at < 2_000; at += 1) await writeFile(join(data, 'indices', `messages_${at}.duckdb`), '');
  const main = [...program, '--port', '0', '--data', data, '--no-inputs'];
  const child = spawn('sh', ['-c', 'ulimit -n 2000 && exec "$0" "$@"', process.execPath, ...main], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  assert.equal(await exitOf(child), 1);
  assert.match(output, /^Log Console cannot start: This program may open only 2000 files, and needs \d{4,} [^\n]*\n$/);
});
