/** Long work shares the thread with everything else, so it pauses often. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Far below what anybody notices. */
export const maxBusyMs = 8;

/** Tells when work has held the thread long enough, and lets everything else go on. */
export class Slices {
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
   * What pauses side by side goes on together: one after another, all of it would come before the next turn.
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
 * How long the current turn of the event loop has been worked in, by all who ask the same clock. Whoever finds it over goes on in a
 * later turn: then what many do at the same time takes no longer than what one does.
 */
export class TurnClock {
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
