/** Cache with a bounded size in bytes, which drops the least recently used values. */
export class RecentCache<T> {
  readonly #most: number;
  readonly #bytesOf: (one: T) => number;
  /** Values by key, the least recently used first. */
  readonly #all = new Map<string, T>();
  bytes = 0;

  constructor(mostBytes: number, bytesOf: (one: T) => number) {
    this.#most = mostBytes;
    this.#bytesOf = bytesOf;
  }

  get(key: string): T | undefined {
    const one = this.#all.get(key);
    if (one !== undefined) {
      this.#all.delete(key);
      this.#all.set(key, one);
    }
    return one;
  }

  /** Adds a value; the value of a key that is already cached is kept. */
  add(key: string, one: T): void {
    if (this.#all.has(key)) return;
    this.#all.set(key, one);
    this.bytes += this.#bytesOf(one);
    for (const [oldest, other] of this.#all) {
      if (this.bytes <= this.#most) return;
      this.#all.delete(oldest);
      this.bytes -= this.#bytesOf(other);
    }
  }
}
