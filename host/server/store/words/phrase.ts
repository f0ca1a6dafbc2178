/** Rows of a block in which words follow one another. */
import { clearBit, emptyBits, hasBit, intersect, isEmpty, rowsOfBits, type Bits } from './bits.js';
import { NumberReader, type Block, type Entry } from './block.js';
import type { Slices } from '../../slices.js';

/**
 * @param words the entries of the words, in the order of the phrase, all of one field
 * @returns exactly the rows that have the phrase
 */
export async function phraseRows(block: Block, words: readonly Entry[], slices: Slices): Promise<Bits> {
  const candidates = await candidateRows(block, words, slices);
  if (!candidates) return emptyBits(block.rows);
  // Rarest first: what it leaves is all that the others are looked at for.
  const order = [...words.keys()].sort((a, b) => (words[a]?.count ?? 0) - (words[b]?.count ?? 0));
  let starts: Map<number, readonly number[]> | undefined;
  for (const at of order) {
    const entry = words[at];
    if (!entry) continue;
    starts = await startsIn(block, entry, at, candidates, starts, slices);
    if (starts.size === 0) return emptyBits(block.rows);
  }
  return candidates;
}

async function candidateRows(block: Block, words: readonly Entry[], slices: Slices): Promise<Bits | undefined> {
  let candidates: Bits | undefined;
  for (const entry of words) {
    const rows = await block.rowsOf([entry], slices);
    if (candidates) intersect(candidates, rows);
    else candidates = rows;
    if (isEmpty(candidates)) return undefined;
  }
  return candidates;
}

/** What is in both of two ascending lists. */
export function inBoth(some: readonly number[], others: readonly number[]): number[] {
  const both: number[] = [];
  let at = 0;
  for (const one of some) {
    let other = others[at];
    while (other !== undefined && other < one) other = others[(at += 1)];
    if (other === undefined) break;
    if (other === one) both.push(one);
  }
  return both;
}

/** Where phrases may begin in each row that is still one; the others are taken out of the candidates. */
async function startsIn(
  block: Block,
  entry: Entry,
  offset: number,
  candidates: Bits,
  before: ReadonlyMap<number, readonly number[]> | undefined,
  slices: Slices,
): Promise<Map<number, readonly number[]>> {
  const bytes = await block.positionsOf(entry);
  const found = new Map<number, readonly number[]>();
  const keep = (row: number, places: readonly number[]): void => {
    const starts = places.map((place) => place - offset).filter((start) => start >= 0);
    const known = before?.get(row);
    const left = known ? inBoth(starts, known) : starts;
    if (left.length > 0) found.set(row, left);
    else clearBit(candidates, row);
  };
  const reader = new NumberReader(bytes);
  if (bytes.length < entry.count) {
    // Always at the same place.
    const places = [reader.next()];
    for (const row of rowsOfBits(candidates)) keep(row, places);
    return found;
  }
  let looked = 0;
  for (const row of rowsOfBits(await block.rowsOf([entry], slices))) {
    if (reader.at - looked > 4096) {
      looked = reader.at;
      if (slices.isOver) await slices.pause();
    }
    const wanted = hasBit(candidates, row);
    const places: number[] = [];
    let place = 0;
    for (let more = true; more;) {
      const number = reader.next();
      place += number >>> 1;
      more = (number & 1) === 1;
      if (wanted) places.push(place);
    }
    if (wanted) keep(row, places);
  }
  return found;
}
