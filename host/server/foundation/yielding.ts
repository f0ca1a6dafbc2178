/** Helpers for long tasks: all work shares one event loop, so long tasks have to yield often. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest time in milliseconds for which a task occupies the event loop, far below the threshold of perception. */
export const maxBusyMs = 8;

/** Tells a long task when it has run long enough, and yields to the event loop. */
export class Yielder {
  #begun = performance.now();
  readonly #signal: AbortSignal | undefined;
  #pausing: Promise<void> | undefined;

  /** @param signal aborts the task at its next pause */
  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** Tells whether the task has to yield; cheap enough to be read after each of many small steps. */
  get isOver(): boolean {
    return performance.now() - this.#begun > maxBusyMs;
  }

  /**
   * Yields to other work of the event loop. Callers that pause at the same time share one pause, continue in the same
   * turn, and share its time.
   * @throws the reason of the signal
   */
  async pause(): Promise<void> {
    await (this.#pausing ??= nextTurn());
    this.#pausing = undefined;
    this.#signal?.throwIfAborted();
    this.#begun = performance.now();
  }
}

/**
 * Measures how long the tasks that share this clock have used the current turn of the event loop. When their time is
 * used up, a task continues in a later turn, so that many concurrent tasks together use no more time per turn than a
 * single one.
 */
class TurnClock {
  #begun: number | undefined;

  get isOver(): boolean {
    const now = performance.now();
    if (this.#begun === undefined) {
      this.#begun = now;
      // The outer callback may run late in a turn whose time other tasks have used. The inner callback runs at the
      // beginning of the next turn, before all tasks that wait in `room`.
      setImmediate(() => setImmediate(() => (this.#begun = undefined)));
    }
    return now - this.#begun > maxBusyMs;
  }

  /** Resolves in a turn with time left. */
  async room(): Promise<void> {
    while (this.isOver) await nextTurn();
  }
}

/** Clock that the intake, the store and the compilation of queries share, so that together they yield in time. */
export const sharedTurn = new TurnClock();

/** A computation that may be suspended at each `yield`. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs a small computation to its end without yielding to the event loop. */
export function inOneGo<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs a computation in slices that do not block the event loop. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    if (sharedTurn.isOver) await sharedTurn.room();
    const { done, value } = steps.next();
    if (done) return value;
  }
}
