/**
 * Serves the modules of the console's plug-ins, and the list of plug-ins that the page loads after its start. The
 * modules have the origin of the page, so the page's content security policy needs no exception. Pages of other origins
 * cannot import the modules.
 */
import { extname } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../log/log.js';
import type { ServerOptions } from '../options/options.js';
import { apiPolicy } from '../http/security.js';
import { contentTypes, fileOf, filePath, sendFile, type StaticFile } from '../http/static.js';
import { PluginFiles } from './plugin-files.js';

/** Path of all plug-ins below the base path; a `meta` element tells `host/page/main.ts` the address of their list. */
const pluginsPath = 'plugins';
const pluginListPath = `${pluginsPath}/index.json`;

/** Extensions of the files of a plug-in that are served; HTML pages are not served. */
const served = ['.js', '.mjs', '.css', '.json', '.map', '.svg', '.png', '.woff2', '.txt'];
/** Largest number of cached bytes of all files together; their compressed forms do not count. */
const mostKeptBytes = 64 * 1024 * 1024;

interface PluginList {
  readonly plugins: readonly { readonly name: string; readonly module: string }[];
}

export function mountPlugins(
  app: FastifyInstance,
  options: Pick<ServerOptions, 'plugins' | 'basePath'>,
  log: Log,
): void {
  const prefix = options.basePath === '/' ? '' : options.basePath;
  const plugins = new Map(options.plugins.map((place) => [place.name, new PluginFiles(place)]));
  const kept = new Map<string, StaticFile>();
  let keptBytes = 0;

  async function fileAt(name: string, path: string): Promise<StaticFile | undefined> {
    const type = served.includes(extname(path)) ? contentTypes[extname(path)] : undefined;
    if (type === undefined) return undefined;
    const key = `${name}/${path}`;
    const found = await plugins.get(name)?.read(path, kept.get(key));
    if (!found) return undefined;
    // A concurrent request may have cached the file while this request read it.
    const known = kept.get(key);
    if (known?.stamp === found.stamp) return known;
    keptBytes += found.body.length - (known?.body.length ?? 0);
    if (keptBytes > mostKeptBytes) {
      kept.clear();
      keptBytes = found.body.length;
    }
    const file = fileOf(found.body, type, found.stamp);
    kept.set(key, file);
    return file;
  }

  async function list(_request: FastifyRequest, reply: FastifyReply): Promise<PluginList> {
    const entries = await Promise.all(
      [...plugins.values()].map(async (files) => ({ name: files.name, module: await files.module() })),
    );
    void reply.header('Cache-Control', 'no-cache').header('Content-Security-Policy', apiPolicy);
    return { plugins: entries };
  }

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    // Cast: the router fills `*`, the end of the path, with a text.
    const { '*': requested = '' } = request.params as Record<string, string>;
    const [name = '', ...rest] = (filePath(requested) ?? '').split('/');
    const file = await fileAt(name, rest.join('/'));
    if (!file) return reply.code(404).type('text/plain; charset=utf-8').send('Not found\n');
    // An SVG image that is opened directly is a document with the page's origin. The policy forbids scripts in it.
    void reply.header('Content-Security-Policy', apiPolicy);
    return sendFile(request, reply, file, 'no-cache');
  }

  app.get(`${prefix}/${pluginListPath}`, list);
  app.get(`${prefix}/${pluginsPath}/*`, { compress: false }, serve);

  for (const files of plugins.values()) void tellUnreadable(files, log);
}

/** Logs whether a plug-in can be read. An unreadable plug-in does not stop the server, and stays in the list. */
async function tellUnreadable(files: PluginFiles, log: Log): Promise<void> {
  const module = (await files.module()).slice(files.name.length + 1);
  const found = await files.read(module);
  if (found) log.info('A plug-in is served', { plugin: files.name, path: files.path });
  else log.warn('A plug-in cannot be read', { plugin: files.name, path: files.path, module });
}
