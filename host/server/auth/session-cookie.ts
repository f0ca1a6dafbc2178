import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionCookie } from './auth.js';
import { expiresAt, type SessionRecord } from './sessions.js';
import type { ServerOptions } from '../options/options.js';
import { isSecure } from '../foundation/secure-request.js';

/** Gives the browser its session; without one takes the cookie away. */
export function setSessionCookie(
  { basePath }: Pick<ServerOptions, 'basePath'>,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  session?: SessionRecord,
): void {
  const expiry = session ? expiresAt(session) : 0;
  void reply.setCookie(sessionCookie, id, {
    path: basePath,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(request),
    maxAge: session ? Math.max(0, Math.floor((expiry - Date.now()) / 1000)) : 0,
    expires: new Date(expiry),
  });
}
