/**
 * Limits the time of a run of an event definition. Every progress restarts the limit, so that a window with very many
 * events is finished instead of aborted and repeated for ever.
 */
export class Deadline {
  readonly #over = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(ms: number) {
    this.#timer = setTimeout(() => this.#over.abort(new DOMException('It took too long.', 'TimeoutError')), ms).unref();
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  renew(): void {
    if (!this.signal.aborted) this.#timer.refresh();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
