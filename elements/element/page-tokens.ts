/** Asks the host page for tokens. The page may replace its `getToken` function at any time, also while it is being asked. */
import type { Token } from '../../api/client.js';

export type GetToken = () => Promise<Token>;

/**
 * Shortest time between two calls for one token. Pages that create a new function for every rendering would otherwise
 * be asked once for each rendering.
 */
const askAgainMs = 1_000;

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
