/**
 * Follows the token function of a host page:
 * – calls the function again while it returns no token
 * – gets a token from a function that replaces it, without waiting for an API call
 * – uses a late token when it arrives
 * – reports tokens with an unreadable `expires_at` to the page
 * This module is loaded only if the host page provides tokens.
 */
import { waitFor } from 'xstate';
import { isToken } from '../../api/client.js';
import { askUntilGiven, type WaitingForToken } from './ask-until-given.js';
import { BadValue } from './attributes.js';
import { ElementFailure } from './element-failure.js';
import type { PageTokens } from './page-tokens.js';

/** Minimum number of milliseconds between two calls of functions that a page sets one after the other. */
const exchangeIntervalMs = 1_000;

export interface TokenUser extends WaitingForToken {
  /** Reports a problem of the page's tokens to the page; called with undefined when there is no problem. */
  tellTokenProblem(problem: Error | undefined): void;
}

export function careForTokens(tokens: PageTokens, user: TokenUser): void {
  let exchanging = false;
  const follow = (): void => {
    user.tellTokenProblem(problemOfEnd(tokens.given));
    if (!tokens.isStale || exchanging) return;
    exchanging = true;
    void exchange(tokens, user).finally(() => (exchanging = false));
  };
  tokens.onChange = follow;
  tokens.onLate = (given) => {
    if (!isToken(given)) return;
    user.client.holdToken(given);
    if (user.session.getSnapshot().matches('notLoggedIn')) user.session.send({ type: 'validation.requested' });
  };
  follow();
  askUntilGiven(tokens, user);
}

/** Uses the token of the page's newest function, and stops when the connection is closed. */
async function exchange(tokens: PageTokens, { session, client }: TokenUser): Promise<void> {
  const isOpen = (): boolean => session.getSnapshot().status === 'active';
  /** The result with which the session was validated last. */
  let validated = tokens.given;
  do {
    // A pending call is awaited first: if the newest function answers it, no further call is needed.
    await tokens.pending?.catch(() => undefined);
    if (tokens.isStale) await tokens.ask().catch(() => undefined);
    // The first token of a page needs no exchange, because the session is validated with it anyway.
    else if (validated === undefined) return;
    const { given } = tokens;
    if (isOther(validated, given)) {
      // A validation that is under way would find the user of the old token. `waitFor` rejects when the connection
      // closes.
      await waitFor(session, (state) => !state.matches('validating')).catch(() => undefined);
      if (!isOpen()) return;
      client.holdToken(isToken(given) ? given : undefined);
      session.send({ type: 'validation.requested' });
    }
    validated = given;
    await new Promise((resume) => setTimeout(resume, exchangeIntervalMs));
    // The loop repeats if the page has set another function since then, or if the page's function has returned another
    // result to a call of the API.
  } while (isOpen() && (tokens.isStale || tokens.given !== validated));
}

/** Returns whether two results of the page's functions differ; true also if one of them is no token. */
const isOther = (before: unknown, given: unknown): boolean =>
  !isToken(before) || !isToken(given) || before.token !== given.token;

/**
 * Checks the end that a page names for a token. A token with an unreadable end is used until the server refuses it, so
 * the end has to be reported to the page.
 * @returns the failure to report; undefined when the end is readable or absent
 */
function problemOfEnd(given: unknown): ElementFailure | undefined {
  // Cast: the member is unknown and is checked before use.
  const { expires_at: end } = (given ?? {}) as { readonly expires_at?: unknown };
  if (end === undefined || end === null) return undefined;
  if (typeof end === 'string' && /^\d{4}-\d\d-\d\dT/.test(end) && !Number.isNaN(Date.parse(end))) return undefined;
  const { message } = new BadValue('an instant such as 2030-12-31T23:59:00Z', end);
  return new ElementFailure('bad-value', `getToken: expires_at: ${message}`);
}
