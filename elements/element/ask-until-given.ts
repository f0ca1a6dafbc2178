/**
 * Calls the token function of a host page again until it returns a token. The module is loaded only if the host page
 * provides tokens.
 */
import type { Actor } from 'xstate';
import { isToken, type Client } from '../../api/client.js';
import { TokenUnavailable } from '../../api/failures.js';
import type { sessionMachine } from '../../machines/session.js';
import type { PageTokens } from './page-tokens.js';
import type { PollScheduler } from './poll-scheduler.js';

/**
 * Milliseconds from the end of one of the first `quickRetries` attempts to get a token from the page until the next
 * one.
 */
const retryMs = 10_000;
/** Number of attempts at the interval `retryMs`; afterwards only every sixth attempt, once a minute, is made. */
const quickRetries = 6;

export interface WaitingForToken {
  readonly session: Actor<typeof sessionMachine>;
  readonly client: Pick<Client, 'holdToken'>;
  readonly polls: Pick<PollScheduler, 'every'>;
}

/**
 * Asks the host page again while it could not provide a token, for example because its own backend was unreachable. The
 * session is validated only once the page has provided a token, so that the sign-in form does not flicker before that.
 */
export function askUntilGiven(tokens: PageTokens, { session, client, polls }: WaitingForToken): void {
  const isWaiting = (): boolean => {
    const state = session.getSnapshot();
    return state.matches('notLoggedIn') && state.context.failure instanceof TokenUnavailable;
  };
  let retries = 0;
  let stop: (() => void) | undefined;
  const ask = async (): Promise<void> => {
    retries += 1;
    if (!isWaiting() || (retries > quickRetries && retries % quickRetries !== 0)) return;
    const token: unknown = await tokens.ask();
    if (!isToken(token) || !isWaiting()) return;
    client.holdToken(token);
    session.send({ type: 'validation.requested' });
  };
  const follow = (): void => {
    const state = session.getSnapshot();
    if (state.status !== 'active') return;
    if (isWaiting()) stop ??= polls.every(retryMs, ask);
    if (!state.matches('loggedIn')) return;
    stop?.();
    stop = undefined;
    retries = 0;
  };
  follow();
  session.subscribe(follow);
}
