/** Shapes of signing in and out (contract administration sessions.*). */
import { Type, type Static } from '@sinclair/typebox';

/**
 * Body for signing in. Every member may be missing, so that the handler and not the schema answers for a missing or
 * empty username or password.
 */
export const SessionRequest = Type.Object({
  username: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  password: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  host: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
export type SessionRequest = Static<typeof SessionRequest>;

export interface SessionAnswer {
  /** End of the session, for example `2020-01-01T10:40:05.376+0000`. */
  valid_until: string;
  session_id: string;
  username: string;
  user_id: string;
}

export interface SessionValidation {
  is_valid: boolean;
  session_id: string | null;
  username: string | null;
}
