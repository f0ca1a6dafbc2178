/** The match of the step-counting engine (`step-pattern.ts`), and the error of a search that takes too many steps. */
import type { FoundMatch } from '../native-regex.js';

/** Thrown when a search has exceeded its largest number of steps. */
export class StepsError extends Error {
  override readonly name = 'StepsError';
}

export class StepMatch implements FoundMatch {
  constructor(
    private readonly text: string,
    /** Start and end of the match and of each group; -1: the group did not take part. */
    private readonly slots: Int32Array,
  ) {}

  group(number = 0): string | null {
    const [from, to] = [this.start(number), this.end(number)];
    return from < 0 || to < from ? null : this.text.slice(from, to);
  }

  start(number = 0): number {
    return this.slots[2 * number] ?? -1;
  }

  end(number = 0): number {
    return this.slots[2 * number + 1] ?? -1;
  }
}
