/**
 * Counts the values of fields among matches without reading messages: for each field alone, or for each field in
 * combination with the values of a group field.
 */
import { Yielder } from '../../foundation/yielding.js';
import { listOfBits } from '../../store/inverted-index/bits.js';
import type { BlockColumn } from '../../store/inverted-index/block.js';
import type { StoredIndex } from '../../store/types.js';
import { blocksAtOnce, type BlockHits, type IndexHits } from './matches.js';
import { countOf } from './times.js';

/** A value of a field; `null`: the message lacks the field. */
export type Value = string | number | boolean | null;

/** A field whose values are counted. */
export interface CountedField {
  readonly type: 'text' | 'number' | 'boolean';
  /** Returns the number of the field in an index's dictionary; undefined: no message of the index has the field. */
  readonly numberIn: (index: StoredIndex) => number | undefined;
}

/** Number of messages with equal values that are not indexed yet. */
export interface OtherMessages {
  readonly group: Value;
  /** Values in the order of the fields. */
  readonly values: readonly Value[];
  readonly count: number;
}

/** Distinct values of one field; the first represents a missing value. */
interface FieldCounts {
  readonly values: readonly Value[];
  /** Number of messages with each value in each group, at the position `group * values.length + value`. */
  readonly counts: Uint32Array;
}

export interface ValueCounts {
  readonly groups: readonly Value[];
  /** Number of messages in each group. */
  readonly messages: Uint32Array;
  readonly fields: readonly FieldCounts[];
}

/** Largest number of distinct values of a field. */
const mostValues = 30_000;
/** Largest number of counts, which is the sum over all fields of groups times values. */
const mostCounts = 2_000_000;
/** Largest number of dictionary values that are read from all blocks together. */
const mostLookedUp = 2_000_000;

class Values {
  readonly list: Value[] = [null];
  readonly #places = new Map<Value, number>([[null, 0]]);

  place(value: Value): number {
    const known = this.#places.get(value);
    if (known !== undefined) return known;
    const place = this.list.push(value) - 1;
    this.#places.set(value, place);
    return place;
  }
}

/** Column of a block, with the index of each of its values among the values of all blocks. */
interface Column {
  /** Number of the field in the dictionary; undefined: no message of the index has the field. */
  readonly number: number | undefined;
  readonly places: BlockColumn['places'];
  readonly among: Uint32Array;
}

interface BlockColumns {
  readonly hits: BlockHits;
  readonly columns: readonly Column[];
}

const noValues: BlockColumn = { values: [], places: () => Promise.resolve(undefined) };

function columnOf(
  column: BlockColumn | undefined,
  number: number | undefined,
  type: CountedField['type'],
  values: Values,
): Column | undefined {
  const [first] = column?.values ?? [];
  // The rows of an older block may have values of another type than the field has now.
  if (!column || (first !== undefined && (typeof first === 'number') !== (type === 'number'))) return undefined;
  const among = new Uint32Array(column.values.length + 1);
  for (const [at, value] of column.values.entries())
    among[at + 1] = values.place(type === 'boolean' ? value === 'true' : value);
  return { number, places: column.places, among };
}

/**
 * Reads the columns of all blocks. Returns undefined if a block does not store the values of a field, or if there are
 * too many values.
 */
async function columnsOf(
  found: readonly IndexHits[],
  fields: readonly CountedField[],
  values: readonly Values[],
  yielder: Yielder,
): Promise<BlockColumns[] | undefined> {
  const all: BlockColumns[] = [];
  let lookedUp = 0;
  for (const { index, blocks } of found) {
    const numbers = fields.map(({ numberIn }) => numberIn(index));
    const read = async ({ block }: BlockHits): Promise<(BlockColumn | undefined)[]> => {
      const columns: (BlockColumn | undefined)[] = [];
      for (const number of numbers) {
        if (yielder.isOver) await yielder.pause();
        columns.push(number === undefined ? noValues : await block.column(number));
      }
      return columns;
    };
    for (let from = 0; from < blocks.length; from += blocksAtOnce) {
      const together = blocks.slice(from, from + blocksAtOnce);
      const columnsOfBlocks = await Promise.all(together.map(read));
      for (const [block, hits] of together.entries()) {
        const columns: Column[] = [];
        for (const [at, { type }] of fields.entries()) {
          if (yielder.isOver) await yielder.pause();
          const own = values[at];
          const column = own && columnOf(columnsOfBlocks[block]?.[at], numbers[at], type, own);
          if (!column || own.list.length > mostValues) return undefined;
          if ((lookedUp += column.among.length) > mostLookedUp) return undefined;
          columns.push(column);
        }
        all.push({ hits, columns });
      }
    }
  }
  return all;
}

/**
 * Writes the index of each match's value among all values.
 * @param target receives the indices, in the order of the rows
 */
async function placesOf({ places, among }: Column, rows: Uint32Array, target: Uint32Array): Promise<void> {
  const own = await places();
  if (!own) target.fill(among.at(-1) ?? 0, 0, rows.length);
  else for (let at = 0; at < rows.length; at += 1) target[at] = among[own[rows[at] ?? 0] ?? 0] ?? 0;
}

function rowsOf({ block, bits, count }: BlockHits): Uint32Array {
  if (count < block.rows) return listOfBits(bits, count);
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) rows[row] = row;
  return rows;
}

/** Counts the matches of each value in a block. */
async function countsIn({ places, among }: Column, { block, bits, count }: BlockHits): Promise<Uint32Array> {
  const own = await places();
  const counts = new Uint32Array(among.length);
  if (!own) counts[among.length - 1] = count;
  else if (count === block.rows)
    for (let row = 0; row < count; row += 1) {
      const place = own[row] ?? 0;
      counts[place] = (counts[place] ?? 0) + 1;
    }
  else {
    const rows = listOfBits(bits, count);
    for (let at = 0; at < count; at += 1) {
      const place = own[rows[at] ?? 0] ?? 0;
      counts[place] = (counts[place] ?? 0) + 1;
    }
  }
  return counts;
}

/** Returns the counts of a column in a block, which are cached for later searches with the same rows. */
async function knownCountsIn(column: Column, hits: BlockHits): Promise<Uint32Array> {
  const { block, count } = hits;
  const { number } = column;
  const requested = count === block.rows ? '' : hits.cacheKey;
  if (number === undefined || requested === undefined) return countsIn(column, hits);
  const known = block.found?.counts(requested, number);
  if (known) return known;
  const counts = await countsIn(column, hits);
  block.found?.addCounts(requested, number, counts);
  return counts;
}

/** Adds the number of matches for each value of one field. @param target counts by the index of the value */
async function countAlone(
  blocks: readonly BlockColumns[],
  at: number,
  target: Uint32Array,
  yielder: Yielder,
): Promise<void> {
  for (let from = 0; from < blocks.length; from += blocksAtOnce) {
    if (yielder.isOver) await yielder.pause();
    const together = blocks.slice(from, from + blocksAtOnce);
    const counted = together.map(async ({ hits, columns }) => {
      const column = columns[at];
      if (!column) return;
      const counts = await knownCountsIn(column, hits);
      for (const [place, among] of column.among.entries()) target[among] = (target[among] ?? 0) + (counts[place] ?? 0);
    });
    await Promise.all(counted);
  }
}

/**
 * Adds the number of matches for each value in each group.
 * @param messages number of messages of each group; the values of the groups are in the first column
 * @param counts counts of each further column, by group
 */
async function countTogether(
  blocks: readonly BlockColumns[],
  messages: Uint32Array,
  counts: readonly Uint32Array[],
  yielder: Yielder,
): Promise<void> {
  for (const { hits, columns } of blocks) {
    if (yielder.isOver) await yielder.pause();
    const [group, ...others] = columns;
    if (!group) continue;
    const rows = rowsOf(hits);
    const ofGroup = new Uint32Array(rows.length);
    await placesOf(group, rows, ofGroup);
    for (const place of ofGroup) messages[place] = (messages[place] ?? 0) + 1;
    const ofField = new Uint32Array(rows.length);
    for (const [at, column] of others.entries()) {
      const target = counts[at] ?? ofField;
      const width = target.length / messages.length;
      if (yielder.isOver) await yielder.pause();
      await placesOf(column, rows, ofField);
      for (let row = 0; row < rows.length; row += 1) {
        const place = (ofGroup[row] ?? 0) * width + (ofField[row] ?? 0);
        target[place] = (target[place] ?? 0) + 1;
      }
    }
  }
}

/**
 * Counts values among the matches and among messages that are not indexed.
 * @param group field whose values form the groups; undefined: all messages form one group
 * @param hold called with the number of bytes that the counts need
 * @returns undefined if the counts can only be computed from messages, or if there are too many values
 */
export async function countValues(
  found: readonly IndexHits[],
  group: CountedField | undefined,
  fields: readonly CountedField[],
  others: readonly OtherMessages[],
  hold: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<ValueCounts | undefined> {
  const yielder = new Yielder(signal);
  const wanted = group ? [group, ...fields] : fields;
  const values = wanted.map(() => new Values());
  const blocks = await columnsOf(found, wanted, values, yielder);
  if (!blocks) return undefined;
  const groups = group ? values[0] : undefined;
  const own = group ? values.slice(1) : values;
  for (const other of others) {
    groups?.place(other.group);
    for (const [at, value] of other.values.entries()) own[at]?.place(value);
  }
  const groupCount = groups?.list.length ?? 1;
  const counted = own.reduce((sum, { list }) => sum + list.length * groupCount, groupCount);
  if (counted > mostCounts) return undefined;
  hold(counted * Uint32Array.BYTES_PER_ELEMENT);
  const messages = new Uint32Array(groupCount);
  const counts = own.map(({ list }) => new Uint32Array(list.length * groupCount));

  if (!group) {
    messages[0] = countOf(found);
    for (const [at, target] of counts.entries()) await countAlone(blocks, at, target, yielder);
  } else if (own.length === 0) await countAlone(blocks, 0, messages, yielder);
  else await countTogether(blocks, messages, counts, yielder);
  for (const other of others) {
    const place = groups?.place(other.group) ?? 0;
    messages[place] = (messages[place] ?? 0) + other.count;
    for (const [at, value] of other.values.entries()) {
      const values_ = own[at];
      const target = counts[at];
      if (!values_ || !target) continue;
      const cell = place * values_.list.length + values_.place(value);
      target[cell] = (target[cell] ?? 0) + other.count;
    }
  }
  return {
    groups: groups?.list ?? [null],
    messages,
    fields: own.map(({ list }, at) => ({ values: list, counts: counts[at] ?? new Uint32Array() })),
  };
}
