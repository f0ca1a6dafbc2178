/**
 * Caches lookup results. Several tables may use one cache, so its keys combine the id of a data adapter and a key. An
 * entry expires at the earlier of two times: time of storing + (own TTL or expire-after-write), and last use +
 * expire-after-access. The reference server instead restarts a short TTL at every use.
 */
import type { LookupConfig } from '../../../api/contract/lookup.js';
import { milliseconds } from '../../../api/lookup/fields.js';
import { Meter } from '../metrics/meter.js';
import { Timer } from '../metrics/timer.js';
import { ownTtl, type LookupResult } from './result.js';

export interface CacheEntry {
  readonly result: LookupResult;
  /** Time of storing, epoch milliseconds. */
  readonly storedAt: number;
  /**
   * Latest time at which the entry expires, epoch milliseconds; Infinity: it expires only when it is not used for some
   * time.
   */
  readonly endsAt: number;
  usedAt: number;
}

/**
 * Largest number of characters of all keys and values in one cache, independently of its configured number of entries.
 */
const mostCharacters = 64 * 1024 * 1024;

export class LookupCache {
  /** Cached entries in the order of their last use. */
  readonly #entries = new Map<string, CacheEntry & { readonly characters: number }>();
  readonly #size: number;
  readonly #accessMs: number;
  readonly #writeMs: number;
  #characters = 0;
  readonly requests = new Meter();
  readonly hits = new Meter();
  readonly misses = new Meter();
  readonly lookupTime = new Timer();

  constructor(
    readonly config: LookupConfig,
    private readonly now: () => number = Date.now,
  ) {
    const { type, max_size: size } = config;
    this.#size = type === 'none' || typeof size !== 'number' ? 0 : size;
    this.#accessMs = milliseconds(config['expire_after_access'], config['expire_after_access_unit']) ?? Infinity;
    this.#writeMs = milliseconds(config['expire_after_write'], config['expire_after_write_unit']) ?? Infinity;
  }

  /** Number of entries; -1: the cache is disabled. */
  get entries(): number {
    return this.config.type === 'none' ? -1 : this.#entries.size;
  }

  get(adapterId: string, key: string): LookupResult | undefined {
    this.requests.mark(1);
    const name = nameOf(adapterId, key);
    const entry = this.#entries.get(name);
    const now = this.now();
    if (!entry || this.#isOver(entry, now)) {
      if (entry) this.#delete(name);
      this.misses.mark(1);
      return undefined;
    }
    this.hits.mark(1);
    entry.usedAt = now;
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    return entry.result;
  }

  /**
   * Returns an entry without counting a request or changing its time of use; undefined: the key is not cached, or its
   * entry has expired.
   */
  peek(adapterId: string, key: string): CacheEntry | undefined {
    const entry = this.#entries.get(nameOf(adapterId, key));
    return entry && !this.#isOver(entry, this.now()) ? entry : undefined;
  }

  /** Returns the milliseconds until an entry expires if it is not used again; Infinity: it never expires. */
  leftOf({ endsAt, usedAt }: CacheEntry): number {
    return Math.min(endsAt, usedAt + this.#accessMs) - this.now();
  }

  put(adapterId: string, key: string, result: LookupResult): void {
    if (this.#size === 0) return;
    const now = this.now();
    const name = nameOf(adapterId, key);
    const characters = name.length + charactersOf(result);
    if (characters > mostCharacters / 16) return;
    this.#delete(name);
    this.#characters += characters;
    const life = ownTtl(result) ?? this.#writeMs;
    this.#entries.set(name, { result, storedAt: now, endsAt: now + life, usedAt: now, characters });
    while (this.#entries.size > this.#size || this.#characters > mostCharacters) {
      const [oldest] = this.#entries.keys();
      if (oldest === undefined) break;
      this.#delete(oldest);
    }
  }

  /** Removes the entry of a key. @param key undefined: the entries of all keys of the adapter are removed */
  purge(adapterId: string, key?: string): void {
    if (key !== undefined) return this.#delete(nameOf(adapterId, key));
    const prefix = nameOf(adapterId, '');
    for (const name of this.#entries.keys()) if (name.startsWith(prefix)) this.#delete(name);
  }

  tick(): void {
    for (const one of [this.requests, this.hits, this.misses, this.lookupTime]) one.tick();
  }

  #isOver({ endsAt, usedAt }: CacheEntry, now: number): boolean {
    return now >= endsAt || now >= usedAt + this.#accessMs;
  }

  #delete(name: string): void {
    const entry = this.#entries.get(name);
    if (!entry) return;
    this.#characters -= entry.characters;
    this.#entries.delete(name);
  }
}

const nameOf = (adapterId: string, key: string): string => `${adapterId}\u0000${key}`;

function charactersOf({ single_value: single, multi_value: multi, string_list_value: list }: LookupResult): number {
  return 100 + sizeOf(single, 0) + sizeOf(multi, 0) + sizeOf(list, 0);
}

/** Approximates the size of a value in characters; levels beyond the depth limit are not counted. */
function sizeOf(value: unknown, depth: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || depth > 8) return 8;
  let size = 16;
  for (const [name, part] of Object.entries(value)) size += name.length + sizeOf(part, depth + 1);
  return size;
}
