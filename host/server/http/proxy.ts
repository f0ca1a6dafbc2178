/**
 * `--server URL`: serves the same page, and forwards every API request to that reference server. Bodies stay unchanged;
 * headers about origins, cookies and the content security policy are adapted.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { apiPrefix } from './api.js';
import type { Log } from '../log/log.js';
import type { ServerOptions } from '../options/options.js';
import { answerPreflight, apiPolicy, checkForgery, isOfPage } from './security.js';
import { cookieScope, type CookieScope } from '../foundation/cookie-scope.js';

/**
 * Longest wait in milliseconds for the headers of an answer, and between two parts of its body; long enough for slow
 * searches and exports.
 */
const upstreamTimeoutMs = 300_000;

/** Headers of an answer of the reference server that are not passed on, because they apply to its own address only. */
const dropped = /^(access-control-.*|content-security-policy|x-frame-options|strict-transport-security|alt-svc)$/i;

const scoped: ReadonlySet<string> = new Set(['domain', 'path', 'samesite', 'secure', 'partitioned']);

/**
 * Replaces path, SameSite, Secure and Partitioned in a cookie of the reference server by the values that this server
 * uses, and removes the domain.
 */
export function rewriteCookie(cookie: string, path: string, { sameSite, secure, partitioned }: CookieScope): string {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
  const kept = attributes.filter((attribute) => {
    const name = attribute.split('=')[0]?.toLowerCase();
    return name === undefined || !scoped.has(name);
  });
  return [
    pair,
    `Path=${path}`,
    sameSite === 'none' ? 'SameSite=None' : 'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
    ...(partitioned ? ['Partitioned'] : []),
    ...kept,
  ].join('; ');
}

interface Caller {
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Builds X-Forwarded-For: the value from a trusted proxy, then the peer. Values from untrusted peers are dropped. */
function forwardedFor({ headers, ip, socket }: Caller): string {
  const peer = socket.remoteAddress ?? ip;
  const forwarded = ip === peer ? undefined : headers['x-forwarded-for'];
  return [forwarded, peer].flat().filter(Boolean).join(', ');
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: Error & { code?: string } };
  return cause?.code ?? cause?.message ?? message;
}

export function mountProxy(app: FastifyInstance, upstream: string, options: ServerOptions, log: Log): void {
  const prefix = apiPrefix(options.basePath);
  const target = new URL(upstream);
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (answerPreflight(request, reply, options.embedOrigins)) return reply;
      checkForgery(request, options.embedOrigins);
      return undefined;
    });
    // The package is imported only here, because it brings an HTTP client that would delay the start of servers that
    // are no proxy.
    await scope.register(import('@fastify/http-proxy'), {
      upstream: target.origin,
      prefix,
      rewritePrefix: `${target.pathname.replace(/\/$/, '')}/api`,
      proxyPayloads: true,
      disableRequestLogging: true,
      disableCache: true,
      undici: { headersTimeout: upstreamTimeoutMs, bodyTimeout: upstreamTimeoutMs },
      replyOptions: {
        // The page decides about retries; the proxy never sends a request twice.
        retryDelay: () => null,
        rewriteRequestHeaders(request, headers) {
          const forwarded = forwardedFor(request);
          const { origin: _origin, referer: _referer, ...others } = headers;
          return {
            ...others,
            'x-forwarded-for': forwarded,
            'x-forwarded-host': request.headers['x-forwarded-host'] ?? request.headers.host,
            'x-forwarded-proto': request.headers['x-forwarded-proto'] ?? request.protocol,
          };
        },
        rewriteHeaders(headers, request) {
          const silent = request !== undefined && isOfPage(request);
          const kept = Object.fromEntries(
            Object.entries(headers).filter(
              ([name]) => !dropped.test(name) && !(silent && name.toLowerCase() === 'www-authenticate'),
            ),
          );
          const cookies = headers['set-cookie'];
          const scope = cookieScope(options.embedOrigins, request ?? { headers: {}, protocol: 'http' });
          return {
            ...kept,
            'content-security-policy': apiPolicy,
            ...(cookies && {
              'set-cookie': [cookies].flat().map((cookie) => rewriteCookie(cookie, options.basePath, scope)),
            }),
          };
        },
        onError(reply, { error }) {
          const reason = reasonOf(error);
          log.warn('The server behind the proxy did not answer', { server: upstream, reason });
          void reply
            .code(502)
            .type('application/json')
            .send({ type: 'ApiError', message: `The server ${upstream} cannot be reached: ${reason}.` });
        },
      },
    });
  });
}
