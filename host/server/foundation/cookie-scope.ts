/** Attributes that decide in which pages a browser sends a cookie. */
import type { FastifyRequest } from 'fastify';
import { isSecure } from './secure-request.js';

export interface CookieScope {
  readonly sameSite: 'lax' | 'none';
  readonly secure: boolean;
  readonly partitioned: boolean;
}

/**
 * A console that other sites may show in a frame needs a cookie that is sent there. Browsers take such a cookie only over HTTPS, and
 * keep it apart for each site that shows the frame when it is partitioned (CHIPS, draft-cutler-httpbis-partitioned-cookies).
 * @param embedOrigins sites that may show the console in a frame
 */
export function cookieScope(
  embedOrigins: readonly string[],
  request: Pick<FastifyRequest, 'headers' | 'protocol'>,
): CookieScope {
  const secure = isSecure(request);
  const inFrames = secure && embedOrigins.length > 0;
  return { sameSite: inFrames ? 'none' : 'lax', secure, partitioned: inFrames };
}
