/**
 * Server of the host applications: serves the built pages of one application at a time, or forwards to its server, and
 * issues tokens.
 */
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

export interface PortalServer {
  readonly origin: string;
  /** Values for the pages of the application: the log server's address, the dashboard, and an access token. */
  given: { server: string; dashboard: string; token: string } | undefined;
  /** Directory with files, and port of a server that answers all other requests. */
  shown: { readonly folder?: string | undefined; readonly port?: number | undefined } | undefined;
  close(): void;
}

export async function startPortalServer(): Promise<PortalServer> {
  const server = createServer((incoming, answer) => respond(portal, incoming, answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const portal: PortalServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    given: undefined,
    shown: undefined,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return portal;
}

function respond({ given, shown }: PortalServer, incoming: IncomingMessage, answer: ServerResponse): void {
  const path = (incoming.url ?? '/').replace(/\?.*$/, '');
  const json = (value: unknown): void => {
    answer.setHeader('Content-Type', 'application/json');
    answer.end(JSON.stringify(value));
  };
  if (path === '/settings.json' && given) return json({ server: given.server, dashboard: given.dashboard });
  if ((path === '/token' || path === '/embed-token') && given && incoming.method === 'POST')
    return json({ token: given.token });
  // If a server renders the pages, the directory's index.html is only its template.
  const name = path === '/' && shown?.port === undefined ? '/index.html' : path;
  const file = shown?.folder === undefined ? undefined : join(shown.folder, normalize(name));
  if (file !== undefined && existsSync(file) && statSync(file).isFile()) {
    answer.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(answer);
  } else if (shown?.port === undefined) answer.writeHead(404).end();
  else passOn(shown.port, incoming, answer);
}

function passOn(port: number, incoming: IncomingMessage, answer: ServerResponse): void {
  const { url, method, headers } = incoming;
  const passed = request({ host: '127.0.0.1', port, path: url, method, headers }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers);
    got.pipe(answer);
  });
  passed.on('error', () => answer.writeHead(502).end());
  incoming.pipe(passed);
}
