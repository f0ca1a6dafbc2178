/**
 * Routes that list and end the sessions of a user; they need the permission to edit the account, even if it is the
 * account of the caller.
 */
import * as endpoints from '../../../api/contract/users.js';
import { EndSessionsQuery, type UserSession } from '../../../api/contract/users.schema.js';
import { hashSecret } from '../foundation/ids.js';
import { expiresAt, type SessionRecord } from '../auth/sessions.js';
import type { Needs } from '../context.js';
import { checkMayChange } from '../entities/administrators.js';
import { findUser } from '../entities/user-input.js';
import { NotFoundError } from '../foundation/errors.js';
import type { Registry } from '../http/registry.js';

/** Returns the public id of a session, with which nobody can sign in. */
const handleOf = ({ id }: SessionRecord): string => hashSecret(`session ${id}`).slice(0, 24);

const instant = (epochMs: number): string => new Date(epochMs).toISOString();

export function registerUserSessions(registry: Registry, { auth }: Needs<'auth'>): void {
  registry.serve(endpoints.userSessions, {}, ({ params, user: caller }) => {
    const user = findUser(auth, { id: params.userId, caller, permission: 'edit' });
    const sessions = auth.sessions.of(user.id).map((session): UserSession => ({
      id: handleOf(session),
      browser: session.browser ?? null,
      system: session.system ?? null,
      address: session.client_address,
      created_at: instant(session.created_at),
      last_activity: instant(session.last_access),
      expires_at: instant(expiresAt(session)),
      current: session.id === caller.sessionKey,
    }));
    return { sessions };
  });

  registry.serve(endpoints.endUserSession, {}, async ({ params, user: caller }) => {
    const user = findUser(auth, { id: params.userId, caller, permission: 'edit' });
    checkMayChange(auth, caller, user);
    const session = auth.sessions.of(user.id).find((one) => handleOf(one) === params.sessionId);
    if (!session) throw new NotFoundError('This session has ended already.');
    await auth.sessions.end(session.id);
    return undefined;
  });

  registry.serve(endpoints.endUserSessions, { query: EndSessionsQuery }, async ({ params, query, user: caller }) => {
    const user = findUser(auth, { id: params.userId, caller, permission: 'edit' });
    checkMayChange(auth, caller, user);
    await auth.sessions.endAllOf(user.id, query.keep_current ? caller.sessionKey : undefined);
    return undefined;
  });
}
