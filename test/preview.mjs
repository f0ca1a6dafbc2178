// Bundles a .tsx entry and serves it with the strict content security policy of a careful host page:
//   node test/preview.mjs FILE.tsx [--html PAGE.html] [--api http://127.0.0.1:9000] [--port N]
// The page is PAGE.html, whose `<script type="module" src="/entry.js">` loads the bundle. Without PAGE.html, it is an
// empty body with the bundle. `--api` forwards /api to a running server. The program prints its address and serves
// until it is stopped. It bundles again for each load of the page.
import { readFile } from 'node:fs/promises';
import { createServer, request as forward } from 'node:http';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { esbuildTransforms } from '../elements/element/build-transforms.mjs';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "worker-src 'self'",
  "require-trusted-types-for 'script'",
].join('; ');

const emptyPage =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<meta name="color-scheme" content="light dark"><title>Preview</title><link rel="icon" href="data:,"><body><script type="module" src="/entry.js"></script></body></html>';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { html: { type: 'string' }, api: { type: 'string' }, port: { type: 'string', default: '0' } },
});
const [entry] = positionals;
if (!entry) {
  console.error('Usage: node test/preview.mjs FILE.tsx [--html PAGE.html] [--api URL] [--port N]');
  process.exit(2);
}

let files = new Map();

async function bundle() {
  const result = await build({
    entryPoints: { entry: resolve(entry) },
    outdir: resolve('preview'),
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    sourcemap: 'inline',
    logLevel: 'warning',
    plugins: [esbuildTransforms()],
    define: { 'process.env.NODE_ENV': '"production"', __VERSION__: '"preview"' },
  });
  files = new Map(result.outputFiles.map((file) => [file.path.slice(resolve('preview').length), file.contents]));
}

async function respond(request, response) {
  const path = new URL(request.url, 'http://preview').pathname;
  if (values.api && (path === '/api' || path.startsWith('/api/'))) {
    const target = new URL(request.url, values.api);
    const upstream = forward(
      target,
      { method: request.method, headers: { ...request.headers, host: target.host, origin: target.origin } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    upstream.on('error', () => response.writeHead(502).end());
    request.pipe(upstream);
    return;
  }
  const script = files.get(path);
  if (path.endsWith('.js')) {
    response.writeHead(script ? 200 : 404, { 'content-type': 'text/javascript; charset=utf-8' }).end(script);
    return;
  }
  if (path !== '/') {
    response.writeHead(404).end();
    return;
  }
  await bundle();
  const page = values.html ? await readFile(values.html, 'utf8') : emptyPage;
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }).end(page);
}

const server = createServer((request, response) => {
  respond(request, response).catch((error) => response.writeHead(500).end(String(error)));
});
server.listen(Number(values.port), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/  (${join(entry)})`);
});
