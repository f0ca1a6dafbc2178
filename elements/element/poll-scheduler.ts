/**
 * Runs the repeated calls of one connection. The calls pause while the page is hidden; overdue calls run as soon as the
 * page is visible again. All calls end with the connection.
 */

/** The part of `Document` that reports whether the page is visible; passed in, so that tests can simulate it. */
export interface Visibility {
  readonly hidden: boolean;
  addEventListener(type: 'visibilitychange', listener: () => void): void;
  removeEventListener(type: 'visibilitychange', listener: () => void): void;
}

interface Poll {
  readonly run: () => unknown;
  readonly intervalMs: number;
  /** Time of the next run in ms since the epoch. */
  dueAt: number;
}

export class PollScheduler {
  readonly #polls = new Set<Poll>();
  readonly #visibility: Visibility;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(visibility: Visibility) {
    this.#visibility = visibility;
    visibility.addEventListener('visibilitychange', this.#wake);
  }

  /**
   * Calls `run` every `intervalMs` milliseconds while the page is visible, first after one interval. The next interval
   * begins when the promise of `run` has settled, so that calls never overlap.
   * @returns a function that ends the calls
   */
  every(intervalMs: number, run: () => unknown): () => void {
    const poll: Poll = { run, intervalMs, dueAt: Date.now() + intervalMs };
    this.#polls.add(poll);
    this.#arm();
    return () => {
      this.#polls.delete(poll);
      this.#arm();
    };
  }

  close(): void {
    this.#polls.clear();
    this.#visibility.removeEventListener('visibilitychange', this.#wake);
    clearTimeout(this.#timer);
  }

  readonly #wake = (): void => {
    if (!this.#visibility.hidden) {
      const now = Date.now();
      for (const poll of [...this.#polls]) if (poll.dueAt <= now) void this.#start(poll);
    }
    this.#arm();
  };

  async #start(poll: Poll): Promise<void> {
    poll.dueAt = Infinity;
    try {
      await poll.run();
    } catch {
      // Callers handle their own errors; a failed call does not prevent the next one.
    }
    poll.dueAt = Date.now() + poll.intervalMs;
    this.#arm();
  }

  #arm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#visibility.hidden) return;
    const next = Math.min(...[...this.#polls].map((poll) => poll.dueAt));
    if (next < Infinity) this.#timer = setTimeout(this.#wake, Math.max(0, next - Date.now()));
  }
}
