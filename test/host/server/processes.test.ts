/** The server process has documented exit codes, handles signals and keeps its data across restarts. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { exitOf, spawnServer, startTestServer } from '../../server.js';

let directory: string;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'log-console-processes-'));
});
after(() => rm(directory, { recursive: true, force: true }));

async function run(args: readonly string[], environment: Record<string, string> = {}) {
  const child = spawnServer(args, environment);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await exitOf(child);
  const lines = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
  return { code, stdout, lines };
}

test('invalid options end the process with exit code 2 and one line', async () => {
  const { code, stdout, lines } = await run(['--port', 'nonsense']);
  assert.equal(code, 2);
  assert.equal(stdout, '');
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /--port/);
});

test('--help prints the options and --version the version, both with exit code 0 and without starting a server', async () => {
  for (const [option, output] of [
    ['--help', /--data DIR, LOG_CONSOLE_DATA\n/],
    ['--version', /^\d+\.\d+\.\d+\n$/],
  ] as const) {
    const child = spawnServer([option, '--port', '0', '--data', join(directory, 'unmade')]);
    assert.ok(child.stdout);
    const [stdout, code] = await Promise.all([text(child.stdout), exitOf(child)]);
    assert.match(stdout, output);
    assert.equal(code, 0);
  }
  await assert.rejects(access(join(directory, 'unmade')), { code: 'ENOENT' });
});

test('an occupied port ends the process with exit code 1 and one line with the remedy', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const { code, stdout, lines } = await run([
    '--port',
    String(port),
    '--data',
    join(directory, 'taken'),
    '--no-inputs',
  ]);
  taken.close();
  assert.equal(code, 1);
  assert.doesNotMatch(stdout, /listening/);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', new RegExp(`Port ${port} .*--port`));
});

test('an unusable data directory ends the process with exit code 1 and one line', async () => {
  const file = join(directory, 'a-file');
  await writeFile(file, '');
  const { code, lines } = await run(['--port', '0', '--data', file]);
  assert.equal(code, 1);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /--data/);
});

test('the first start prints a working password once; later starts print none', async () => {
  const data = join(directory, 'first');
  const environment = { LOG_CONSOLE_ADMIN_PASSWORD: '' };
  const first = await startTestServer({ data, environment });
  const password = / with the password (\S{20}) /.exec(first.output().stdout)?.[1] ?? '';
  await first.login('admin', password);
  assert.equal(first.output().stderr.includes(password), false);
  assert.equal(first.output().stdout.match(/listening on/g)?.length, 1);
  assert.equal(await first.stop(), 0);

  const second = await startTestServer({ data, adminPassword: 'only read on a first start' });
  assert.doesNotMatch(second.output().stdout, /password/);
  await assert.rejects(second.login('admin', 'only read on a first start'));
  await second.login('admin', password);
  assert.equal(await second.stop(), 0);
});

test('a session and the ids of node and cluster survive a restart; SIGTERM and SIGINT end the process with exit code 0', async () => {
  const data = join(directory, 'restart');
  const first = await startTestServer({ data });
  const session = await first.login();
  const root = await (await first.call('/')).json();
  assert.equal(await first.stop(), 0);

  const second = await startTestServer({ data });
  assert.deepEqual(await (await second.call('/')).json(), root);
  const response = await second.call('/system/sessions', { session });
  assert.deepEqual(await response.json(), { is_valid: true, session_id: session, username: 'admin' });
  second.process.kill('SIGINT');
  assert.equal(await exitOf(second.process), 0);
});

test('every acknowledged document survives kill -9', async () => {
  const data = join(directory, 'killed');
  const server = await startTestServer({ data });
  const session = await server.login();
  const answered = new Set<string>();
  let stopped = false;
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let count = 0; !stopped; count += 1) {
      const name = `role ${writer} ${count}`;
      const json = { name, description: 'x'.repeat(100), permissions: ['streams:read'] };
      const response = await server.call('/roles', { method: 'POST', session, json }).catch(() => undefined);
      if (response?.status === 201) answered.add(name);
      else return;
    }
  });
  while (answered.size < 100) await new Promise((resolve) => setImmediate(resolve));
  await server.kill();
  stopped = true;
  await Promise.all(writers);

  const again = await startTestServer({ data });
  const { roles } = (await (await again.call('/roles', { session })).json()) as { roles: { name: string }[] };
  const names = roles.map(({ name }) => name);
  assert.deepEqual(
    [...answered].filter((name) => !names.includes(name)),
    [],
  );
  assert.equal(new Set(names).size, names.length);
  assert.equal(await again.stop(), 0);
});

test('a keep-alive connection does not delay the end of the process', async () => {
  const server = await startTestServer();
  const response = await fetch(`${server.url}/api/`, { headers: { Connection: 'keep-alive' } });
  await response.text();
  const start = performance.now();
  assert.equal(await server.stop(), 0);
  assert.ok(performance.now() - start < 10_000);
});
