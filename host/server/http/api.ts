/**
 * Mounts the endpoints of the registry below `<base path>/api`: authenticates the caller, checks permissions, sends the
 * response.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAgentCall } from '../auth/agent-calls.js';
import { bodyLimitOf, keepsTextOf } from '../foundation/body-limits.js';
import type { Auth, Identity } from '../auth/auth.js';
import type { Caller } from '../auth/caller.js';
import { sidecarUsername } from '../auth/users.js';
import { ApiError, ForbiddenError, NotFoundError, UnauthorizedError } from '../foundation/errors.js';
import { isLarge, jsonStream } from '../foundation/json-pieces.js';
import type { Log } from '../log/log.js';
import type { ServerOptions } from '../options/options.js';
import { methodsByPath } from './methods.js';
import { placeOf, StreamedAnswer, type Registry, type Served } from './registry.js';
import { answerPreflight, apiPolicy, challenge, checkForgery, isSameOrigin } from './security.js';

const contentTypes = {
  json: 'application/json',
  text: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  bytes: 'application/octet-stream',
  nothing: '',
};

/** Converts a path of the contract to Fastify's syntax: `/users/{id}` to `/users/:id`. */
const routePath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

export const apiPrefix = (basePath: string) => (basePath === '/' ? '/api' : `${basePath}/api`);

const identities = new WeakMap<FastifyRequest, Identity | undefined>();

/** Returns the caller of a request and, if there is one, the session; undefined: the request is unauthenticated. */
export const identityOf = (request: FastifyRequest) => identities.get(request);

/** Returns a signal that is aborted when the client disconnects before its response is complete. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('The client closed the connection.'));
  });
  return controller.signal;
}

/**
 * Serves requests of guests, whose embed tokens permit only a small part of the API; `serve` calls the endpoint with
 * the given body.
 */
export type ServeGuest = (
  served: Served,
  request: FastifyRequest,
  caller: Caller,
  serve: (body: unknown) => Promise<unknown>,
) => Promise<unknown>;

async function answer(
  served: Served,
  request: FastifyRequest,
  reply: FastifyReply,
  serveGuest: ServeGuest,
): Promise<unknown> {
  const { endpoint } = served;
  const caller = identityOf(request)?.caller;
  const signal = goneSignal(reply);
  const result = caller?.guest
    ? await serveGuest(served, request, caller, (body) => served.answer(request, reply, caller, signal, body))
    : await served.answer(request, reply, caller, signal);
  // A status that the handler has set is kept.
  if (reply.statusCode === 200)
    void reply.code(result === undefined && endpoint.produces !== 'nothing' ? 204 : endpoint.status);
  if (result === undefined) return reply.send();
  if (!reply.hasHeader('Content-Type')) void reply.type(contentTypes[endpoint.produces]);
  if (result instanceof StreamedAnswer) return reply.headers(result.headers).send(result.stream);
  // Large JSON responses are sent in pieces.
  return reply.send(endpoint.produces === 'json' && isLarge(result) ? jsonStream(result) : result);
}

/** Groups the endpoints with the same method and path, which differ in the content types of their bodies. */
function places(all: readonly Served[]): (readonly [Served, ...Served[]])[] {
  const found = new Map<string, [Served, ...Served[]]>();
  for (const served of all) {
    const others = found.get(placeOf(served.endpoint));
    if (others) others.push(served);
    else found.set(placeOf(served.endpoint), [served]);
  }
  return [...found.values()];
}

/**
 * Chooses among endpoints with the same method and path the one that consumes the content type of the request; the
 * first one if none does.
 */
function meant(candidates: readonly [Served, ...Served[]], { headers }: FastifyRequest): Served {
  const consumes = headers['content-type']?.trim().toLowerCase().startsWith('text/plain') ? 'text' : 'json';
  return candidates.find(({ endpoint }) => endpoint.consumes === consumes) ?? candidates[0];
}

/** Refuses the method of a request. @throws ApiError always, with status 405 and the accepted methods */
function refuseMethod(reply: FastifyReply, methods: readonly string[]): never {
  void reply.header('Allow', methods.join(', '));
  throw new ApiError(405, `HTTP 405 Method Not Allowed: this address takes ${methods.join(' and ')}.`);
}

/** Response headers that `answerHead` does not copy from its GET request: the server sets them for each connection. */
const ofConnection: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date']);

/**
 * Answers a request by HEAD with the status and the headers that the same request by GET would get (RFC 9110 §9.3.2).
 */
async function answerHead(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { remoteAddress } = request.socket;
  const answered = await app.inject({
    method: 'GET',
    url: request.originalUrl,
    headers: request.headers,
    ...(remoteAddress !== undefined && { remoteAddress }),
    payloadAsStream: true,
  });
  answered.stream().destroy();
  void reply.code(answered.statusCode);
  for (const [name, value] of Object.entries(answered.headers))
    if (value !== undefined && !ofConnection.has(name)) void reply.header(name, value);
  return reply.send();
}

export interface ApiRooms {
  readonly registry: Registry;
  readonly options: ServerOptions;
  readonly auth: Auth;
  readonly log: Log;
  readonly serveGuest: ServeGuest;
}

export function mountApi(app: FastifyInstance, { registry, options, auth, log, serveGuest }: ApiRooms): void {
  const prefix = apiPrefix(options.basePath);
  void app.register(
    async (api) => {
      api.addHook('onRequest', async (request, reply) => {
        void reply.headers({ 'Content-Security-Policy': apiPolicy, 'Cache-Control': 'no-store' });
        if (answerPreflight(request, reply, options.embedOrigins)) return reply;
        checkForgery(request, options.embedOrigins);
        const identity = await auth.identify(request, isSameOrigin(request)).catch((error: unknown) => {
          if (error instanceof UnauthorizedError) challenge(request, reply);
          throw error;
        });
        identities.set(request, identity);
        return undefined;
      });
      const methods = methodsByPath(registry.all(), prefix);
      for (const candidates of places(registry.all())) {
        const { method, path } = candidates[0].endpoint;
        const narrower = methods.narrower(method, path);
        api.route({
          method,
          url: routePath(path),
          // Requests by HEAD are answered by `answerHead`: routes of their own would prolong the start of the server.
          exposeHeadRoute: false,
          config: { keepsText: candidates.some(({ endpoint }) => keepsTextOf(endpoint)) },
          bodyLimit: Math.max(...candidates.map(({ endpoint }) => bodyLimitOf(endpoint))),
          // Authentication happens before the body is read, so that an unauthenticated client cannot make the server
          // receive megabytes.
          onRequest: async (request, reply) => {
            const { endpoint } = meant(candidates, request);
            const identity = identityOf(request);
            if (identity?.caller.username === sidecarUsername && !isAgentCall(endpoint))
              throw new ForbiddenError(
                'Not authorized: tokens of the sidecars open nothing but the calls of their agents.',
              );
            if (endpoint.permission !== 'public' && !identity) {
              challenge(request, reply);
              throw new UnauthorizedError();
            }
            const others = narrower(request.url);
            if (others) refuseMethod(reply, others);
          },
          handler: (request, reply) => answer(meant(candidates, request), request, reply, serveGuest),
        });
      }
      const notFound = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
        const taken = methods.of(request.url);
        if (request.method === 'HEAD' && taken.includes('GET')) return answerHead(app, request, reply);
        // If the method is right, the router has rejected a parameter, for instance an overlong one: the response is
        // 404.
        if (taken.length > 0 && !taken.includes(request.method)) refuseMethod(reply, taken);
        throw new NotFoundError(`HTTP 404 Not Found: ${request.method} ${request.url.split('?')[0] ?? ''}`);
      };
      // This is a route instead of a not-found handler, because the page answers all other paths below the base path.
      api.all('/*', notFound);
      // The wildcard does not match the prefix itself, to which pages of other origins send a CORS preflight when they
      // check the connection.
      api.route({ method: ['HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'], url: '/', handler: notFound });
    },
    { prefix },
  );
  log.debug('API mounted', { prefix, endpoints: registry.all().length });
}
