/** Implements the actors of the session and availability state machines with API calls. */
import { fromPromise } from 'xstate';
import type { Client } from '../../api/client.js';
import { createSession, endSession, validateSession } from '../../api/contract/sessions.js';
import { pingServer } from '../../api/queries/server-root.js';
import { serverAvailabilityMachine } from '../../machines/server-availability.js';
import { sessionMachine, type Credentials, type SessionFacts } from '../../machines/session.js';
import { isObject } from '../../api/is-object.js';

export function availabilityLogic(client: Client) {
  return serverAvailabilityMachine.provide({
    actors: {
      ping: fromPromise(({ signal }) => pingServer(client, signal)),
    },
  });
}

const isValidation = (answer: unknown): boolean =>
  isObject(answer) &&
  (answer['is_valid'] === true ? typeof answer['username'] === 'string' : answer['is_valid'] === false);
const isSession = (answer: unknown): boolean =>
  isObject(answer) && typeof answer['session_id'] === 'string' && typeof answer['username'] === 'string';

/** Returns whether the server has the page's own origin, to which alone browsers send the session cookie. */
export const isSameOrigin = ({ baseUrl }: Client): boolean =>
  new URL(baseUrl, document.baseURI).origin === location.origin;

/**
 * Returns the session machine with its API calls.
 * @param withToken true if the host page provides tokens. Otherwise a cookie identifies the session; at a server of
 * another origin, the session id that the last sign-in returned identifies the session.
 */
export function sessionLogic(client: Client, withToken: boolean) {
  // A server of another origin gets no cookie, so the session id is kept in memory after a sign-in.
  const sameOrigin = isSameOrigin(client);
  return sessionMachine.provide({
    actors: {
      validate: fromPromise(async ({ signal }): Promise<SessionFacts> => {
        const answer = await client.call(validateSession, { signal, authenticate: withToken, check: isValidation });
        return { username: answer.is_valid ? answer.username : null };
      }),
      logIn: fromPromise<SessionFacts, Credentials>(async ({ input, signal }) => {
        const body = { username: input.username, password: input.password, host: location.host };
        const answer = await client.call(createSession, { body, signal, authenticate: false, check: isSession });
        if (withToken || !sameOrigin) client.holdToken({ token: answer.session_id, kind: 'session' });
        return { username: answer.username };
      }),
      logOut: fromPromise(async ({ signal }) => {
        await client.call(endSession, { signal });
        client.holdToken(undefined);
      }),
    },
  });
}
