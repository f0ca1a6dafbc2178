/** The rows of one block that a plan finds. */
import type { Slices } from '../../slices.js';
import { fieldsOfWords } from '../../store/words/fields.js';
import type { Block, Entry } from '../../store/words/block.js';
import { emptyBits, fullBits, intersect, inverse, isEmpty, unite, type Bits } from '../../store/words/bits.js';
import { phraseRows } from '../../store/words/phrase.js';
import type { Plan } from './plan.js';

/** Rows that surely are hits, and rows that may be; the same set when nothing is in doubt. */
export interface Found {
  sure: Bits;
  maybe: Bits;
}

const exactly = (bits: Bits): Found => ({ sure: bits, maybe: bits });

/** With the rows whose words were too many to hold, when the fields are of words. */
async function withUnsure(block: Block, bits: Bits, fields: Iterable<number>): Promise<Found> {
  const unsure = [...fields].some((field) => fieldsOfWords.has(field)) ? await block.unsure() : undefined;
  if (!unsure) return exactly(bits);
  const maybe = bits.slice();
  unite(maybe, unsure);
  return { sure: bits, maybe };
}

/** @param values in the order of the dictionary */
async function keyRows(
  block: Block,
  values: readonly Buffer[],
  fields: ReadonlySet<number>,
  slices: Slices,
): Promise<Found> {
  const entries: Entry[] = [];
  for (const value of values) {
    if (slices.isOver) await slices.pause();
    for (const entry of await block.entries(value, slices)) if (fields.has(entry.field)) entries.push(entry);
  }
  return withUnsure(block, await block.rowsOf(entries, slices), fields);
}

async function prefixRows(block: Block, value: Buffer, fields: ReadonlySet<number>, slices: Slices): Promise<Found> {
  const entries = await block.entriesFrom(value, slices);
  if (!entries) return { sure: emptyBits(block.rows), maybe: fullBits(block.rows) };
  const wanted = entries.filter(({ field }) => fields.has(field));
  return withUnsure(block, await block.rowsOf(wanted, slices), fields);
}

async function phraseFound(block: Block, words: readonly Buffer[], field: number, slices: Slices): Promise<Found> {
  const entries: Entry[] = [];
  for (const word of words) {
    const entry = (await block.entries(word, slices)).find((one) => one.field === field);
    if (!entry) return withUnsure(block, emptyBits(block.rows), [field]);
    entries.push(entry);
  }
  return withUnsure(block, await phraseRows(block, entries, slices), [field]);
}

/** Combines what the parts find; the first found is changed. */
async function combine(
  block: Block,
  parts: readonly Plan[],
  start: Bits,
  join: (target: Bits, other: Bits) => void,
  isDone: (found: Found) => boolean,
  slices: Slices,
): Promise<Found> {
  const found = exactly(start);
  for (const part of parts) {
    if (isDone(found)) break;
    if (slices.isOver) await slices.pause();
    const other = await rowsFound(block, part, slices);
    if (found.sure === found.maybe && other.sure !== other.maybe) found.maybe = found.sure.slice();
    join(found.sure, other.sure);
    if (found.maybe !== found.sure) join(found.maybe, other.maybe);
  }
  return found;
}

export async function rowsFound(block: Block, plan: Plan, slices: Slices): Promise<Found> {
  const { rows } = block;
  switch (plan.kind) {
    case 'key':
      return keyRows(block, [plan.value], plan.fields, slices);
    case 'keys':
      return keyRows(block, plan.values, plan.fields, slices);
    case 'prefix':
      return prefixRows(block, plan.value, plan.fields, slices);
    case 'phrase':
      return phraseFound(block, plan.words, plan.field, slices);
    case 'maybe':
      return { sure: emptyBits(rows), maybe: (await rowsFound(block, plan.part, slices)).maybe };
    case 'unknown':
      return { sure: emptyBits(rows), maybe: fullBits(rows) };
    case 'all':
      return combine(block, plan.parts, fullBits(rows), intersect, ({ maybe }) => isEmpty(maybe), slices);
    case 'any':
      return combine(block, plan.parts, emptyBits(rows), unite, () => false, slices);
    case 'not': {
      const { sure, maybe } = await rowsFound(block, plan.part, slices);
      const without = inverse(maybe, rows);
      return { sure: without, maybe: sure === maybe ? without : inverse(sure, rows) };
    }
  }
}
