/** Long work shares the thread with everything else, so it pauses often. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Far below what anybody notices. */
export const maxBusyMs = 8;

/** Tells when work has held the thread long enough, and lets everything else go on. */
export class Slices {
  #begun = performance.now();

  /** Cheap enough to be asked for each of many small steps. */
  get isOver(): boolean {
    return performance.now() - this.#begun > maxBusyMs;
  }

  async pause(): Promise<void> {
    await nextTurn();
    this.#begun = performance.now();
  }
}
