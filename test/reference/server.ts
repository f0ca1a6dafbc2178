/**
 * A stand-in for a reference server (5.1.8): our own behind a egress guard that lets through what the contract knows and nothing else.
 *
 * - Paths that the contract does not have are a 404, methods that a path does not have a 405, in the reference's words.
 * - A body with a member that the contract does not know is a 400.
 * - Answers have no members that only our server sends, and no headers of its own.
 * - A search is executed as a job: at first there is nothing, results come when its status is asked for.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { placeOf } from './places.js';
import { unknownMembers } from './bodies.js';

export interface ReferenceServer {
  /** Address without a slash at the end, as `--server` takes it. */
  readonly url: string;
  /** Calls that it does not know, `405 POST /system/inputs/preview`, each once, by first time. */
  readonly unknown: ReadonlySet<string>;
  /** Bodies that it did not take: the call, and what was wrong with it. */
  readonly refused: readonly string[];
  stop(): Promise<void>;
}

const version = '5.1.8+9ce9b8a';
/** Metrics that only our server has. */
const ownMetric = /^log-console\.|\.(malformed|dropped)Messages$/;

/** Members of answers that only our server sends, wherever in the answer they are. */
const ownMembers: readonly (readonly [place: RegExp, names: readonly string[]])[] = [
  [/^(GET|POST|PUT|DELETE) \/views(\/\{\})?$/, ['last_updated_at']],
  [/^(GET|POST) \/users\/\{\}\/tokens/, ['created_at', 'expires_at', 'last_address']],
  [/ \/(system|cluster)\/inputstates/, ['listening', 'recognised', 'remark']],
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

/** @param upstream address of an embedded server, without a slash at the end */
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
    // The only one of the ids in addresses that it does not look at before it uses it.
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

/** Below `/api`; undefined for anything else. */
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

/** Change of an answer's text; undefined: the text is passed on unchanged. */
function changeOf(place: string): ((text: string) => string) | undefined {
  if (place === 'POST /views/search/{}/execute') return begun;
  if (place === 'GET /' || place === 'GET /system')
    return (text) => JSON.stringify({ ...(JSON.parse(text) as object), version });
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

/** The job as it stands right after its start, however quick the search was. */
function begun(text: string): string {
  const { errors: _errors, ...job } = JSON.parse(text) as Record<string, unknown>;
  const execution = { done: false, cancelled: false, completed_exceptionally: false };
  return JSON.stringify({ ...job, results: {}, execution });
}
