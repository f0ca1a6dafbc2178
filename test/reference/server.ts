/**
 * A stand-in for a reference server (5.1.8). It is an embedded server behind a filter that passes only endpoints of the
 * contract.
 *
 * - An unknown path is a 404, an unknown method of a path is a 405. Both have the texts of the reference server.
 * - A body with an unknown member is a 400.
 * - Responses contain no members that only this server sends, and none of its own headers.
 * - A search runs as a job: the first response is unfinished, and the response to the status request has the results.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { placeOf } from './places.js';
import { unknownMembers } from './bodies.js';

export interface ReferenceServer {
  /** Address without a trailing slash, as `--server` expects it. */
  readonly url: string;
  /** Unknown requests such as `405 POST /system/inputs/preview`, each once, in the order of their first occurrence. */
  readonly unknown: ReadonlySet<string>;
  /** Refused bodies: the request, and the problem. */
  readonly refused: readonly string[];
  stop(): Promise<void>;
}

const version = '5.1.8+9ce9b8a';
/** Metrics that only this server has. */
const ownMetric = /^log-console\.|\.(malformed|dropped)Messages$/;

/** Members of responses that only this server sends, at any depth. */
const ownMembers: readonly (readonly [place: RegExp, names: readonly string[]])[] = [
  [/^(GET|POST|PUT|DELETE) \/views(\/\{\})?$/, ['last_updated_at']],
  [/^(GET|POST) \/users\/\{\}\/tokens/, ['created_at', 'expires_at', 'last_address']],
  [/ \/(system|cluster)\/inputstates/, ['listening', 'recognised', 'remark']],
  [/^POST \/authz\/shares\/entities/, ['stream_limits']],
  [/^GET \/system\/inputs\/types/, ['preview', 'sample_message']],
];
const passedHeaders = ['content-type', 'content-disposition', 'location', 'www-authenticate'];
const notForwarded = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'expect',
]);

const apiError = (message: string) => JSON.stringify({ type: 'ApiError', message });

/** Starts the stand-in. @param upstream address of an embedded server without a trailing slash */
export async function startReferenceServer(upstream: string): Promise<ReferenceServer> {
  const unknown = new Set<string>();
  const refused: string[] = [];

  const say = (response: ServerResponse, status: number, text: string): void => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const path = decodedPath(url);
    const body = await buffer(request);
    if (path === undefined) return say(response, 404, apiError('HTTP 404 Not Found'));
    const place = placeOf(method, path);
    if (typeof place === 'number') {
      unknown.add(`${place} ${method} ${path}`);
      return say(response, place, apiError(place === 404 ? 'HTTP 404 Not Found' : 'HTTP 405 Method Not Allowed'));
    }
    // The id of an output is the only id in a path that the reference server does not validate.
    const outputId = /^GET \/system\/outputs\/(?!available$)(.*)$/.exec(`${method} ${path}`)?.[1];
    if (outputId !== undefined && !/^[0-9a-f]{24}$/.test(outputId)) {
      unknown.add(`500 ${method} ${path}`);
      const text = `invalid hexadecimal representation of an ObjectId: [${outputId}]`;
      return say(response, 500, apiError(text));
    }
    const strangers = unknownMembers(place, jsonOf(body, headers['content-type']));
    if (strangers.length > 0) {
      refused.push(`${method} ${path}: ${strangers.join('; ')}`);
      return say(response, 400, apiError(`Unable to map property: ${strangers.join('; ')}`));
    }
    const given = await fetch(`${upstream}${url}`, {
      method,
      redirect: 'manual',
      headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        value === undefined || notForwarded.has(name) ? [] : [value].flat().map((one) => [name, one]),
      ),
      ...(body.length > 0 && { body }),
    });
    for (const name of passedHeaders) {
      const value = given.headers.get(name);
      if (value !== null) response.setHeader(name, value);
    }
    const cookies = given.headers.getSetCookie();
    if (cookies.length > 0) response.setHeader('Set-Cookie', cookies);
    response.statusCode = given.status;
    const change = given.ok ? changeOf(place) : undefined;
    if (change) return void response.end(change(await given.text()));
    if (given.body === null) return void response.end();
    Readable.fromWeb(given.body as ReadableStream).pipe(response);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A client that has disconnected gets no answer.
      if (response.headersSent) response.destroy();
      else say(response, 500, apiError(String(error)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    unknown,
    refused,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns the decoded path below `/api`; undefined for other paths. */
function decodedPath(url: string): string | undefined {
  const [path = ''] = url.split('?');
  return /^\/api(\/.*)$/.exec(path)?.[1];
}

function jsonOf(body: Buffer, type: string | undefined): unknown {
  if (body.length === 0 || !/json/.test(type ?? '')) return undefined;
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns a function that changes the text of a response; undefined: the text is passed on unchanged. */
function changeOf(place: string): ((text: string) => string) | undefined {
  if (place === 'POST /views/search/{}/execute') return begun;
  if (place === 'GET /' || place === 'GET /system')
    return (text) => {
      // Consoles recognise the embedded server by the member `embedded`, which only that server sends.
      const { embedded: _embedded, ...root } = JSON.parse(text) as Record<string, unknown>;
      return JSON.stringify({ ...root, version });
    };
  if (/\/metrics\/multiple$/.test(place)) return (text) => JSON.stringify(JSON.parse(text, withoutOwnMetrics));
  const own = ownMembers.filter(([where]) => where.test(place)).flatMap(([, names]) => names);
  if (own.length === 0) return undefined;
  const without = (name: string, value: unknown): unknown => (own.includes(name) ? undefined : value);
  return (text) => (text === '' ? text : JSON.stringify(JSON.parse(text, without)));
}

const withoutOwnMetrics = (_name: string, value: unknown): unknown =>
  Array.isArray(value)
    ? value.filter((one: { readonly full_name?: string } | null) => !ownMetric.test(one?.full_name ?? ''))
    : value;

/** Returns the job in the state right after its start, even if the search has already finished. */
function begun(text: string): string {
  const { errors: _errors, ...job } = JSON.parse(text) as Record<string, unknown>;
  const execution = { done: false, cancelled: false, completed_exceptionally: false };
  return JSON.stringify({ ...job, results: {}, execution });
}
