/**
 * Caches verified passwords. Scripts send name and password with every request, and deriving the key of a password
 * takes a tenth of a second. A correct pair is remembered for a short time as a keyed hash, whose key never leaves this
 * process. The hash includes the stored password hash, so that a changed password invalidates the pair.
 */
import { createHmac, randomBytes } from 'node:crypto';

const rememberedMs = 5 * 60_000;
const maxPairs = 1000;

export interface Pair {
  readonly userId: string;
  readonly passwordHash: string;
  readonly password: string;
}

export class VerifiedPairs {
  readonly #key = randomBytes(32);
  /** Times at which verified pairs expire, in epoch milliseconds by the hash of the pair; oldest first. */
  readonly #until = new Map<string, number>();
  /** Running verifications by the hash of the pair. */
  readonly #pending = new Map<string, Promise<boolean>>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * Tells whether a pair is correct; it is verified unless it is remembered. Concurrent requests with equal pairs share
   * one verification.
   */
  async verify(pair: Pair, verify: () => Promise<boolean>): Promise<boolean> {
    const hash = this.#hash(pair);
    const until = this.#until.get(hash);
    if (until !== undefined && until > this.#now()) return true;
    let pending = this.#pending.get(hash);
    if (!pending) {
      pending = verify().then((right) => {
        if (right) this.#remember(hash);
        return right;
      });
      this.#pending.set(hash, pending);
      const done = (): boolean => this.#pending.delete(hash);
      pending.then(done, done);
    }
    return pending;
  }

  #remember(hash: string): void {
    this.#until.delete(hash);
    this.#until.set(hash, this.#now() + rememberedMs);
    for (const [oldest, until] of this.#until) {
      if (this.#until.size <= maxPairs && until > this.#now()) return;
      this.#until.delete(oldest);
    }
  }

  #hash({ userId, passwordHash, password }: Pair): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([userId, passwordHash, password]))
      .digest('base64url');
  }
}
