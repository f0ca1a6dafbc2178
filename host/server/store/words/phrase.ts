/** Rows of a block in which words follow one another, or are near where they would be. */
import { emptyBits, hasBit, intersect, isEmpty, rowsOfBits, setBit, type Bits } from './bits.js';
import { NumberReader, type Block, type Entry } from './block.js';
import type { Slices } from '../../slices.js';

/** Where a word is: row and place in one number, ascending. */
type Places = Uint32Array<ArrayBuffer>;

const rowShift = 16;
const placeMask = (1 << rowShift) - 1;

/** Bytes, or comparisons, between two looks at the clock. */
const step = 4096;

/**
 * @param words the entries of the words, in the order of the phrase, all of one field
 * @param slop how much the distances of words from their places in the phrase may differ
 * @returns exactly the rows that have the phrase
 */
export async function phraseRows(block: Block, words: readonly Entry[], slop: number, slices: Slices): Promise<Bits> {
  const rows = new Map<Entry, Bits>();
  let candidates: Bits | undefined;
  for (const entry of new Set(words)) {
    const own = await block.rowsOf([entry], slices);
    rows.set(entry, own);
    if (candidates) intersect(candidates, own);
    else candidates = own.slice();
    if (isEmpty(candidates)) return candidates;
  }
  if (!candidates) return emptyBits(block.rows);
  const places = (entry: Entry, among: Bits): Promise<Places> =>
    placesOf(block, entry, rows.get(entry) ?? among, among, slices);
  if (slop > 0) return nearRows(block.rows, words, slop, (entry) => places(entry, candidates), candidates, slices);
  let starts: Places | undefined;
  let left = candidates;
  // Rarest first: what it leaves is all that the others are looked at for.
  for (const at of [...words.keys()].sort((a, b) => (words[a]?.count ?? 0) - (words[b]?.count ?? 0))) {
    const entry = words[at];
    if (!entry) continue;
    const own = startsOf(await places(entry, left), at);
    starts = starts ? inBoth(starts, own) : own;
    left = rowsWith(starts, block.rows);
    if (starts.length === 0) break;
  }
  return left;
}

/** Where phrases may begin whose word at an offset is at the places. */
const startsOf = (places: Places, offset: number): Places =>
  offset === 0 ? places : places.filter((place) => (place & placeMask) >= offset).map((place) => place - offset);

function rowsWith(places: Places, rows: number): Bits {
  const bits = emptyBits(rows);
  for (const place of places) setBit(bits, place >>> rowShift);
  return bits;
}

/** What is in both of two ascending lists. */
export function inBoth(some: ArrayLike<number>, others: ArrayLike<number>): Places {
  const both = new Uint32Array(Math.min(some.length, others.length));
  let count = 0;
  let other = 0;
  let place = others[0];
  for (let at = 0; at < some.length && place !== undefined; at += 1) {
    const one = some[at] ?? 0;
    while (place !== undefined && place < one) place = others[(other += 1)];
    if (place === one) both[count++] = one;
  }
  return both.slice(0, count);
}

/** Where the word of an entry is in those of its rows that are wanted. */
async function placesOf(block: Block, entry: Entry, rows: Bits, wanted: Bits, slices: Slices): Promise<Places> {
  const bytes = await block.positionsOf(entry);
  const reader = new NumberReader(bytes);
  // Nearly all are of one byte.
  const next = (): number => {
    const byte = bytes[reader.at] ?? 128;
    if (byte > 127) return reader.next();
    reader.at += 1;
    return byte;
  };
  if (bytes.length < entry.count) {
    // Always at the same place.
    const place = reader.next();
    return Uint32Array.from(rowsOfBits(wanted), (row) => row * (placeMask + 1) + place);
  }
  const found = new Uint32Array(bytes.length);
  let count = 0;
  let looked = 0;
  for (let word = 0; word < rows.length; word += 1) {
    for (let left = rows[word] ?? 0; left !== 0; left &= left - 1) {
      const row = (word << 5) + 31 - Math.clz32(left & -left);
      const isWanted = hasBit(wanted, row);
      let place = 0;
      for (let more = true; more;) {
        const number = next();
        place += number >>> 1;
        more = (number & 1) === 1;
        if (isWanted) found[count++] = ((row << rowShift) | place) >>> 0;
      }
    }
    if (reader.at - looked < step) continue;
    looked = reader.at;
    if (slices.isOver) await slices.pause();
  }
  return found.slice(0, count);
}

/** Where a word is in a row, as the place at which the phrase would begin. */
class Starts {
  #at = 0;
  #end = 0;

  constructor(
    private readonly places: Places,
    private readonly offset: number,
  ) {}

  /** Those of a row behind the last one. @returns whether there are any */
  enter(row: number): boolean {
    this.#at = this.#end;
    while (this.#rowAt(this.#at) < row) this.#at += 1;
    this.#end = this.#at;
    while (this.#rowAt(this.#end) === row) this.#end += 1;
    return this.#at < this.#end;
  }

  #rowAt(at: number): number {
    const place = this.places[at];
    return place === undefined ? Infinity : place >>> rowShift;
  }

  get value(): number {
    return ((this.places[this.#at] ?? 0) & placeMask) - this.offset;
  }

  /** @returns whether there is a further one */
  next(): boolean {
    this.#at += 1;
    return this.#at < this.#end;
  }
}

async function nearRows(
  rows: number,
  words: readonly Entry[],
  slop: number,
  placesIn: (entry: Entry) => Promise<Places>,
  candidates: Bits,
  slices: Slices,
): Promise<Bits> {
  const places = new Map<Entry, Places>();
  for (const entry of new Set(words)) places.set(entry, await placesIn(entry));
  const all = words.map((entry, at) => new Starts(places.get(entry) ?? new Uint32Array(), at));
  const found = emptyBits(rows);
  let compared = 0;
  for (const row of rowsOfBits(candidates)) {
    let isLeft = all.map((starts) => starts.enter(row)).every(Boolean);
    while (isLeft) {
      const [least, most] = edges(all);
      if (most - least.value <= slop) {
        setBit(found, row);
        break;
      }
      isLeft = least.next();
      if ((compared += all.length) < step) continue;
      compared = 0;
      if (slices.isOver) await slices.pause();
    }
  }
  return found;
}

/** The one that begins first, and where the last one begins. */
function edges(all: readonly Starts[]): [least: Starts, most: number] {
  let [least] = all as [Starts];
  let most = -Infinity;
  for (const starts of all) {
    const { value } = starts;
    if (value < least.value) least = starts;
    if (value > most) most = value;
  }
  return [least, most];
}
