/** Calls that lookups make to other servers: bounded in number, and with a signal that ends them with their adapter. */
import { errorResult, type LookupResult } from './result.js';

/** Calls of one adapter at the same time, and lookups that wait for one. */
const mostRunning = 16;
const mostWaiting = 1_000;

const tooManyCalls = 'More than 1000 lookups wait for this data adapter. The others get an error.';

export class Calls {
  readonly #end = new AbortController();
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  /** Reason why the last call failed; undefined: it succeeded. */
  error: string | undefined;

  /** @param call throws an Error that may be shown */
  async run(call: (signal: AbortSignal) => Promise<LookupResult>): Promise<LookupResult> {
    if (this.#running >= mostRunning) {
      if (this.#waiting.length >= mostWaiting) {
        this.error = tooManyCalls;
        return errorResult();
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#running += 1;
    try {
      const result = await call(this.#end.signal);
      this.error = undefined;
      return result;
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
      return errorResult();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  close(): void {
    this.#end.abort(new Error('The data adapter was stopped.'));
  }
}
