/** Attributes of a cookie that decide in which pages a browser sends it. */
import type { FastifyRequest } from 'fastify';
import { isSecure } from './secure-request.js';

export interface CookieScope {
  readonly sameSite: 'lax' | 'none';
  readonly secure: boolean;
  readonly partitioned: boolean;
}

/**
 * Returns the attributes: a console that other sites may show in a frame needs a cookie that is sent there. Browsers
 * accept such a cookie only over HTTPS, and a partitioned one is separate for each embedding site (CHIPS,
 * draft-cutler-httpbis-partitioned-cookies).
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
