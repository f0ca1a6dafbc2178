/**
 * Chooses the attributes of cookies that decide whether a browser sends them with requests from pages of other sites.
 */
import type { FastifyRequest } from 'fastify';
import { isSecure } from './secure-request.js';

export interface CookieScope {
  readonly sameSite: 'lax' | 'none';
  readonly secure: boolean;
  readonly partitioned: boolean;
}

/**
 * Returns the attributes of a cookie for a request. A console that other sites may show in a frame needs a cookie that
 * browsers also send from such a frame. Browsers accept such a cookie only over HTTPS. A partitioned cookie is separate
 * for each embedding site (CHIPS, draft-cutler-httpbis-partitioned-cookies).
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
