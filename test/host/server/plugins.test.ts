/** Plug-ins of the console are named by options; the server lists them and serves their files. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { createHttp } from '../../../host/server/http/http.js';
import { createLog } from '../../../host/server/log/log.js';
import { OptionError, readOptions } from '../../../host/server/options/options.js';
import { mountPlugins } from '../../../host/server/plugins/mount-plugins.js';
import { mostFileBytes, PluginFiles } from '../../../host/server/plugins/plugin-files.js';
import { mountPages } from '../../../host/server/http/static.js';
import { startTestServer } from '../../server.js';
import { until } from '../../until.js';

const read = (args: string[], environment: Record<string, string> = {}) => readOptions(args, environment, '/srv');

test('options name the files of plug-ins in order; the command line takes precedence', () => {
  const environment = { LOG_CONSOLE_PLUGINS: '/opt/a, b/c.mjs,' };
  assert.deepEqual(read([], environment).plugins, [
    { name: 'a', path: '/opt/a' },
    { name: 'c', path: '/srv/b/c.mjs' },
  ]);
  assert.deepEqual(read(['--plugin', 'z.js', '--plugin', '/opt/y/'], environment).plugins, [
    { name: 'z', path: '/srv/z.js' },
    { name: 'y', path: '/opt/y' },
  ]);
});

const refused: [name: string, paths: string[]][] = [
  ['a name with a space', ['my plug-in.js']],
  ['a name with a dot', ['index.json']],
  ['a hidden name', ['.plugin.js']],
  ['a name with a quote', ['"><script>.js']],
  ['a name beyond ASCII', ['größe.js']],
  ['a name that is too long', [`${'a'.repeat(65)}.js`]],
  ['the root directory', ['/']],
  ['two files with the same name', ['a/x.js', 'b/x']],
  ['two files whose names differ only in case', ['a/x.js', 'b/X.mjs']],
  ['too many plug-ins', Array.from({ length: 33 }, (_, index) => `p${index}.js`)],
];
for (const [name, paths] of refused) {
  test(`the option --plugin refuses ${name} with one line`, () => {
    assert.throws(
      () => read(paths.flatMap((path) => ['--plugin', path])),
      (error: unknown) => error instanceof OptionError && /^--plugin [^\n]*$/.test(error.message),
    );
  });
}

const secret = 'not for the browser';
const noPlugin = 'export {};';
let directory: string;
let app: FastifyInstance;
const logLines: string[] = [];

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'log-console-plugins-'));
  const files: Record<string, string | Buffer> = {
    'single.js': `export const plugin = { name: 'single' }; // ${'x'.repeat(2000)}`,
    'beside.js': secret,
    'whole/plugin.js': 'export const plugin = { name: "whole" };',
    'whole/parts/more.mjs': noPlugin,
    'whole/look.css': 'a { color: red }',
    'whole/picture.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'whole/page.html': '<script>alert(1)</script>',
    'whole/.hidden.js': secret,
    'whole/.git/config.json': secret,
    'whole/huge.js': Buffer.alloc(mostFileBytes + 1, 32),
    'whole-other/secret.js': secret,
    'dist/host/page/index.html': '<!doctype html><base href="/" /><title>Log Console</title>\n  </head>',
    'dist/host/page/start-pages.json': '{}',
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(directory, name, '..'), { recursive: true });
    await writeFile(join(directory, name), content);
  }
  await symlink(join(directory, 'beside.js'), join(directory, 'whole/link.js'));
  await symlink(join(directory, 'whole-other'), join(directory, 'whole/linked'));
  await symlink(join(directory, 'whole/plugin.js'), join(directory, 'whole/inner.js'));
  const options = readOptions(
    [
      ...['single.js', 'whole', 'gone.js', 'gone-too'].flatMap((path) => ['--plugin', path]),
      ...['--base-path', '/logs', '--embed-origins', 'https://a.example'],
    ],
    {},
    directory,
  );
  const log = createLog('info', (line) => logLines.push(line));
  app = await createHttp(options, log);
  mountPlugins(app, options, log);
  mountPages(app, options, join(directory, 'dist'));
});
after(async () => {
  await app.close();
  await rm(directory, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test('the list of plug-ins contains the URL of each module in order, also of missing modules', async () => {
  const answer = await get('/logs/plugins/index.json');
  assert.match(String(answer.headers['content-type']), /^application\/json/);
  assert.deepEqual(answer.json(), {
    plugins: [
      { name: 'single', module: 'single/single.js' },
      { name: 'whole', module: 'whole/plugin.js' },
      { name: 'gone', module: 'gone/gone.js' },
      { name: 'gone-too', module: 'gone-too/plugin.js' },
    ],
  });
  assert.equal(answer.headers['cache-control'], 'no-cache');
});

test('an unreadable plug-in is logged, and the server continues', async () => {
  await until('the log contains the warnings', () => logLines.filter((line) => /A plug-in/.test(line)).length === 4);
  assert.equal(logLines.filter((line) => /A plug-in cannot be read/.test(line)).length, 2);
  assert.equal((await get('/logs/plugins/gone/gone.js')).statusCode, 404);
  assert.equal((await get('/logs/plugins/gone-too/plugin.js')).statusCode, 404);
});

test('files of plug-ins have their media types, can be read only from this origin, and are revalidated', async () => {
  for (const [path, type] of [
    ['single/single.js', 'text/javascript; charset=utf-8'],
    ['whole/plugin.js', 'text/javascript; charset=utf-8'],
    ['whole/inner.js', 'text/javascript; charset=utf-8'],
    ['whole/parts/more.mjs', 'text/javascript; charset=utf-8'],
    ['whole/look.css', 'text/css; charset=utf-8'],
    ['whole/picture.svg', 'image/svg+xml'],
  ]) {
    const answer = await get(`/logs/plugins/${path}`, { origin: 'https://a.example' });
    assert.equal(answer.statusCode, 200, path);
    assert.equal(answer.headers['content-type'], type);
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assert.equal(answer.headers['access-control-allow-origin'], undefined, 'the file of a plug-in has no CORS header');
    assert.match(String(answer.headers['content-security-policy']), /default-src 'none'.*sandbox/);
    assert.equal(answer.headers['cache-control'], 'no-cache');
    const again = await get(`/logs/plugins/${path}`, { 'if-none-match': String(answer.headers.etag) });
    assert.equal(again.statusCode, 304);
  }
  const packed = await get('/logs/plugins/single/single.js', { 'accept-encoding': 'br' });
  assert.equal(packed.headers['content-encoding'], 'br');
});

test('the server serves the current content of a changed plug-in file', async () => {
  const path = join(directory, 'whole/parts/changing.js');
  await writeFile(path, 'export const one = 1;');
  assert.match((await get('/logs/plugins/whole/parts/changing.js')).body, /one/);
  await writeFile(path, 'export const another = 2;');
  assert.match((await get('/logs/plugins/whole/parts/changing.js')).body, /another/);
});

test('an unchanged file is not read again', async () => {
  const path = join(directory, 'again.js');
  await writeFile(path, noPlugin);
  const files = new PluginFiles({ name: 'again', path });
  const first = await files.read('again.js');
  assert.ok(first);
  assert.equal(await files.read('again.js', first), first);
  await writeFile(path, `${noPlugin}\n`);
  assert.equal((await files.read('again.js', first))?.body.toString(), `${noPlugin}\n`);
});

for (const path of [
  'single/beside.js',
  'single/../beside.js',
  'single',
  'whole',
  'whole/',
  'whole/parts',
  'whole/../beside.js',
  'whole/%2e%2e/beside.js',
  'whole/..%2fbeside.js',
  'whole/%252e%252e%252fbeside.js',
  'whole/..%5cbeside.js',
  'whole/parts/../../whole-other/secret.js',
  'whole-other/secret.js',
  'whole/link.js',
  'whole/linked/secret.js',
  'whole/.hidden.js',
  'whole/.git/config.json',
  'whole/page.html',
  'whole/huge.js',
  'whole/plugin.js%00.css',
  'whole//plugin.js',
  'WHOLE/plugin.js',
  'nobody/plugin.js',
  '__proto__/plugin.js',
  '%2e%2e/beside.js',
  '%FF/plugin.js',
]) {
  test(`${path} is not served as a file of a plug-in`, async () => {
    const answer = await get(`/logs/plugins/${path}`);
    assert.notEqual(answer.statusCode, 500);
    assert.ok(!answer.body.includes(secret), answer.body.slice(0, 200));
    // The normalized address may lead to the console's own page, which reports an unknown address.
    if (answer.statusCode === 200) assert.match(answer.body, /<title>Log Console/);
    else assert.equal(answer.statusCode, 404);
  });
}

test('the page contains the URL of the plug-in list, and its content security policy stays as strict', async () => {
  const page = await get('/logs/search');
  assert.match(page.body, /<meta name="log-console-plugins" content="plugins\/index\.json" \/>/);
  const policy = String(page.headers['content-security-policy']);
  assert.match(policy, /script-src 'self';/);
  assert.match(policy, /require-trusted-types-for 'script'/);
  const options = readOptions(['--base-path', '/logs'], {}, directory);
  const plain = await createHttp(options, createLog('error'));
  mountPages(plain, options, join(directory, 'dist'));
  const without = await plain.inject({ url: '/logs/search' });
  assert.doesNotMatch(without.body, /log-console-plugins/, 'without plug-ins the page has no URL of a plug-in list');
  assert.equal(
    without.headers['content-security-policy'],
    policy.replace("'self' https://a.example", "'none'"),
    'the content security policy is the same with plug-ins as without',
  );
  await plain.close();
});

test('with a reference server, this server serves the plug-ins; unnormalized paths do not leave their directory', async () => {
  const args = ['--server', 'http://127.0.0.1:9', '--plugin', join(directory, 'whole')];
  const server = await startTestServer({ args });
  try {
    const list = await fetch(`${server.url}/plugins/index.json`);
    assert.deepEqual(await list.json(), { plugins: [{ name: 'whole', module: 'whole/plugin.js' }] });
    assert.equal(
      await (await fetch(`${server.url}/plugins/whole/plugin.js`)).text(),
      'export const plugin = { name: "whole" };',
    );
    // The path is sent without the normalization that browsers apply.
    const raw = await new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      request({ hostname, port, path: '/plugins/whole/../beside.js' }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve(text));
      })
        .on('error', reject)
        .end();
    });
    assert.ok(!raw.includes(secret));
  } finally {
    await server.stop();
  }
});
