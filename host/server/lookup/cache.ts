/**
 * Caches of lookup results. One cache may serve several tables, so its keys are pairs of data adapter and key. An entry ends at
 * min(time of storing + (own ttl, else write limit), last use + access limit); the reference instead restarts a short ttl at every use.
 */
import type { LookupConfig } from '../../../api/contract/lookup.js';
import { milliseconds } from '../../../api/lookup/fields.js';
import { Meter } from '../metrics/meter.js';
import { Timer } from '../metrics/timer.js';
import { ownTtl, type LookupResult } from './result.js';

export interface CacheEntry {
  readonly result: LookupResult;
  /** Epoch milliseconds. */
  readonly storedAt: number;
  /** Latest time at which the entry expires; Infinity: never. */
  readonly endsAt: number;
  usedAt: number;
}

/** Characters of all keys and values of one cache together, whatever its entries are. */
const mostCharacters = 64 * 1024 * 1024;

export class LookupCache {
  /** In the order of their last use. */
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

  /** -1: nothing is cached at all. */
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

  /** The entry as it is, without counting as a use; undefined: there is none. */
  peek(adapterId: string, key: string): CacheEntry | undefined {
    const entry = this.#entries.get(nameOf(adapterId, key));
    return entry && !this.#isOver(entry, this.now()) ? entry : undefined;
  }

  /** Milliseconds until an entry ends if nobody uses it; Infinity: it does not. */
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

  /** @param key undefined: all keys of the adapter */
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

/** About the characters of a value; deep parts count as nothing more. */
function sizeOf(value: unknown, depth: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || depth > 8) return 8;
  let size = 16;
  for (const [name, part] of Object.entries(value)) size += name.length + sizeOf(part, depth + 1);
  return size;
}
