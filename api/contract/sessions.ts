/** Endpoints for signing in, signing out and validating a session (contract administration). */
import { endpoint } from './endpoint.js';
import type { SessionAnswer, SessionRequest, SessionValidation } from './sessions.schema.js';

export type * from './sessions.schema.js';

export const createSession = endpoint<{ body: SessionRequest; answer: SessionAnswer }>()(
  'POST',
  '/system/sessions',
  'public',
);
/**
 * Returns, always with status 200, whether the session is valid; refreshes the session cookie, or deletes it. The
 * embedded server starts a session if only the header of a trusted proxy names the user.
 */
export const validateSession = endpoint<{ answer: SessionValidation }>()('GET', '/system/sessions', 'public');
export const endSession = endpoint<{ answer: undefined }>()('DELETE', '/system/sessions', 'session', {
  produces: 'nothing',
  status: 200,
});
/** Ends the session that authenticates the call; the id in the path is ignored. */
export const endSessionById = endpoint<{ answer: undefined }>()('DELETE', '/system/sessions/{sessionId}', 'session', {
  produces: 'nothing',
  status: 200,
});
