/** Finds the rows of a block in which words follow one another, or are near their positions in a phrase. */
import { countBits, emptyBits, intersect, isEmpty, rowsOfBits, setBit, type Bits } from './bits.js';
import type { Block } from './block.js';
import { NumberReader, type Entry } from './pages.js';
import type { Yielder } from '../../foundation/yielding.js';

/** Positions of a word: row and position combined to one number, ascending. */
type Places = Uint32Array<ArrayBuffer>;

const rowShift = 16;
const placeMask = (1 << rowShift) - 1;

/** Number of bytes, or of comparisons, between two checks of the clock. */
const step = 4096;

/**
 * Finds the rows of a block that contain a phrase.
 * @param words entries of the words, in the order of the phrase, all of one field
 * @param slop largest difference between the shifts of two words; the shift of a word is its position in the text minus
 * its position in the phrase
 * @returns exactly the rows that contain the phrase
 */
export async function phraseRows(block: Block, words: readonly Entry[], slop: number, yielder: Yielder): Promise<Bits> {
  const rows = new Map<Entry, Bits>();
  let candidates: Bits | undefined;
  for (const entry of new Set(words)) {
    const own = await block.rowsOf([entry], yielder);
    rows.set(entry, own);
    if (candidates) intersect(candidates, own);
    else candidates = own.slice();
    if (isEmpty(candidates)) return candidates;
  }
  if (!candidates) return emptyBits(block.rows);
  const placesOf = (entry: Entry, offset: number, among: Bits, known?: Places): Promise<Places> =>
    startsOf(block, { entry, rows: rows.get(entry) ?? among, offset }, among, known, yielder);
  if (slop > 0)
    return nearRows(block.rows, words, slop, (entry) => placesOf(entry, 0, candidates), candidates, yielder);
  let starts: Places | undefined;
  let left = candidates;
  // The rarest word comes first, so that only the rows of this word are examined for the other words.
  for (const at of [...words.keys()].sort((a, b) => (words[a]?.count ?? 0) - (words[b]?.count ?? 0))) {
    const entry = words[at];
    if (!entry) continue;
    starts = await placesOf(entry, at, left, starts);
    left = rowsWith(starts, block.rows);
    if (starts.length === 0) break;
  }
  return left;
}

function rowsWith(places: Places, rows: number): Bits {
  const bits = emptyBits(rows);
  for (let at = 0; at < places.length; at += 1) setBit(bits, (places[at] ?? 0) >>> rowShift);
  return bits;
}

/** A word of a phrase; its offset is the distance from the beginning of the phrase. */
interface PhraseWord {
  readonly entry: Entry;
  /** All rows that contain the word. */
  readonly rows: Bits;
  readonly offset: number;
}

/** Collects positions in ascending order, limited to a list of known positions if there is one. */
export class Collected {
  readonly #list: Places;
  readonly #isKnown: boolean;
  readonly #length: number;
  #at = 0;
  #count = 0;

  constructor(known: Places | undefined, most: number) {
    this.#isKnown = known !== undefined;
    this.#list = known ?? new Uint32Array(most);
    this.#length = known?.length ?? 0;
  }

  add(place: number): void {
    if (this.#isKnown) {
      while (this.#at < this.#length && (this.#list[this.#at] ?? 0) < place) this.#at += 1;
      if (this.#at >= this.#length || this.#list[this.#at] !== place) return;
      this.#at += 1;
    }
    this.#list[this.#count++] = place;
  }

  get all(): Places {
    return this.#list.subarray(0, this.#count);
  }
}

/**
 * Finds the positions at which phrases with a word may begin.
 * @param wanted rows to examine; all contain the word
 * @param known possible beginnings found for other words; the list is modified
 */
async function startsOf(
  block: Block,
  { entry, rows, offset }: PhraseWord,
  wanted: Bits,
  known: Places | undefined,
  yielder: Yielder,
): Promise<Places> {
  const bytes = await block.positionsOf(entry);
  const reader = new NumberReader(bytes);
  if (bytes.length < entry.count) {
    // All occurrences have the same position.
    const start = reader.next() - offset;
    const found = new Collected(known, countBits(wanted));
    if (start >= 0) for (const row of rowsOfBits(wanted)) found.add(((row << rowShift) | start) >>> 0);
    return found.all;
  }
  const found = new Collected(known, bytes.length);
  let looked = 0;
  for (let word = 0; word < rows.length; word += 1) {
    const among = wanted[word] ?? 0;
    for (let left = rows[word] ?? 0; left !== 0; left &= left - 1) {
      const bit = left & -left;
      if ((among & bit) === 0) {
        // The lowest bit of a number tells whether further positions in the row follow.
        for (let more = 1; more === 1;) {
          const byte = bytes[reader.at] ?? 128;
          if (byte > 127) more = reader.next() & 1;
          else {
            reader.at += 1;
            more = byte & 1;
          }
        }
        continue;
      }
      const row = ((word << 5) + 31 - Math.clz32(bit)) << rowShift;
      let place = 0;
      for (let more = 1; more === 1;) {
        // Most numbers take a single byte.
        let number = bytes[reader.at] ?? 128;
        if (number > 127) number = reader.next();
        else reader.at += 1;
        place += number >>> 1;
        more = number & 1;
        if (place >= offset) found.add((row | (place - offset)) >>> 0);
      }
    }
    if (reader.at - looked < step) continue;
    looked = reader.at;
    if (yielder.isOver) await yielder.pause();
  }
  return found.all;
}

/** Positions of a word in a row, given as the position at which the phrase would begin. */
class Starts {
  #at = 0;
  #end = 0;

  constructor(
    private readonly places: Places,
    private readonly offset: number,
  ) {}

  /**
   * Advances to a later row.
   * @returns false: the word does not occur in the row
   */
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

  /**
   * Advances to the next position.
   * @returns false: the row has no further position
   */
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
  yielder: Yielder,
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
      if (yielder.isOver) await yielder.pause();
    }
  }
  return found;
}

/** Returns the word whose position is the least, and the greatest position of any word. */
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
