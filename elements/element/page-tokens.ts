/**
 * Gets tokens from the host page by calling its `getToken` function, which the page may replace at any time, also
 * during a call.
 */
import type { Token } from '../../api/client.js';

export type GetToken = () => Promise<Token>;

/**
 * Minimum number of milliseconds between two calls for one token. On pages that create a new function for every
 * rendering, every rendering would otherwise cause a call.
 */
const askAgainMs = 1_000;

export class PageTokens {
  #current: GetToken;
  /** The function that has answered or rejected last; undefined before the first result. */
  #answered: GetToken | undefined;
  #given: unknown;
  #pending: Promise<Token> | undefined;
  /** Called when the page replaces its function; set only while a call is pending. */
  #onReplaced: (() => void) | undefined;

  /** Called after every result of the page's function, and after every replacement of the function. */
  onChange: (() => void) | undefined;

  constructor(getToken: GetToken) {
    this.#current = getToken;
  }

  get current(): GetToken {
    return this.#current;
  }

  /** The result of the last call; undefined when the function has rejected. It need not be a token. */
  get given(): unknown {
    return this.#given;
  }

  replace(getToken: GetToken): void {
    this.#current = getToken;
    this.#onReplaced?.();
    this.onChange?.();
  }

  /**
   * Calls the page's function and resolves to its result, which need not be a token. Calls that overlap share one call
   * of the function. If the page replaces the function before it has answered, the new function is called too, and the
   * first result counts.
   * @throws Error the reason with which the newest function rejects
   */
  ask(): Promise<Token> {
    return (this.#pending ??= this.#ask().finally(() => (this.#pending = undefined)));
  }

  /** The present call of the function; undefined while there is none. */
  get pending(): Promise<Token> | undefined {
    return this.#pending;
  }

  /** True while the page's present function has neither answered nor rejected. */
  get isStale(): boolean {
    return this.#answered !== this.#current;
  }

  async #ask(): Promise<Token> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      return await new Promise<Token>((resolve, reject) => {
        const ask = (): void => {
          const requested = this.#current;
          const settle = (given: unknown): void => {
            this.#answered = requested;
            this.#given = given;
            this.onChange?.();
          };
          timer = undefined;
          Promise.resolve()
            .then(requested)
            .then(
              (given) => {
                settle(given);
                resolve(given);
              },
              (reason: unknown) => {
                if (requested !== this.#current) return;
                settle(undefined);
                reject(reason instanceof Error ? reason : new Error(String(reason)));
              },
            );
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
