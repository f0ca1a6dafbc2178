import type { FastifyRequest } from 'fastify';

/** @returns the first of the values of a header that proxies append to, comma-separated */
export const firstOf = (header: string | string[] | undefined) =>
  (Array.isArray(header) ? header[0] : header)?.split(',')[0]?.trim();

/** @returns whether the browser spoke HTTPS, with this server or with the proxy in front of it */
export function isSecure(request: Pick<FastifyRequest, 'headers' | 'protocol'>): boolean {
  const url = firstOf(request.headers['x-graylog-server-url']);
  const proto = firstOf(request.headers['x-forwarded-proto']);
  const stated = url ?? (proto === undefined ? undefined : `${proto}:`) ?? request.headers.origin;
  return request.protocol === 'https' || (stated?.toLowerCase().startsWith('https:') ?? false);
}
