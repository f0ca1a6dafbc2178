/** Pages of the dictionary of an inverted index: the keys in them, and the table with which look-ups find a page. */
import { DamagedBlockError } from './source.js';

/** A key of the dictionary and the location of its rows. */
export interface Entry {
  readonly value: Buffer;
  readonly field: number;
  /** Number of rows that contain the key. */
  readonly count: number;
  /** Number of the row if the key occurs in a single row. */
  readonly row: number;
  /** Offset of the key's rows within `postings`. */
  readonly postings: number;
  readonly postingsBytes: number;
  readonly positions: number;
  readonly positionsBytes: number;
}

/** Reads varints, which have seven bits per byte. */
export class NumberReader {
  at = 0;
  constructor(readonly bytes: Buffer) {}

  next(): number {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++];
      if (byte === undefined || shift > 28)
        throw new DamagedBlockError('A block of the word index has invalid contents');
      number |= (byte & 127) << shift;
      if (byte < 128) return number >>> 0;
    }
  }
}

/** Table of the dictionary's pages, with the first key of each. */
export interface PageTable {
  readonly pages: number;
  /** The page that was read last, because look-ups in sorted order often need the same page again. */
  last?: { readonly page: number; readonly entries: readonly Entry[] };
  /** Offsets of keys, postings, positions and first key of each page, and of the end. */
  readonly places: Buffer;
  readonly firstKeys: Buffer;
}

/** Compares the value of the first key of a page with another value; the result is negative, 0 or positive. */
function compareFirst({ places, firstKeys }: PageTable, page: number, value: Buffer): number {
  let from = places.readUInt32LE(page * 16 + 12);
  const to = places.readUInt32LE(page * 16 + 28);
  // A key begins with the number of its field, a varint.
  while (from < to && (firstKeys[from] ?? 0) > 127) from += 1;
  return firstKeys.compare(value, 0, value.length, Math.min(from + 1, to), to);
}

/** Returns the page in which the values from `value` on begin. */
export function firstPage(table: PageTable, value: Buffer): number {
  let [low, high] = [0, table.pages];
  // Finds the first page whose first key is not less than `value`. The page before it may already contain keys that are
  // not less than `value`.
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareFirst(table, middle, value) < 0) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
