/**
 * Suspends rules that use too much memory or time. A suspended rule is skipped until it is changed or the server is
 * restarted. A rule gets a strike for a message on which it exceeds its limits, or on which it takes more than `slowMs`
 * of CPU time while rules are timed. `strikesAllowed` strikes within a minute suspend the rule.
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

  /** Counts a strike of a rule, and suspends the rule after too many strikes. @param now epoch milliseconds */
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

  /**
   * Ends the suspension of a rule and forgets its strikes, because it was changed or deleted.
   * @returns true: it was suspended
   */
  release(ruleId: string): boolean {
    this.#strikes.delete(ruleId);
    return this.#suspended.delete(ruleId);
  }
}
