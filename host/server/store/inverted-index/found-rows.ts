/**
 * Cache of the matching rows of the blocks of inverted indexes, shared by all index files. A block never changes, so a
 * cached result stays valid for any later query with the same key, whatever its user and time range.
 */
import { RecentCache } from '../recent-cache.js';
import { countBits, emptyBits, listOfBits, setBit, type Bits } from './bits.js';

/**
 * Rows that certainly match (`sure`), and rows that may match (`maybe`). The sets are equal when no row is uncertain.
 */
export interface Found {
  readonly sure: Bits;
  readonly maybe: Bits;
}

/** A small set is packed as a list of row numbers, a larger set as a bit set. */
type Packed = Uint16Array | Bits;

/** Packed result of a query; undefined: no row matches. */
type PackedFound = { readonly sure: Packed; readonly maybe: Packed } | undefined;

export interface FoundCache {
  readonly rows: RecentCache<{ readonly rows: PackedFound }>;
  /** Number of matching rows for each value of a field. */
  readonly counts: RecentCache<Uint32Array>;
}

/** Approximate size of an entry in bytes without its rows. */
const entryBytes = 300;

const bytesOf = ({ sure, maybe }: NonNullable<PackedFound>): number =>
  sure.byteLength + (maybe === sure ? 0 : maybe.byteLength);

/**
 * Largest number of distinct values for which counts are cached. For more values, the counts are larger than the data
 * from which they are computed.
 */
const mostCounts = 4096;

/**
 * Creates a cache.
 * @param mostBytes largest size of the cached rows, and also of the cached counts
 */
export const foundCache = (mostBytes: number): FoundCache => ({
  rows: new RecentCache(mostBytes, ({ rows }) => entryBytes + (rows ? bytesOf(rows) : 0)),
  counts: new RecentCache(mostBytes, ({ byteLength }) => entryBytes + byteLength),
});

function pack(bits: Bits): Packed {
  // Row numbers take two bytes, so blocks of more than 65,536 rows use bit sets only.
  const mostNumbers = bits.length <= 2048 ? bits.length : 0;
  const count = countBits(bits);
  return count > mostNumbers ? bits : Uint16Array.from(listOfBits(bits, count));
}

function unpack(packed: Packed, rows: number): Bits {
  if (packed instanceof Uint32Array) return packed;
  const bits = emptyBits(rows);
  for (let at = 0; at < packed.length; at += 1) setBit(bits, packed[at] ?? 0);
  return bits;
}

let lastNumber = 0;

/** A cached result; its sets are shared and must not be modified. */
interface Known {
  /** Rows that the query finds; undefined: no row matches. */
  readonly found: Found | undefined;
}

/** Cached rows of one block. */
export class FoundRows {
  readonly #number = (lastNumber += 1);
  readonly #cache: FoundCache;
  readonly #rows: number;

  constructor(cache: FoundCache, rows: number) {
    this.#cache = cache;
    this.#rows = rows;
  }

  #key(key: string): string {
    return `${this.#number} ${key}`;
  }

  /**
   * Returns the cached result of a query in the block; undefined: the result is not cached.
   * @param key cache key of the query
   */
  get(key: string): Known | undefined {
    const known = this.#cache.rows.get(this.#key(key));
    if (!known) return undefined;
    const { rows } = known;
    if (!rows) return { found: undefined };
    const sure = unpack(rows.sure, this.#rows);
    return { found: { sure, maybe: rows.maybe === rows.sure ? sure : unpack(rows.maybe, this.#rows) } };
  }

  /**
   * Caches the result of a query in the block.
   * @param found rows, which must not be modified afterwards; undefined: no row matches
   */
  add(key: string, found: Found | undefined): void {
    const sure = found && pack(found.sure);
    const maybe = found && (found.maybe === found.sure ? sure : pack(found.maybe));
    this.#cache.rows.add(this.#key(key), { rows: sure && maybe && { sure, maybe } });
  }

  /**
   * Returns the cached counts of the values of a field in the rows that a query finds, or undefined if they are not
   * cached.
   * @param key cache key of the query; empty: all rows
   * @returns counts by the index of the value; must not be modified
   */
  counts(key: string, field: number): Uint32Array | undefined {
    return this.#cache.counts.get(`${this.#key(key)} ${field}`);
  }

  /**
   * Caches the counts of the values of a field, unless there are too many values.
   * @param counts must not be modified afterwards
   */
  addCounts(key: string, field: number, counts: Uint32Array): void {
    if (counts.length <= mostCounts) this.#cache.counts.add(`${this.#key(key)} ${field}`, counts);
  }
}
