/** Runs the calls of a data adapter to other servers: limits their number, and ends them when the adapter is closed. */
import { errorOf } from '../foundation/caught.js';
import { errorResult, type LookupResult } from './result.js';

/** Largest number of concurrent calls of an adapter. */
const mostRunning = 16;
/** Largest number of lookups that wait for a call of an adapter. */
const mostWaiting = 1_000;

const tooManyCalls = 'More than 1000 lookups wait for this data adapter. The others get an error.';

export class Calls {
  readonly #end = new AbortController();
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  /** Reason why the last call failed or was refused; undefined: it succeeded, or there was none. */
  error: string | undefined;

  /**
   * Runs a call as soon as fewer than `mostRunning` calls are running. Never rejects: a failed call, and a call that
   * arrives while `mostWaiting` other calls wait, yield an error result.
   * @param call throws an Error whose message may be shown to users
   */
  async run(call: (signal: AbortSignal) => Promise<LookupResult>): Promise<LookupResult> {
    if (this.#running >= mostRunning) {
      if (this.#waiting.length >= mostWaiting) {
        this.error = tooManyCalls;
        return errorResult();
      }
      // A call that ends hands its slot to the next waiting call. Therefore a call that arrives at the same moment
      // cannot take the same slot.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    try {
      const result = await call(this.#end.signal);
      this.error = undefined;
      return result;
    } catch (error) {
      this.error = errorOf(error).message;
      return errorResult();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  close(): void {
    this.#end.abort(new Error('The data adapter was stopped.'));
  }
}
