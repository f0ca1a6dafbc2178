/** Limits failed sign-ins, per address and user name, and per address over all names. Kept in memory, bounded. */
import { TooManyRequestsError } from '../errors.js';

const windowMs = 5 * 60_000;
const failuresPerName = 10;
const failuresPerAddress = 60;
const maxEntries = 50_000;

interface Attempts {
  count: number;
  /** Epoch milliseconds at which the count starts again. */
  until: number;
}

export class LoginLimit {
  readonly #attempts = new Map<string, Attempts>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * Counts an attempt before the password is looked at, so that attempts sent side by side count as well.
   * @returns call it when the attempt succeeded: it is forgotten
   * @throws TooManyRequestsError
   */
  attempt(address: string, username: string): () => void {
    const keys: [string, number][] = [
      [`${address}\u0000${username.toLowerCase().slice(0, 200)}`, failuresPerName],
      [address, failuresPerAddress],
    ];
    for (const [key, limit] of keys) {
      const { count, until } = this.#current(key);
      if (count >= limit) {
        const retryAfter = Math.max(1, Math.ceil((until - this.#now()) / 1000));
        throw new TooManyRequestsError(`Too many failed logins. Try again in ${retryAfter} seconds.`, retryAfter);
      }
    }
    for (const [key] of keys) this.#current(key).count += 1;
    return () => {
      for (const [key] of keys) this.#current(key).count = Math.max(0, this.#current(key).count - 1);
    };
  }

  #current(key: string): Attempts {
    const known = this.#attempts.get(key);
    if (known && known.until > this.#now()) return known;
    if (this.#attempts.size >= maxEntries) this.#sweep();
    const fresh = { count: 0, until: this.#now() + windowMs };
    this.#attempts.set(key, fresh);
    return fresh;
  }

  #sweep(): void {
    for (const [key, { until }] of this.#attempts) if (until <= this.#now()) this.#attempts.delete(key);
    const oldest = this.#attempts.keys();
    while (this.#attempts.size >= maxEntries) {
      const { value, done } = oldest.next();
      if (done) return;
      this.#attempts.delete(value);
    }
  }
}
