/**
 * Serves the page, the elements, the examples and the API browser from the build's directory. Paths outside of the
 * build's folders get the page, whose own router interprets them; a snapshot's link gets a page of its own. Files are
 * compressed once and cached, unless the build has compressed them; files with a hash in their name may be cached for
 * ever.
 */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sessionCookie } from '../auth/auth.js';
import type { ServerOptions } from '../options/options.js';
import { encodingFor, packedFromBytes, varyBy, type Encoding } from './packed-answers.js';
import { allowOrigin, examplePolicy, pagePolicy } from './security.js';

export const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const compressible = /^(text\/|application\/json|image\/svg)/;
/** Directories of the build that may be fetched, by the first segments of the path. */
const folders = /^(elements|chunks|embed|examples|host\/page)\//;
const hashedName = /-[A-Za-z0-9_-]{8}\.\w+(\.map)?$/;
const cacheForever = 'public, max-age=31536000, immutable';

const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 9 }),
} as const;

export interface StaticFile {
  readonly stamp: string;
  readonly body: Buffer;
  readonly etag: string;
  readonly type: string;
  readonly encoded: Map<Encoding, Promise<Buffer>>;
}

export function fileOf(body: Buffer, type: string, stamp: string): StaticFile {
  return { stamp, body, etag: etagOf(body), type, encoded: new Map() };
}

const etagOf = (body: Buffer) => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

/** Returns the path of a file of the build; undefined when the address cannot name such a file. */
export function filePath(address: string): string | undefined {
  let path: string;
  try {
    path = decodeURIComponent(address);
  } catch {
    return undefined;
  }
  if (/[\\\0]/.test(path) || path.split('/').some((part) => part === '' || part.startsWith('.'))) return undefined;
  return path;
}

/**
 * Kind of the page that the console shows first when it is loaded. The build (elements/element/build-chunks.mjs) uses
 * the same names and lists the scripts of each kind.
 */
type StartPage = 'login' | 'console' | 'search' | 'message' | 'dashboard';

/**
 * Predicts from the path which kind of page the console shows first. After a wrong prediction the browser preloads
 * scripts that the page does not need; everything still works.
 * @param path path below the base path
 */
export function startPageOf(path: string, hasSession: boolean): StartPage {
  if (!hasSession) return 'login';
  if (/^messages\/./.test(path)) return 'message';
  if (/^dashboards\/./.test(path)) return 'dashboard';
  return /^(search|extendedsearch|views\/.|streams\/[^/]+\/(search|messages))/.test(path) ? 'search' : 'console';
}

/** API requests that searches and dashboards, except those in full screen, send before they can search. */
const searchCalls = ['streams', 'system/cluster_config/org.graylog2.indexer.searches.SearchesClusterConfig'];
/** Additional API requests of a new search; a stored search has its own decorators. */
const newSearchCalls = ['search/decorators'];

/** Returns the API requests of a signed-in start, which the browser preloads concurrently with the scripts. */
function callsOf(start: StartPage, path: string, username: string | undefined): readonly string[] {
  if (start === 'login') return [];
  const calls = username === undefined ? [] : [`users/${encodeURIComponent(username)}`];
  if (start !== 'search' && start !== 'dashboard') return calls;
  const [, fullScreen, view] = /^(?:search|dashboards(\/tv)?)\/([0-9a-f]{24})$/.exec(path) ?? [];
  if (view !== undefined) calls.push(`views/${view}`);
  if (fullScreen === undefined) calls.push(...searchCalls);
  if (view === undefined && start === 'search') calls.push(...newSearchCalls);
  return calls;
}

const indexHtml = 'host/page/index.html';
const snapshotHtml = 'host/page/snapshot.html';
/** Address of a snapshot, below the base path. */
const snapshotPath = /^snapshot\/([^/]+)\/?$/;

class StaticFiles {
  readonly #directory: string;
  readonly #basePath: string;
  readonly #head: string;
  readonly #files = new Map<string, StaticFile>();

  /** @param head additional lines for the page's head */
  constructor(directory: string, basePath: string, head = '') {
    this.#directory = directory;
    this.#basePath = basePath;
    this.#head = head;
  }

  /**
   * Reads a file of the build, or returns it from the cache if it has not changed; undefined: no such file is served.
   * @param path result of `filePath`
   */
  async read(path: string): Promise<StaticFile | undefined> {
    const type = contentTypes[extname(path)];
    if (type === undefined) return undefined;
    const full = join(this.#directory, path);
    if (!full.startsWith(this.#directory + sep)) return undefined;
    const found = await stat(full).catch(() => undefined);
    if (!found?.isFile()) return undefined;
    const stamp = `${found.mtimeMs}:${found.size}`;
    const known = this.#files.get(path);
    if (known?.stamp === stamp) return known;
    const read = await readFile(full);
    const file = fileOf(path === indexHtml || path === snapshotHtml ? this.#withBase(read) : read, type, stamp);
    // The build stores a compressed form of files with a hash in their name, so that the first request after a start
    // need not wait for compression.
    const packed = hashedName.test(path) ? await readFile(`${full}.br`).catch(() => undefined) : undefined;
    if (packed) file.encoded.set('br', Promise.resolve(packed));
    this.#files.set(path, file);
    return file;
  }

  /**
   * Returns the page with preload links of the scripts that it will need, so that they load concurrently instead of one
   * after another; undefined: the page is not built.
   */
  async page(start: StartPage): Promise<StaticFile | undefined> {
    const [plain, starts] = await Promise.all([this.read(indexHtml), this.read('host/page/start-pages.json')]);
    if (!plain || !starts) return plain;
    const name = `${indexHtml} ${start}`;
    const stamp = `${plain.stamp} ${starts.stamp}`;
    const known = this.#files.get(name);
    if (known?.stamp === stamp) return known;
    // The build has written this file (`filesOfStartPages` in elements/element/build-chunks.mjs).
    const scripts = (JSON.parse(starts.body.toString('utf8')) as Partial<Record<StartPage, string[]>>)[start] ?? [];
    const links = scripts.map((path) => `    <link rel="modulepreload" href="${path}" />\n`).join('');
    const html = plain.body.toString('utf8').replace('  </head>', () => `${links}  </head>`);
    const file = fileOf(Buffer.from(html), plain.type, stamp);
    this.#files.set(name, file);
    return file;
  }

  /**
   * Adds the base path and the additional lines to the page's head. The base path holds only letters, digits and
   * `/._~-` (options.ts), so it needs no escaping.
   */
  #withBase(html: Buffer): Buffer {
    const base = this.#basePath === '/' ? '/' : `${this.#basePath}/`;
    return Buffer.from(html.toString('utf8').replace('<base href="/" />', `<base href="${base}" />${this.#head}`));
  }
}

const isPacked = ({ body, type }: StaticFile): boolean => body.length >= packedFromBytes && compressible.test(type);

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
  cache: string,
): Promise<unknown> {
  const encoding = isPacked(file) ? encodingFor(request) : undefined;
  const etag = encoding ? file.etag.replace(/"$/, `-${encoding}"`) : file.etag;
  void reply.headers({
    'Content-Type': file.type,
    'Cache-Control': cache,
    ETag: etag,
    Vary: varyBy(reply.getHeader('Vary')),
  });
  if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) return reply.code(304).send();
  if (!encoding) return reply.send(file.body);
  const known = file.encoded.get(encoding) ?? compressors[encoding](file.body);
  file.encoded.set(encoding, known);
  return reply.header('Content-Encoding', encoding).send(await known);
}

/** Element of the page's head without which the page loads no plug-ins (host/page/main.ts). */
const pluginHead = '\n    <meta name="log-console-plugins" content="plugins/index.json" />';

const notBuilt = 'The page is not built. Run `npm start` or `npm run build` in the repository.\n';

/** Functions of the embedded server that the pages need. */
export interface OwnServer {
  /** Returns the name of the user whose session a request for the page has; undefined: it has no valid session. */
  readonly nameOf: (request: FastifyRequest) => string | undefined;
  readonly hasSnapshot: (token: string) => boolean;
}

/**
 * Mounts the page, the elements, the examples and the API browser below the base path.
 * @param directory directory of the build (`dist`) with elements, chunks, embed, examples and host/page
 * @param own functions of the embedded server; absent: calls of the API go to another server
 */
export function mountPages(app: FastifyInstance, options: ServerOptions, directory: string, own?: OwnServer): void {
  const nameOf = own?.nameOf;
  const files = new StaticFiles(directory, options.basePath, options.plugins.length > 0 ? pluginHead : '');
  const prefix = options.basePath === '/' ? '' : options.basePath;

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const address = (request.params as Record<string, string>)['*'] ?? '';
    const requested = address === 'examples' || address === 'examples/' ? 'examples/index.html' : address;
    const path = filePath(requested);
    const isExample = path !== undefined && /^examples\//.test(path);
    if (isExample && !options.examples)
      return reply.code(404).type('text/plain; charset=utf-8').send('The server shows its examples with --examples.\n');
    if (address === 'examples' && !request.url.split('?')[0]?.endsWith('/')) {
      return reply.redirect(`${prefix}/examples/`);
    }
    if (path !== undefined && folders.test(path)) return serveBuilt(request, reply, path, isExample);
    const token = snapshotPath.exec(address)?.[1];
    if (own && token !== undefined) return serveSnapshot(request, reply, own.hasSnapshot(token));
    return servePage(request, reply, address);
  }

  /** Serves a file of the build. */
  async function serveBuilt(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    isExample: boolean,
  ): Promise<unknown> {
    const file = await files.read(path);
    if (!file) return reply.code(404).type('text/plain; charset=utf-8').send('Not found\n');
    allowOrigin(request, reply, options.embedOrigins);
    if (isExample) void reply.header('Content-Security-Policy', examplePolicy);
    else if (file.type.startsWith('text/html'))
      void reply.header('Content-Security-Policy', pagePolicy(options.embedOrigins));
    const isHashed = !isExample && hashedName.test(path);
    return sendFile(request, reply, file, isHashed ? cacheForever : 'no-cache');
  }

  /** Serves the page with links that preload the scripts and the API requests of its start. */
  async function servePage(request: FastifyRequest, reply: FastifyReply, address: string): Promise<unknown> {
    const name = nameOf?.(request);
    const start = startPageOf(address, nameOf ? name !== undefined : request.cookies[sessionCookie] !== undefined);
    const page = await files.page(start);
    if (!page) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt);
    void reply.header('Content-Security-Policy', pagePolicy(options.embedOrigins));
    void reply.header('Vary', 'Cookie');
    const calls = callsOf(start, address, name);
    // Mode and credentials must be the same as in the client's calls (index-html.mjs), otherwise the browser makes each
    // call twice.
    const links = calls.map((path) => `<${prefix}/api/${path}>; rel=preload; as=fetch; crossorigin`);
    if (links.length > 0) void reply.header('Link', links.join(', '));
    return sendFile(request, reply, page, 'no-cache');
  }

  /**
   * Serves the page of a snapshot's link, which needs no account. An unknown link gets the same page, which then
   * reports that the snapshot does not exist.
   */
  async function serveSnapshot(request: FastifyRequest, reply: FastifyReply, exists: boolean): Promise<unknown> {
    void reply.headers({
      'Content-Security-Policy': pagePolicy(options.embedOrigins),
      // The address is the credential: it goes to no other page and into no search engine.
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex, nofollow',
    });
    const page = await files.read(snapshotHtml);
    if (!page) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt);
    if (!exists) void reply.code(404);
    return sendFile(request, reply, page, 'no-store');
  }

  function mountBrowser(): void {
    const browser = `${prefix}/api/api-browser`;
    app.get(`${browser}/global/index.html`, { compress: false }, async (request, reply) => {
      const file = await files.read('host/page/api-browser.html');
      if (!file) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt);
      void reply.header('Content-Security-Policy', pagePolicy(options.embedOrigins));
      return sendFile(request, reply, file, 'no-cache');
    });
    for (const place of ['', '/index.html', '/global'])
      app.get(browser + place, (_request, reply) => reply.redirect(`${browser}/global/index.html`));
  }

  // The contract places the API browser below the API, although its files are beside the page. A server behind the
  // proxy provides its own browser.
  if (own) mountBrowser();

  // `sendFile` compresses each file once, so Fastify must not compress each response.
  app.get(`${prefix}/*`, { compress: false }, serve);
  if (prefix !== '') {
    app.get(prefix, { compress: false }, serve);
    app.get('/', (_request, reply) => reply.redirect(`${prefix}/`));
  }
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain; charset=utf-8').send('Not found\n'));
}
