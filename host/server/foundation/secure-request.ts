import type { FastifyRequest } from 'fastify';

/** Returns the first value of a header to which proxies append values, separated by commas. */
export const firstOf = (header: string | string[] | undefined) =>
  (Array.isArray(header) ? header[0] : header)?.split(',')[0]?.trim();

/** Tells whether the browser uses HTTPS, for the connection to this server or to the proxy in front of it. */
export function isSecure(request: Pick<FastifyRequest, 'headers' | 'protocol'>): boolean {
  const url = firstOf(request.headers['x-graylog-server-url']);
  const proto = firstOf(request.headers['x-forwarded-proto']);
  const stated = url ?? (proto === undefined ? undefined : `${proto}:`) ?? request.headers.origin;
  return request.protocol === 'https' || (stated?.toLowerCase().startsWith('https:') ?? false);
}
