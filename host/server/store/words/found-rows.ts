/**
 * The rows that blocks gave for what they were asked, of all files together. What is in a block never changes, so that they are the same
 * whenever it is asked again, by whomever and of whatever time.
 */
import { emptyBits, rowsOfBits, setBit, countBits, type Bits } from './bits.js';
import { RecentCache } from './recent-cache.js';

/** Rows that surely are hits, and rows that may be; the same set when nothing is in doubt. */
export interface Found {
  sure: Bits;
  maybe: Bits;
}

/** Few rows by their numbers, more as bits. */
type Packed = Uint16Array | Bits;

interface PackedFound {
  readonly sure: Packed;
  /** Undefined: nothing is in doubt. */
  readonly maybe: Packed | undefined;
}

export type FoundCache = RecentCache<PackedFound>;

/** What an entry takes beside its rows, about. */
const entryBytes = 300;

export const foundCache = (mostBytes: number): FoundCache =>
  new RecentCache(mostBytes, ({ sure, maybe }) => entryBytes + sure.byteLength + (maybe?.byteLength ?? 0));

function pack(bits: Bits): Packed {
  // Rows of larger blocks have numbers of more than two bytes.
  const mostNumbers = bits.length <= 2048 ? bits.length : 0;
  const count = countBits(bits);
  return count > mostNumbers ? bits.slice() : Uint16Array.from(rowsOfBits(bits));
}

function unpack(packed: Packed, rows: number): Bits {
  if (packed instanceof Uint32Array) return packed.slice();
  const bits = emptyBits(rows);
  for (const row of packed) setBit(bits, row);
  return bits;
}

let lastNumber = 0;

/** Those of one block. */
export class FoundRows {
  readonly #number = (lastNumber += 1);
  readonly #cache: FoundCache;
  readonly #rows: number;

  constructor(cache: FoundCache, rows: number) {
    this.#cache = cache;
    this.#rows = rows;
  }

  /** @param key of what was asked @returns a copy */
  get(key: string): Found | undefined {
    const known = this.#cache.get(`${this.#number} ${key}`);
    if (!known) return undefined;
    const sure = unpack(known.sure, this.#rows);
    return { sure, maybe: known.maybe ? unpack(known.maybe, this.#rows) : sure };
  }

  add(key: string, { sure, maybe }: Found): void {
    this.#cache.add(`${this.#number} ${key}`, {
      sure: pack(sure),
      maybe: maybe === sure ? undefined : pack(maybe),
    });
  }
}
