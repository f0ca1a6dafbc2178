/** Asks the host page for tokens. The page may replace its `getToken` function at any time, also while it is being asked. */
import type { Actor } from 'xstate';
import { isToken, type Client, type Token } from '../../api/client.js';
import { TokenUnavailable } from '../../api/failures.js';
import type { sessionMachine } from '../../machines/session.js';
import type { PollScheduler } from './poll-scheduler.js';

export type GetToken = () => Promise<Token>;

/**
 * Shortest time between two calls for one token. Pages that create a new function for every rendering would otherwise
 * be asked once for each rendering.
 */
const askAgainMs = 1_000;
/** Delay before the page is asked again for a token that it could not provide. */
const retryMs = 10_000;
/** Number of those delays until the page is asked only once a minute. */
const quickRetries = 6;

export class PageTokens {
  #current: GetToken;
  /** Called when the page replaces its function while a call is pending. */
  #onReplaced: (() => void) | undefined;

  constructor(getToken: GetToken) {
    this.#current = getToken;
  }

  get current(): GetToken {
    return this.#current;
  }

  replace(getToken: GetToken): void {
    this.#current = getToken;
    this.#onReplaced?.();
  }

  /**
   * Resolves with what the page's function resolves with, which need not be a token. A function that the page replaces
   * before it has answered holds up nothing: the new one is asked too, and the first answer counts.
   * @throws the reason with which the newest function rejects
   */
  async ask(): Promise<Token> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      return await new Promise<Token>((resolve, reject) => {
        const ask = (): void => {
          const requested = this.#current;
          timer = undefined;
          Promise.resolve()
            .then(requested)
            .then(resolve, (reason: unknown) => {
              if (requested === this.#current) reject(reason instanceof Error ? reason : new Error(String(reason)));
            });
        };
        this.#onReplaced = () => (timer ??= setTimeout(ask, askAgainMs));
        ask();
      });
    } finally {
      clearTimeout(timer);
      this.#onReplaced = undefined;
    }
  }
}

export interface WaitingForToken {
  readonly session: Actor<typeof sessionMachine>;
  readonly client: Pick<Client, 'holdToken'>;
  readonly polls: Pick<PollScheduler, 'every'>;
}

/**
 * Asks the page again for a token that it could not provide, because its own backend may have been away. The session is
 * validated only once there is a token, so that the sign-in form stays as it is until then.
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
  session.subscribe((state) => {
    if (isWaiting()) stop ??= polls.every(retryMs, ask);
    if (!state.matches('loggedIn')) return;
    stop?.();
    stop = undefined;
    retries = 0;
  });
}
