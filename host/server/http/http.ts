/** Creates the HTTP server: limits, JSON with exact integers, errors in the form of the contract. */
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import { fastify, type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import { stringifyJson } from '../../../api/json.js';
import { apiPrefix } from './api.js';
import { acceptBodies } from './bodies.js';
import { usualBodyBytes } from '../foundation/body-limits.js';
import { ApiError, TooManyRequestsError } from '../foundation/errors.js';
import type { Log } from '../log/log.js';
import type { ServerOptions } from '../options/options.js';
import { brotliOptions, gzipOptions, packedFromBytes, packSmallAnswers } from './packed-answers.js';
import { addSecurityHeaders } from './security.js';
import { DiskFullError, LoadingHeldError } from '../store/errors.js';
import { tlsServerFactory } from './tls-server.js';
import { errorOf } from '../foundation/caught.js';

const headerLimitBytes = 32 * 1024;
/** Largest length of a path parameter in characters, enough for resource names (GRNs), class names and tokens. */
const pathParameterLimit = 1024;
const timeouts = { requestTimeout: 120_000, keepAliveTimeout: 72_000 } as const;

/** Sends an error in the form of the contract; an unexpected error is logged and sent without its details. */
function sendError(error: unknown, reply: FastifyReply, log: Log): void {
  if (reply.sent) return;
  void reply.header('Cache-Control', 'no-store');
  if (error instanceof DiskFullError) {
    void reply.code(507).type('application/json').send({ type: 'ApiError', message: error.message });
    return;
  }
  if (error instanceof LoadingHeldError) {
    void reply.code(503).type('application/json').send({ type: 'ApiError', message: error.message });
    return;
  }
  if (error instanceof ApiError) {
    if (error instanceof TooManyRequestsError) void reply.header('Retry-After', String(error.retryAfter));
    void reply.code(error.status).type('application/json').send(error.body());
    return;
  }
  const { statusCode, message, code } = error as Partial<FastifyError>;
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    const limit = reply.request.routeOptions.bodyLimit ?? usualBodyBytes;
    const text =
      code === 'FST_ERR_CTP_BODY_TOO_LARGE'
        ? `The request body is too large: at most ${limit / 1024} KiB are accepted here.`
        : (message ?? 'Bad request');
    void reply.code(statusCode).type('application/json').send({ type: 'ApiError', message: text });
    return;
  }
  const details = { method: reply.request.method, route: reply.request.routeOptions.url, error };
  // The client has disconnected, which is no error of the server.
  if (reply.raw.destroyed || code === 'ERR_STREAM_PREMATURE_CLOSE') log.debug('A request was broken off', details);
  else log.error('A request failed', details);
  void reply
    .code(500)
    .type('application/json')
    .send({ type: 'ApiError', message: 'The server failed to answer this request; its log says why.' });
}

/**
 * Encodes each `%` of an address that cannot be decoded (`/search/%FF`), because a user mistyped it or a mail program
 * mangled it. Fastify would refuse the address; with the encoding, the page can show its "not found" view. Addresses of
 * the API stay unchanged.
 */
function decodableUrl(url: string, apiPath: string): string {
  const [path = ''] = url.split('?', 1);
  if (path === apiPath || path.startsWith(`${apiPath}/`)) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return `${path.replaceAll('%', '%25')}${url.slice(path.length)}`;
  }
}

/** The registry checks requests, so Fastify need not load its own compilers of schemas at each start. */
const noSchemas = (): never => {
  throw new Error('Schemas are checked by the registry of the API, not by Fastify.');
};

export async function createHttp(
  options: Pick<ServerOptions, 'embedOrigins' | 'basePath' | 'trustProxy'> & Partial<Pick<ServerOptions, 'tls'>>,
  log: Log,
): Promise<FastifyInstance> {
  const apiPath = apiPrefix(options.basePath);
  const app = fastify({
    logger: false,
    ...(options.tls && {
      serverFactory: await tlsServerFactory(options.tls, { maxHeaderSize: headerLimitBytes, ...timeouts }, log),
    }),
    // The X-Forwarded headers are trusted only from the proxies of --trust-proxy.
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    bodyLimit: usualBodyBytes,
    ...timeouts,
    http: { maxHeaderSize: headerLimitBytes },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: pathParameterLimit },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    rewriteUrl: ({ url = '/' }) => decodableUrl(url, apiPath),
    clientErrorHandler(error, socket) {
      const tooLarge = errorOf(error).code === 'HPE_HEADER_OVERFLOW';
      const body = JSON.stringify({
        type: 'ApiError',
        message: tooLarge ? 'The request headers are too large.' : 'This is not a valid HTTP request.',
      });
      if (!socket.writable) return void socket.destroy();
      const status = tooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
      socket.end(
        `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      );
    },
    frameworkErrors: (error, _request, reply) => sendError(error, reply, log),
  });
  acceptBodies(app);
  app.setReplySerializer((payload) => stringifyJson(payload));
  app.setErrorHandler((error, _request, reply) => sendError(error, reply, log));
  addSecurityHeaders(app, options);
  await app.register(cookie);
  packSmallAnswers(app);
  await app.register(compress, {
    threshold: packedFromBytes,
    encodings: ['br', 'gzip'],
    brotliOptions,
    zlibOptions: gzipOptions,
    globalDecompression: false,
  });
  return app;
}
