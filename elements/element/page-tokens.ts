/** Asks the host page for tokens. The page may replace its `getToken` function at any time, also during a call of it. */
import type { Token } from '../../api/client.js';

export type GetToken = () => Promise<Token>;

/**
 * Minimum number of milliseconds between two calls for one token. Pages that create a new function for every rendering
 * would otherwise be asked at every rendering.
 */
const askAgainMs = 1_000;

export class PageTokens {
  #current: GetToken;
  /** Called when the page replaces its function; set only while a call is pending. */
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
   * Calls the page's function and resolves to its result, which need not be a token. If the page replaces the function
   * before it has answered, the new function is called too, and the first result counts.
   * @throws Error the reason with which the newest function rejects
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
