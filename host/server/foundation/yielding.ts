/** Long work shares the thread with everything else, so it pauses often. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Far below what anybody notices. */
export const maxBusyMs = 8;

/** Tells when work has held the thread long enough, and lets everything else go on. */
export class Yielder {
  #begun = performance.now();
  readonly #signal: AbortSignal | undefined;
  #pausing: Promise<void> | undefined;

  /** @param signal ends the work at its next pause */
  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** Cheap enough to be asked for each of many small steps. */
  get isOver(): boolean {
    return performance.now() - this.#begun > maxBusyMs;
  }

  /**
   * Callers that pause at the same time continue in separate turns; together they would hold the next turn up.
   * @throws what the signal was aborted with
   */
  async pause(): Promise<void> {
    await (this.#pausing ??= nextTurn());
    this.#pausing = undefined;
    this.#signal?.throwIfAborted();
    this.#begun = performance.now();
  }
}

/**
 * Measures how long the current turn of the event loop has worked for all callers that share the clock. A caller that finds it over
 * continues in a later turn, so that many concurrent tasks take no longer per turn than one.
 */
class TurnClock {
  #begun: number | undefined;

  get isOver(): boolean {
    const now = performance.now();
    if (this.#begun === undefined) {
      this.#begun = now;
      setImmediate(() => (this.#begun = undefined));
    }
    return now - this.#begun > maxBusyMs;
  }

  /** Resolves in a turn that has room. */
  async room(): Promise<void> {
    while (this.isOver) await nextTurn();
  }
}

/** The clock of intake and storage: what reads large documents and what stores them take turns. */
export const sharedTurn = new TurnClock();
