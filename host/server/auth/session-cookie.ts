import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionCookie } from './auth.js';
import { expiresAt, type SessionRecord } from './sessions.js';
import type { ServerOptions } from '../options/options.js';
import { cookieScope } from '../foundation/cookie-scope.js';

/**
 * Sets the session cookie of the browser; without a session, deletes it.
 * @param id session id, the value of the cookie
 */
export function setSessionCookie(
  { basePath, embedOrigins }: Pick<ServerOptions, 'basePath' | 'embedOrigins'>,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  session?: SessionRecord,
): void {
  const expiry = session ? expiresAt(session) : 0;
  const scope = cookieScope(embedOrigins, request);
  // The unpartitioned cookie of an earlier sign-in is deleted before the new cookie is set. Browsers without
  // partitioned cookies regard both as the same cookie. Other browsers would send the earlier cookie first.
  if (scope.partitioned && request.cookies[sessionCookie] !== undefined)
    void reply.header('Set-Cookie', `${sessionCookie}=; Path=${basePath}; Max-Age=0; HttpOnly; Secure; SameSite=None`);
  void reply.setCookie(sessionCookie, id, {
    path: basePath,
    httpOnly: true,
    ...scope,
    maxAge: session ? Math.max(0, Math.floor((expiry - Date.now()) / 1000)) : 0,
    expires: new Date(expiry),
  });
}
