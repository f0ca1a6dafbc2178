/**
 * The rows that blocks gave for what they were asked, of all files together. What is in a block never changes, so that they are the same
 * whenever it is asked again, by whomever and of whatever time.
 */
import { RecentCache } from '../recent-cache.js';
import { countBits, emptyBits, listOfBits, setBit, type Bits } from './bits.js';

/** Rows that surely are hits, and rows that may be; the same set when nothing is in doubt. */
export interface Found {
  readonly sure: Bits;
  readonly maybe: Bits;
}

/** Few rows by their numbers, more as bits. */
type Packed = Uint16Array | Bits;

/** Undefined when no row can be a hit. */
type PackedFound = { readonly sure: Packed; readonly maybe: Packed } | undefined;

export interface FoundCache {
  readonly rows: RecentCache<{ readonly rows: PackedFound }>;
  /** Counts of each value of a field among such rows. */
  readonly counts: RecentCache<Uint32Array>;
}

/** Approximate bytes of an entry besides its rows. */
const entryBytes = 300;

const bytesOf = ({ sure, maybe }: NonNullable<PackedFound>): number =>
  sure.byteLength + (maybe === sure ? 0 : maybe.byteLength);

/** Counts of a field with more values are not cached, because they are larger than what they are computed from. */
const mostCounts = 4096;

/** @param mostBytes of rows, and again of counts */
export const foundCache = (mostBytes: number): FoundCache => ({
  rows: new RecentCache(mostBytes, ({ rows }) => entryBytes + (rows ? bytesOf(rows) : 0)),
  counts: new RecentCache(mostBytes, ({ byteLength }) => entryBytes + byteLength),
});

function pack(bits: Bits): Packed {
  // Rows of larger blocks have numbers of more than two bytes.
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

/** Cached sets are shared and must not be modified. */
interface Known {
  /** Undefined when no row can be a hit. */
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

  /** @param key of what was asked */
  get(key: string): Known | undefined {
    const known = this.#cache.rows.get(this.#key(key));
    if (!known) return undefined;
    const { rows } = known;
    if (!rows) return { found: undefined };
    const sure = unpack(rows.sure, this.#rows);
    return { found: { sure, maybe: rows.maybe === rows.sure ? sure : unpack(rows.maybe, this.#rows) } };
  }

  /** @param found is not changed afterwards */
  add(key: string, found: Found | undefined): void {
    const sure = found && pack(found.sure);
    const maybe = found && (found.maybe === found.sure ? sure : pack(found.maybe));
    this.#cache.rows.add(this.#key(key), { rows: sure && maybe && { sure, maybe } });
  }

  /** @param key of what was asked; empty: of all rows @returns by the place of the value; is not to be changed */
  counts(key: string, field: number): Uint32Array | undefined {
    return this.#cache.counts.get(`${this.#key(key)} ${field}`);
  }

  /** @param counts are not changed afterwards */
  addCounts(key: string, field: number, counts: Uint32Array): void {
    if (counts.length <= mostCounts) this.#cache.counts.add(`${this.#key(key)} ${field}`, counts);
  }
}
