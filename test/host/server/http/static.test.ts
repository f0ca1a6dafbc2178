import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { createHttp } from '../../../../host/server/http/http.js';
import { createLog } from '../../../../host/server/log/log.js';
import { readOptions } from '../../../../host/server/options/options.js';
import { filePath, mountPages, startPageOf } from '../../../../host/server/http/static.js';

let directory: string;
let app: FastifyInstance;
const script = `export const text = "${'x'.repeat(5000)}";`;

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'log-console-pages-'));
  const files: Record<string, string> = {
    'host/page/index.html': '<!doctype html><base href="/" /><title>Log Console</title>\n  </head>',
    'host/page/start-pages.json': JSON.stringify({
      login: ['chunks/login-1.js'],
      search: ['chunks/a$&.js', 'chunks/b.js'],
    }),
    'host/page/main-AbCd1234.js': script,
    'elements/log-search.js': script,
    'examples/index.html': '<!doctype html><title>Examples</title>',
    'host/server/main.cjs': 'secret',
    'secret.js': 'secret',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(directory, name, '..'), { recursive: true });
    await writeFile(join(directory, name), text);
  }
  const options = readOptions(
    ['--base-path', '/logs', '--embed-origins', 'https://a.example', '--examples'],
    {},
    directory,
  );
  app = await createHttp(
    options,
    createLog('error', () => undefined),
  );
  mountPages(app, options, directory);
});
after(async () => {
  await app.close();
  await rm(directory, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test('every route that names no file returns the page with its base path', async () => {
  for (const url of ['/logs/', '/logs', '/logs/search', '/logs/messages/messages_0/a.b.c', '/logs/dashboards/..%2f']) {
    const answer = await get(url);
    assert.equal(answer.statusCode, 200, url);
    assert.match(answer.body, /<base href="\/logs\/" \/>/);
    assert.match(String(answer.headers['content-security-policy']), /require-trusted-types-for 'script'/);
    assert.match(String(answer.headers['content-security-policy']), /frame-ancestors 'self' https:\/\/a\.example/);
    assert.equal(answer.headers['cache-control'], 'no-cache');
  }
  for (const url of ['/logs/search/%FF', '/logs/%', '/logs/dashboards/100%/?page=%zz']) {
    const answer = await get(url);
    assert.equal(answer.statusCode, 200, `the page itself explains the invalid address ${url}`);
    assert.match(answer.body, /<title>Log Console/);
  }
  assert.equal(
    (await get('/logs/api/views/%FF')).statusCode,
    400,
    'an API call with an invalid address does not return the page',
  );
  assert.equal((await get('/')).headers.location, '/logs/');
  assert.equal((await get('/other')).statusCode, 404);
});

test('the server lets browsers cache files with hashed names forever, and revalidate other files', async () => {
  const hashed = await get('/logs/host/page/main-AbCd1234.js');
  assert.match(String(hashed.headers['cache-control']), /immutable/);
  const plain = await get('/logs/elements/log-search.js');
  assert.equal(plain.headers['cache-control'], 'no-cache');
  const again = await get('/logs/elements/log-search.js', { 'if-none-match': String(plain.headers.etag) });
  assert.equal(again.statusCode, 304);
  assert.equal(again.body, '');
});

test('static files are compressed with an encoding that the browser accepts', async () => {
  for (const [accept, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['', undefined],
  ] as const) {
    const answer = await get('/logs/elements/log-search.js', { 'accept-encoding': accept });
    assert.equal(answer.headers['content-encoding'], encoding);
    assert.match(String(answer.headers.vary), /Accept-Encoding/);
    if (encoding === undefined) assert.equal(answer.body, script);
    else assert.ok(answer.rawPayload.length < 500);
  }
});

test('the server uses precompressed files only for hashed names, and does not serve them under their own names', async () => {
  const packed = brotliCompressSync(Buffer.from(script), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  const accept = { 'accept-encoding': 'br, gzip' };
  await mkdir(join(directory, 'chunks'), { recursive: true });
  for (const name of ['chunks/kit-AbCd1234.js', 'elements/log-kit.js']) {
    await writeFile(join(directory, name), script);
    await writeFile(join(directory, `${name}.br`), packed);
    const answer = await get(`/logs/${name}`, accept);
    assert.equal(answer.headers['content-encoding'], 'br');
    assert.equal(brotliDecompressSync(answer.rawPayload).toString(), script);
    assert.equal(answer.rawPayload.equals(packed), name.startsWith('chunks/'), name);
    assert.equal((await get(`/logs/${name}.br`)).statusCode, 404);
  }
  assert.equal((await get('/logs/chunks/kit-AbCd1234.js')).body, script);
});

test('only pages of the listed origins may load elements', async () => {
  const allowed = await get('/logs/elements/log-search.js', { origin: 'https://a.example' });
  assert.equal(allowed.headers['access-control-allow-origin'], 'https://a.example');
  const other = await get('/logs/elements/log-search.js', { origin: 'https://b.example' });
  assert.equal(other.headers['access-control-allow-origin'], undefined);
});

test('no other file of the directory can be fetched', async () => {
  for (const url of [
    '/logs/secret.js',
    '/logs/host/server/main.cjs',
    '/logs/elements/..%2f..%2fsecret.js',
    '/logs/elements/%2e%2e/secret.js',
    '/logs/elements/..%5csecret.js',
    '/logs/elements/%00.js',
    '/logs/elements/missing.js',
  ]) {
    assert.doesNotMatch((await get(url)).body, /secret$/, url);
  }
  assert.equal((await get('/logs/elements/missing.js')).statusCode, 404);
});

test('the example pages have a separate address', async () => {
  assert.equal((await get('/logs/examples')).headers.location, '/logs/examples/');
  const answer = await get('/logs/examples/');
  assert.match(answer.body, /Examples/);
  assert.doesNotMatch(String(answer.headers['content-security-policy']), /trusted-types/);
});

test('the server serves the example pages only if the option is set', async () => {
  const plain = readOptions([], {}, directory);
  const page = await createHttp(
    plain,
    createLog('error', () => undefined),
  );
  mountPages(page, plain, directory);
  try {
    for (const url of [
      '/examples',
      '/examples/',
      '/examples/index.html',
      '/examples%2findex.html',
      '/%65xamples/index.html',
    ]) {
      const answer = await page.inject({ url });
      assert.equal(answer.statusCode, 404, url);
      assert.doesNotMatch(answer.body, /<title>Examples/, url);
    }
  } finally {
    await page.close();
  }
});

test('the server refuses invalid and unsafe file paths', () => {
  for (const text of ['', '..', 'a/../b', 'a//b', '/a', '.hidden', 'a/.git/x', 'a%2f..%2fb', 'a\\b', '%00', '%zz']) {
    assert.equal(filePath(text), undefined, text);
  }
  assert.equal(filePath('elements/a%20b.js'), 'elements/a b.js');
});

test('the page preloads the scripts that its address and the session will probably need', async () => {
  const named = async (url: string, cookie = '') => {
    const answer = await get(url, { cookie });
    assert.equal(answer.statusCode, 200);
    assert.match(String(answer.headers['vary']), /Cookie/);
    return [...answer.body.matchAll(/<link rel="modulepreload" href="([^"]*)" \/>/g)].map(([, path]) => path);
  };
  const session = 'authentication=abc';
  assert.deepEqual(await named('/logs/search?q=a'), ['chunks/login-1.js']);
  assert.deepEqual(await named('/logs/search?q=a', session), ['chunks/a$&.js', 'chunks/b.js']);
  assert.deepEqual(
    await named('/logs/system/users', session),
    [],
    'nothing is preloaded for a start that the build does not list',
  );
  const [one, other] = await Promise.all([get('/logs/search'), get('/logs/search', { cookie: session })]);
  const again = await get('/logs/search', { cookie: session, 'if-none-match': String(one.headers['etag']) });
  assert.notEqual(one.headers['etag'], other.headers['etag']);
  assert.equal(again.statusCode, 200, 'the ETag of a page with other preloads does not match');

  for (const [path, start] of [
    ['', 'console'],
    ['search', 'search'],
    ['search/abc', 'search'],
    ['extendedsearch', 'search'],
    ['views', 'console'],
    ['views/1', 'search'],
    ['streams/1/search', 'search'],
    ['streams', 'console'],
    ['messages/index/1', 'message'],
    ['dashboards', 'console'],
    ['dashboards/1', 'dashboard'],
    ['%FF', 'console'],
  ] as const) {
    assert.equal(startPageOf(path, true), start, path);
    assert.equal(startPageOf(path, false), 'login');
  }
});

test('the page preloads the first calls of a signed-in user only', async () => {
  const page = await createHttp(
    readOptions(['--base-path', '/logs'], {}, directory),
    createLog('error', () => undefined),
  );
  const nameOf = ({ cookies }: { cookies: Record<string, string | undefined> }) =>
    cookies['authentication'] === 'abc' ? 'Ann/x>; "ü' : undefined;
  mountPages(page, readOptions(['--base-path', '/logs'], {}, directory), directory, {
    nameOf,
    hasSnapshot: () => false,
  });
  const named = async (url: string, id = 'abc') => {
    const { headers } = await page.inject({ url: `/logs${url}`, headers: { cookie: `authentication=${id}` } });
    const links = headers['link'] === undefined ? [] : String(headers['link']).split(', ');
    return links.map((link) => /^<\/logs\/api\/([^>]*)>; rel=preload; as=fetch; crossorigin$/.exec(link)?.[1]);
  };
  const me = 'users/Ann%2Fx%3E%3B%20%22%C3%BC';
  const view = '0123456789abcdef01234567';
  const search = ['streams', 'system/cluster_config/org.graylog2.indexer.searches.SearchesClusterConfig'];
  assert.deepEqual(await named('/search?q=a'), [me, ...search, 'search/decorators']);
  assert.deepEqual(await named(`/search/${view}`), [me, `views/${view}`, ...search]);
  assert.deepEqual(await named(`/dashboards/${view}`), [me, `views/${view}`, ...search]);
  assert.deepEqual(await named(`/dashboards/tv/${view}`), [me, `views/${view}`]);
  assert.deepEqual(await named('/dashboards/%3E;rel=x'), [me, ...search], 'only a valid id is preloaded');
  assert.deepEqual(await named('/system/users'), [me]);
  assert.deepEqual(await named('/search', 'ended'), [], 'nothing is preloaded for an expired session');
  await page.close();
});
