/**
 * Provides headers and checks against foreign pages: content security policy, CORS for the listed origins only, CSRF
 * and Origin checks.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BadRequestError, ForbiddenError } from '../foundation/errors.js';
import type { ServerOptions } from '../options/options.js';
import { firstOf } from '../foundation/secure-request.js';

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

const allowedHeaders = [
  'Accept',
  'Authorization',
  'Content-Type',
  'X-Requested-By',
  'X-Requested-With',
  'X-Graylog-No-Session-Extension',
].join(', ');

/**
 * Returns the content security policy of the console's own page: no inline code, no foreign source, no text parsed as
 * HTML (Trusted Types).
 */
export function pagePolicy(embedOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    // The page states its base path in a <base> element.
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${embedOrigins.length > 0 ? `'self' ${embedOrigins.join(' ')}` : "'none'"}`,
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/**
 * Content security policy of the example pages, which stand for foreign pages: they may call other servers, and declare
 * a stricter policy themselves.
 */
export const examplePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self' http: https:",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ');

/** Content security policy of responses that are never shown as pages, such as those of the API. */
export const apiPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);

/**
 * Tells whether a request comes from the console's own page or has no Origin header. Browsers send the Origin header
 * with every request that changes data, and with every request of a foreign page whose response the page could read.
 * Hosts are compared without the scheme, because a proxy may terminate TLS. A foreign page cannot set X-Forwarded-Host:
 * browsers would first send a preflight, which is refused.
 */
export function isSameOrigin(request: FastifyRequest): boolean {
  const origin = request.headers.origin;
  if (origin === undefined) return true;
  const host = hostOf(origin);
  return host !== undefined && (host === request.headers.host || host === firstOf(request.headers['x-forwarded-host']));
}

/**
 * Tells whether a page sent the request, as opposed to a navigation or a program. A page must not get a challenge,
 * because the browser would then show a password dialog that blocks the page. Scripts of this console and of the
 * reference server's console identify themselves by a header; other requests of pages are recognised by Sec-Fetch
 * headers or the referrer.
 */
export function isOfPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  if (headers['x-requested-with'] === 'XMLHttpRequest') return true;
  if (headers['sec-fetch-site'] !== undefined) return headers['sec-fetch-mode'] !== 'navigate';
  // Without encryption browsers send no Sec-Fetch headers.
  return headers.referer !== undefined && headers.accept?.includes('text/html') !== true;
}

/** Adds a challenge for Basic authentication (RFC 7617) to a response, except for requests by pages. */
export function challenge(request: FastifyRequest, reply: FastifyReply): void {
  if (!isOfPage(request)) void reply.header('WWW-Authenticate', 'Basic realm="Log Console"');
}

/**
 * Protects against CSRF. Every request that changes data must carry X-Requested-By, which a foreign page cannot set
 * without a preflight. Its Origin, if present, must be the console's own or a listed one.
 * @throws BadRequestError when X-Requested-By is missing, ForbiddenError when the Origin is foreign and not listed
 */
export function checkForgery(request: FastifyRequest, embedOrigins: readonly string[]): void {
  if (readingMethods.has(request.method)) return;
  if (!firstOf(request.headers['x-requested-by'])) {
    throw new BadRequestError(
      'CSRF protection header is missing. Please add a "X-Requested-By" header to your request.',
    );
  }
  const origin = request.headers.origin;
  if (origin !== undefined && !isSameOrigin(request) && !embedOrigins.includes(origin)) {
    throw new ForbiddenError('Calls from this origin are not allowed; see --embed-origins.');
  }
}

/**
 * Lets pages of the listed origins read the response (CORS). Credentials are not allowed, because embedding pages use a
 * token.
 * @returns true if the request comes from a listed origin
 */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply, embedOrigins: readonly string[]): boolean {
  if (embedOrigins.length === 0) return false;
  reply.header('Vary', 'Origin');
  const origin = request.headers.origin;
  if (origin === undefined || !embedOrigins.includes(origin)) return false;
  reply.header('Access-Control-Allow-Origin', origin);
  reply.header('Access-Control-Expose-Headers', 'Content-Disposition, Location, Retry-After');
  return true;
}

/** Answers a CORS preflight, and sets the CORS headers of other requests. @returns true if it was a preflight */
export function answerPreflight(
  request: FastifyRequest,
  reply: FastifyReply,
  embedOrigins: readonly string[],
): boolean {
  const allowed = allowOrigin(request, reply, embedOrigins);
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return false;
  if (allowed) {
    reply.header('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE');
    reply.header('Access-Control-Allow-Headers', allowedHeaders);
    reply.header('Access-Control-Max-Age', '600');
  }
  void reply.code(allowed ? 204 : 403).send();
  return true;
}

/** Adds the security headers that every response has, whichever route answers. */
export function addSecurityHeaders(app: FastifyInstance, options: Pick<ServerOptions, 'embedOrigins'>): void {
  const framed = options.embedOrigins.length > 0;
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({
      'X-Content-Type-Options': 'nosniff',
      // The value is not `no-referrer`, because browsers would then send `Origin: null` with our own page's calls.
      'Referrer-Policy': 'same-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': framed ? 'cross-origin' : 'same-origin',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'X-Permitted-Cross-Domain-Policies': 'none',
      ...(framed ? {} : { 'X-Frame-Options': 'DENY' }),
    });
    done();
  });
}
