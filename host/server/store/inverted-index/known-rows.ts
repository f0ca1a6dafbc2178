/**
 * Cache of the messages that were read last, over all files: a row never changes, whatever columns are added or
 * widened.
 */
import { RecentCache } from '../recent-cache.js';
import type { Row } from '../types.js';

export interface KnownRow {
  /** The row with all columns in which the message has a value. */
  readonly row: Row;
  /** Size in bytes as accounted for in results. */
  readonly size: number;
}

export type KnownRowsCache = RecentCache<KnownRow>;

/** Ratio of the memory of a row, including names, to its accounted size. */
const rowOverhead = 2;

export const knownRowsCache = (mostBytes: number): KnownRowsCache =>
  new RecentCache(mostBytes, ({ size }) => size * rowOverhead);

let lastNumber = 0;

/** Cached rows of one file. */
export class KnownRows {
  readonly #number = (lastNumber += 1);

  constructor(private readonly cache: KnownRowsCache) {}

  get(row: number): KnownRow | undefined {
    return this.cache.get(`${this.#number} ${row}`);
  }

  /**
   * Caches a row.
   * @param known row; neither the row nor its lists may be modified afterwards
   */
  add(row: number, known: KnownRow): void {
    for (const value of Object.values(known.row)) if (Array.isArray(value)) Object.freeze(value);
    this.cache.add(`${this.#number} ${row}`, known);
  }
}
