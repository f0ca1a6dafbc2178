/** Evaluates a plan on one block and returns the matching rows. */
import type { Yielder } from '../../foundation/yielding.js';
import { fieldsOfWords } from '../../store/inverted-index/fields.js';
import type { Block } from '../../store/inverted-index/block.js';
import type { Entry } from '../../store/inverted-index/pages.js';
import {
  emptyBits,
  fullBits,
  intersect,
  inverse,
  isEmpty,
  rowsPerWord,
  unite,
  type Bits,
} from '../../store/inverted-index/bits.js';
import { longestKey } from '../../store/inverted-index/format.js';
import type { Found } from '../../store/inverted-index/found-rows.js';
import { phraseRows } from '../../store/inverted-index/phrase.js';
import { TooCostlyError } from './automaton.js';
import type { Bound, Plan } from './plan.js';
import { planKey } from './plan-key.js';

/** Rows that a plan finds; undefined if no row matches. */
type Rows = Found | undefined;

const exactly = (bits: Bits): Found => ({ sure: bits, maybe: bits });

/**
 * Returns the rows of entries and, if one of the fields has words, also the rows with too many words to index.
 * @param entries entries found in the dictionary
 */
async function rowsOf(
  block: Block,
  entries: readonly Entry[],
  fields: Iterable<number>,
  yielder: Yielder,
): Promise<Rows> {
  return withUnsure(block, entries.length === 0 ? undefined : await block.rowsOf(entries, yielder), fields);
}

async function withUnsure(block: Block, bits: Bits | undefined, fields: Iterable<number>): Promise<Rows> {
  const unsure = [...fields].some((field) => fieldsOfWords.has(field)) ? await block.unsure() : undefined;
  if (!unsure) return bits && exactly(bits);
  const maybe = unsure.slice();
  if (bits) unite(maybe, bits);
  return { sure: bits ?? emptyBits(block.rows), maybe };
}

/** Returns the rows that contain one of the values. @param values values in the order of the dictionary */
async function keyRows(
  block: Block,
  values: readonly Buffer[],
  fields: ReadonlySet<number>,
  yielder: Yielder,
): Promise<Rows> {
  const entries: Entry[] = [];
  for (const value of values) {
    if (yielder.isOver) await yielder.pause();
    for (const entry of await block.entries(value, yielder)) if (fields.has(entry.field)) entries.push(entry);
  }
  return rowsOf(block, entries, fields, yielder);
}

/** Returns the result for a block whose evaluation would take too long: its rows are scanned. */
function givenUp({ rows }: Block, onEnded: () => void): Found {
  onEnded();
  return { sure: emptyBits(rows), maybe: fullBits(rows) };
}

async function prefixRows(
  block: Block,
  { value, fields }: Extract<Plan, { kind: 'key' | 'prefix' }>,
  yielder: Yielder,
  onEnded: () => void,
): Promise<Rows> {
  const entries = await block.entriesFrom(value, yielder);
  if (!entries) return givenUp(block, onEnded);
  const wanted = entries.filter(({ field }) => fields.has(field));
  return rowsOf(block, wanted, fields, yielder);
}

type Walk = Extract<Plan, { kind: 'walk' }>;

/**
 * Returns the entries that a walk through the dictionary finds, and all entries with truncated values, which must be
 * examined. Returns undefined if the walk exceeds the limit of its work, or if its prefix has too many keys.
 */
async function walkedEntries(
  block: Block,
  { prefix, fields, test }: Walk,
  yielder: Yielder,
): Promise<Entry[] | undefined> {
  const isValue = test();
  const isWanted = (bytes: Uint8Array, length: number): boolean => length >= longestKey || isValue(bytes, length);
  try {
    if (prefix.length === 0) return await block.walk(fields, isWanted, yielder);
    const entries = await block.entriesFrom(prefix, yielder);
    return entries?.filter(({ field, value }) => fields.has(field) && isWanted(value, value.length));
  } catch (error) {
    if (error instanceof TooCostlyError) return undefined;
    throw error;
  }
}

/**
 * Returns the rows with a value that a walk through the dictionary finds. Rows with a truncated value are uncertain, so
 * their messages have to be examined.
 */
async function walkRows(block: Block, plan: Walk, yielder: Yielder, onEnded: () => void): Promise<Rows> {
  const { fields } = plan;
  const entries = await walkedEntries(block, plan, yielder);
  if (!entries) return givenUp(block, onEnded);
  const cut = entries.filter(({ value }) => value.length >= longestKey);
  const whole = cut.length === 0 ? entries : entries.filter(({ value }) => value.length < longestKey);
  const found = await rowsOf(block, whole, fields, yielder);
  if (cut.length === 0) return found;
  const maybe = found?.maybe.slice() ?? emptyBits(block.rows);
  await block.addRows(cut, maybe, yielder);
  return { sure: found?.sure ?? emptyBits(block.rows), maybe };
}

async function phraseFound(block: Block, plan: Extract<Plan, { kind: 'phrase' }>, yielder: Yielder): Promise<Rows> {
  const { words, field, slop } = plan;
  const known = new Map<string, Entry>();
  const entries: Entry[] = [];
  for (const word of words) {
    const key = word.toString('latin1');
    const entry = known.get(key) ?? (await block.entries(word, yielder)).find((one) => one.field === field);
    if (!entry) return withUnsure(block, undefined, [field]);
    known.set(key, entry);
    entries.push(entry);
  }
  return withUnsure(block, await phraseRows(block, entries, slop, yielder), [field]);
}

/**
 * Returns the index at which a bound of a range divides ascending values. For an inclusive lower bound and an exclusive
 * upper bound it is the index of the first value that is at least the bound; for an exclusive lower bound and an
 * inclusive upper bound it is the index of the first value above the bound. The range contains the values from the
 * index of the lower bound up to, but not including, the index of the upper bound.
 * @param isLower true: the bound is a lower bound; false: an upper bound
 */
function placeOf(values: ArrayLike<number>, { value, inclusive }: Bound, isLower: boolean): number {
  const isBehind = (one: number): boolean => (inclusive === isLower ? one >= value : one > value);
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBehind(values[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

async function rangeRows(
  block: Block,
  { field, lower, upper }: Extract<Plan, { kind: 'range' }>,
  yielder: Yielder,
): Promise<Rows> {
  const { rows } = block;
  const column = await block.column(field);
  const numbers = column?.values;
  if (!column || !(numbers instanceof Float64Array)) {
    if (numbers?.length === 0) return undefined;
    return { sure: emptyBits(rows), maybe: fullBits(rows) };
  }
  // Positions of values are counted from one, because position zero stands for a missing value.
  const from = 1 + (lower ? placeOf(numbers, lower, true) : 0);
  const end = 1 + (upper ? placeOf(numbers, upper, false) : numbers.length);
  if (from >= end) return undefined;
  const places = await column.places();
  if (!places) return exactly(fullBits(rows));
  if (yielder.isOver) await yielder.pause();
  return exactly(bitsWithin(places, from, end - from, rows));
}

/** Returns the rows whose value has an index from `from` up to, but not including, `from + count`. */
function bitsWithin(places: Uint8Array | Uint16Array, from: number, count: number, rows: number): Bits {
  const bits = emptyBits(rows);
  for (let word = 0; word < bits.length; word += 1) {
    const firstRow = word * rowsPerWord;
    const endRow = Math.min(rows, firstRow + rowsPerWord);
    let mask = 0;
    for (let row = firstRow; row < endRow; row += 1) {
      // `>>> 0` turns the negative difference of an index before the range into a large number, so that one comparison
      // checks both ends.
      const isWithin = ((places[row] ?? 0) - from) >>> 0 < count;
      // A shift uses only the lowest five bits of its distance, which are the position of the row in its word.
      mask |= Number(isWithin) << row;
    }
    bits[word] = mask;
  }
  return bits;
}

/** Intersects or unites the rows of several parts of a plan. */
async function combined(
  block: Block,
  { kind, parts }: Extract<Plan, { kind: 'all' | 'any' }>,
  yielder: Yielder,
  onEnded: () => void,
): Promise<Rows> {
  const join = kind === 'all' ? intersect : unite;
  let sure: Bits | undefined;
  let maybe: Bits | undefined;
  for (const part of parts) {
    if (yielder.isOver) await yielder.pause();
    const other = await rowsOfPart(block, part, yielder, onEnded);
    if (!other && kind === 'all') return undefined;
    if (!other) continue;
    if (!sure || !maybe) {
      sure = other.sure.slice();
      maybe = other.maybe === other.sure ? sure : other.maybe.slice();
      continue;
    }
    if (sure === maybe && other.sure !== other.maybe) maybe = sure.slice();
    join(sure, other.sure);
    if (maybe !== sure) join(maybe, other.maybe);
    if (kind === 'all' && isEmpty(maybe)) return undefined;
  }
  if (sure && maybe) return { sure, maybe };
  return kind === 'all' ? exactly(fullBits(block.rows)) : undefined;
}

/**
 * Evaluates a plan on a block, or returns the cached result.
 * @param onEnded called when a walk through the dictionary was aborted, or a prefix has too many keys
 * @returns cached sets, which must not be modified; undefined: no row matches
 */
export async function rowsFound(block: Block, plan: Plan, yielder: Yielder, onEnded: () => void): Promise<Rows> {
  const { found } = block;
  if (!found) return lookUp(block, plan, yielder, onEnded);
  const key = planKey(plan);
  const known = found.get(key);
  if (known) return known.found;
  let isGivenUp = false;
  const looked = await lookUp(block, plan, yielder, () => {
    isGivenUp = true;
    onEnded();
  });
  const rows = looked && isEmpty(looked.maybe) ? undefined : looked;
  // An aborted result is not cached: the limit of the work for a pattern covers all blocks of a search, so another
  // search may complete this block.
  if (!isGivenUp) found.add(key, rows);
  return rows;
}

/** Kinds of slow parts of a plan, which are cached separately, because other queries may contain them, too. */
const longParts: ReadonlySet<Plan['kind']> = new Set(['phrase', 'prefix', 'range', 'walk']);

const rowsOfPart: typeof rowsFound = (block, plan, yielder, onEnded) =>
  longParts.has(plan.kind) ? rowsFound(block, plan, yielder, onEnded) : lookUp(block, plan, yielder, onEnded);

async function lookUp(block: Block, plan: Plan, yielder: Yielder, onEnded: () => void): Promise<Rows> {
  const { rows } = block;
  switch (plan.kind) {
    case 'key':
      return keyRows(block, [plan.value], plan.fields, yielder);
    case 'keys':
      return keyRows(block, plan.values, plan.fields, yielder);
    case 'prefix':
      return prefixRows(block, plan, yielder, onEnded);
    case 'walk':
      return walkRows(block, plan, yielder, onEnded);
    case 'phrase':
      return phraseFound(block, plan, yielder);
    case 'range':
      return rangeRows(block, plan, yielder);
    case 'maybe': {
      const found = await rowsOfPart(block, plan.part, yielder, onEnded);
      return found && { sure: emptyBits(rows), maybe: found.maybe };
    }
    case 'unknown':
      return { sure: emptyBits(rows), maybe: fullBits(rows) };
    case 'all':
    case 'any':
      return combined(block, plan, yielder, onEnded);
    case 'not': {
      const found = await rowsOfPart(block, plan.part, yielder, onEnded);
      if (!found) return exactly(fullBits(rows));
      const { sure, maybe } = found;
      const without = inverse(maybe, rows);
      return { sure: without, maybe: sure === maybe ? without : inverse(sure, rows) };
    }
  }
}
