/**
 * Gets tokens from the host page by calling its `getToken` function, which the page may replace at any time, also
 * during a call.
 */
import type { Token } from '../../api/client.js';

export type GetToken = () => Promise<Token>;

/**
 * Milliseconds that a new token function waits before it is called, if it has replaced a function whose call is
 * pending. On pages that create a new function for every rendering, every rendering would otherwise cause a call.
 */
const askAgainMs = 1_000;
/**
 * Milliseconds after which a call without an answer counts as rejected; a later answer is still used, unless the page
 * has replaced the function.
 */
const patienceMs = 10_000;

export class PageTokens {
  #current: GetToken;
  /** The function that has answered, rejected or exceeded `patienceMs` last; undefined before the first result. */
  #answered: GetToken | undefined;
  #given: unknown;
  #pending: Promise<Token> | undefined;
  /** Called when the page replaces its function; set only while a call is pending. */
  #onReplaced: (() => void) | undefined;

  /** The page's function whose call has exceeded `patienceMs`; it is not called again before it has answered. */
  #overdue: GetToken | undefined;

  /** Called with a result that arrives after `patienceMs`. */
  onLate: ((given: unknown) => void) | undefined;

  /**
   * Called after each result of the page's function that is not ignored, and after each replacement of the function.
   */
  onChange: (() => void) | undefined;

  constructor(getToken: GetToken) {
    this.#current = getToken;
  }

  get current(): GetToken {
    return this.#current;
  }

  /**
   * The result of the last call, which need not be a token. It is undefined before the first result, and if the last
   * call rejected or exceeded `patienceMs`.
   */
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
   * @throws Error the reason with which the newest function rejects, or that it has not answered in time
   */
  ask(): Promise<Token> {
    return (this.#pending ??= this.#ask().finally(() => (this.#pending = undefined)));
  }

  /** The present call of the function; undefined while there is none. */
  get pending(): Promise<Token> | undefined {
    return this.#pending;
  }

  /** True while the page's present function has neither answered nor rejected nor exceeded `patienceMs`. */
  get isStale(): boolean {
    return this.#answered !== this.#current;
  }

  async #ask(): Promise<Token> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let patience: ReturnType<typeof setTimeout> | undefined;
    /** True once `patienceMs` have passed without an answer. */
    let isOver = false;
    /** The function that was called last; a newer one may still wait for `askAgainMs`. */
    let called = this.#current;
    const lateError = () => new Error(`getToken has not answered for ${patienceMs / 1_000} seconds`);
    if (this.#overdue === this.#current) throw lateError();
    try {
      return await new Promise<Token>((resolve, reject) => {
        patience = setTimeout(() => {
          isOver = true;
          this.#overdue = called;
          this.#settle(undefined, called);
          reject(lateError());
        }, patienceMs);
        const isAbandoned = (requested: GetToken) => isOver && requested !== this.#current;
        const ask = (): void => {
          const requested = (called = this.#current);
          /** Returns whether the function has answered only after `patienceMs`, and allows to call it again. */
          const isLate = (): boolean => {
            const was = this.#overdue === requested;
            if (was) this.#overdue = undefined;
            return was;
          };
          const settle = (given: unknown, late: boolean): void => {
            this.#settle(given, requested);
            if (late) this.onLate?.(given);
          };
          timer = undefined;
          Promise.resolve()
            .then(requested)
            .then(
              (given) => {
                const late = isLate();
                // The answer of a function that exceeded `patienceMs` and was replaced is ignored.
                if (isAbandoned(requested)) return;
                settle(given, late);
                resolve(given);
              },
              (reason: unknown) => {
                const late = isLate();
                if (requested !== this.#current) return;
                settle(undefined, late);
                reject(reason instanceof Error ? reason : new Error(String(reason)));
              },
            );
        };
        this.#onReplaced = () => (timer ??= setTimeout(ask, askAgainMs));
        ask();
      });
    } finally {
      clearTimeout(timer);
      clearTimeout(patience);
      this.#onReplaced = undefined;
    }
  }

  #settle(given: unknown, answered = this.#current): void {
    this.#answered = answered;
    this.#given = given;
    this.onChange?.();
  }
}
