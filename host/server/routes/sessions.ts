/** Registers the routes of signing in and out (contract administration sessions.*). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as endpoints from '../../../api/contract/sessions.js';
import { SessionRequest } from '../../../api/contract/sessions.schema.js';
import { identityOf } from '../http/api.js';
import { originOf } from '../auth/auth.js';
import { deviceCookie, deviceCookieSeconds } from '../auth/known-devices.js';
import { expiresAt } from '../auth/sessions.js';
import type { Needs } from '../context.js';
import { sessionInstant } from '../entities/session-instant.js';
import { BadRequestError, UnauthorizedError } from '../foundation/errors.js';
import type { Registry } from '../http/registry.js';
import { challenge } from '../http/security.js';
import { cookieScope } from '../foundation/cookie-scope.js';
import { setSessionCookie } from '../auth/session-cookie.js';

/**
 * Registers the routes of sessions.
 * @param rememberSignOut called when a user signs out, so that the session of an OpenID provider can be ended, too
 */
export function registerSessions(
  registry: Registry,
  { auth, options, log }: Needs<'auth' | 'options' | 'log'>,
  rememberSignOut: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  registry.serve(endpoints.createSession, { body: SessionRequest }, async ({ body, raw, reply }) => {
    const missing = (['username', 'password'] as const).filter((name) => !body[name]);
    if (missing.length > 0) throw new BadRequestError(`Missing required properties: ${missing.join(', ')}`);
    const { username, password } = body;
    const login = await auth
      .login({ username: username ?? '', password: password ?? '' }, originOf(raw))
      .catch((error: unknown) => {
        if (error instanceof UnauthorizedError) {
          challenge(raw, reply);
          log.warn('A login failed', { user: username, address: raw.ip });
        }
        throw error;
      });
    // The former session of the browser ends; a sign-in always gets a new session.
    const former = identityOf(raw)?.session;
    if (former) await auth.sessions.end(former.record.id);
    setSessionCookie(options, raw, reply, login.id, login.session);
    void reply.setCookie(deviceCookie, login.deviceCookie, {
      path: options.basePath,
      httpOnly: true,
      ...cookieScope(options.embedOrigins, raw),
      maxAge: deviceCookieSeconds,
    });
    return {
      valid_until: sessionInstant(expiresAt(login.session)),
      session_id: login.id,
      username: login.user.username,
      user_id: login.user.id,
    };
  });

  registry.serve(endpoints.validateSession, {}, async ({ caller, raw, reply }) => {
    const identity = identityOf(raw);
    let session = identity?.session;
    const named = identity?.byHeader && auth.users.get(identity.caller.id);
    if (named) {
      const started = await auth.startSession(named, originOf(raw));
      session = { id: started.id, record: started.session };
    }
    setSessionCookie(options, raw, reply, session?.id ?? '', session?.record);
    return {
      is_valid: caller !== undefined,
      session_id: session?.id ?? null,
      username: caller?.guest?.identity ?? caller?.username ?? null,
    };
  });

  async function end(raw: FastifyRequest, reply: FastifyReply): Promise<undefined> {
    const session = identityOf(raw)?.session;
    if (session) await auth.sessions.end(session.record.id);
    setSessionCookie(options, raw, reply, '');
    rememberSignOut(raw, reply);
    return undefined;
  }
  registry.serve(endpoints.endSession, {}, ({ raw, reply }) => end(raw, reply));
  registry.serve(endpoints.endSessionById, {}, ({ raw, reply }) => end(raw, reply));
}
