/** Sign-in, sign-out and session validation (contract/administration.json). */
import { endpoint } from './endpoint.js';
import type { SessionAnswer, SessionRequest, SessionValidation } from './sessions.schema.js';

export type * from './sessions.schema.js';

export const createSession = endpoint<{ body: SessionRequest; answer: SessionAnswer }>()(
  'POST',
  '/system/sessions',
  'public',
);
/** Validates the session, always with status 200; also refreshes or deletes the session cookie. */
export const validateSession = endpoint<{ answer: SessionValidation }>()('GET', '/system/sessions', 'public');
export const endSession = endpoint<{ answer: undefined }>()('DELETE', '/system/sessions', 'session', {
  produces: 'nothing',
  status: 200,
});
/** Ends the caller's own session, regardless of the id. */
export const endSessionById = endpoint<{ answer: undefined }>()('DELETE', '/system/sessions/{sessionId}', 'session', {
  produces: 'nothing',
  status: 200,
});
