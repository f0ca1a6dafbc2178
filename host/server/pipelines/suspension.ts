/**
 * Rules that cost too much are suspended: their conditions are false until they are changed, or the server starts again. A rule is struck
 * when one message makes it exceed its memory, or run for longer than `slowMs` of CPU time; several strikes within a minute suspend it.
 */
export const slowMs = 200;
const strikesAllowed = 5;
const withinMs = 60_000;

export interface Suspended {
  readonly ruleId: string;
  readonly title: string;
  readonly reason: string;
}

export class Suspensions {
  readonly #strikes = new Map<string, number[]>();
  readonly #suspended = new Map<string, Suspended>();

  constructor(private readonly onSuspended: (suspended: Suspended) => void) {}

  readonly isSuspended = (ruleId: string): boolean => this.#suspended.size > 0 && this.#suspended.has(ruleId);

  /** @param now epoch milliseconds */
  strike(ruleId: string, title: string, reason: string, now: number): void {
    if (this.#suspended.has(ruleId)) return;
    const recent = (this.#strikes.get(ruleId) ?? []).filter((time) => now - time < withinMs);
    recent.push(now);
    this.#strikes.set(ruleId, recent);
    if (recent.length < strikesAllowed) return;
    const suspended: Suspended = { ruleId, title, reason };
    this.#strikes.delete(ruleId);
    this.#suspended.set(ruleId, suspended);
    this.onSuspended(suspended);
  }

  get(ruleId: string): Suspended | undefined {
    return this.#suspended.get(ruleId);
  }

  /** The rule was changed or deleted: it gets another chance. @returns whether it was suspended */
  release(ruleId: string): boolean {
    this.#strikes.delete(ruleId);
    return this.#suspended.delete(ruleId);
  }
}
