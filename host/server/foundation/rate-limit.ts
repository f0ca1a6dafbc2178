/**
 * Limits the rate of calls by a token bucket for each key (https://en.wikipedia.org/wiki/Token_bucket). Memory is
 * bounded by the number of keys.
 */

interface Bucket {
  left: number;
  /** Time of the last call, epoch milliseconds. */
  at: number;
}

export interface RateLimitOptions {
  /** Size of a burst of calls per key. */
  readonly burst: number;
  /** Number of calls regained per second. */
  readonly perSecond: number;
  /** Largest number of remembered keys; beyond it the key that was unused longest is forgotten. */
  readonly keys?: number;
  readonly now?: () => number;
}

export class RateLimit {
  readonly #options: Required<RateLimitOptions>;
  /** Buckets by key, least recently used first. */
  readonly #buckets = new Map<string, Bucket>();

  constructor({ keys = 10_000, now = Date.now, ...options }: RateLimitOptions) {
    this.#options = { keys, now, ...options };
  }

  /** Counts a call of a key. @returns false: the key has no calls left, so the call must be refused */
  take(key: string): boolean {
    const { burst, perSecond, keys, now: clock } = this.#options;
    const now = clock();
    const { left, at } = this.#buckets.get(key) ?? { left: burst, at: now };
    const room = Math.min(burst, left + (Math.max(0, now - at) / 1000) * perSecond);
    this.#buckets.delete(key);
    this.#buckets.set(key, { left: room < 1 ? room : room - 1, at: now });
    if (this.#buckets.size > keys) {
      const [oldest] = this.#buckets.keys();
      if (oldest !== undefined) this.#buckets.delete(oldest);
    }
    return room >= 1;
  }

  forget(key: string): void {
    this.#buckets.delete(key);
  }
}
