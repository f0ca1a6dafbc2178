/** How often values of fields are in what the word index found, alone and together with those of a group: no message is read. */
import { Slices } from '../../slices.js';
import { listOfBits } from '../../store/words/bits.js';
import type { BlockColumn } from '../../store/words/block.js';
import type { StoredIndex } from '../../store/types.js';
import type { BlockHits, IndexHits } from './matches.js';

/** `null`: a message has none. */
export type Value = string | number | boolean | null;

/** A field whose values are counted. */
export interface CountedField {
  readonly type: 'text' | 'number' | 'boolean';
  /** Its number in the dictionary of an index; undefined: no message there has it. */
  readonly numberIn: (index: StoredIndex) => number | undefined;
}

/** Messages that the word index does not have, as many as have the same values. */
export interface OtherMessages {
  readonly group: Value;
  /** In the order of the fields. */
  readonly values: readonly Value[];
  readonly count: number;
}

/** Values of one field, of which the first is none. */
export interface FieldCounts {
  readonly values: readonly Value[];
  /** Of each group one count for each value, group after group. */
  readonly counts: Uint32Array;
}

export interface ValueCounts {
  readonly groups: readonly Value[];
  /** Messages of each group. */
  readonly messages: Uint32Array;
  readonly fields: readonly FieldCounts[];
}

/** Different values of a field. */
const mostValues = 30_000;
/** Groups times values. */
const mostCounts = 2_000_000;
/** Values of all blocks together. */
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

/** A column of a block, and of each of its places the place of the value among all. */
interface Column {
  readonly places: BlockColumn['places'];
  readonly among: Uint32Array;
}

interface BlockColumns {
  readonly hits: BlockHits;
  readonly columns: readonly Column[];
}

const noValues: BlockColumn = { values: [], places: () => Promise.resolve(undefined) };

async function columnOf(
  { block }: BlockHits,
  index: StoredIndex,
  { type, numberIn }: CountedField,
  values: Values,
): Promise<Column | undefined> {
  const number = numberIn(index);
  const column = number === undefined ? noValues : await block.column(number);
  const [first] = column?.values ?? [];
  // Earlier rows may be of another type than the field has become.
  if (!column || (first !== undefined && (typeof first === 'number') !== (type === 'number'))) return undefined;
  const among = new Uint32Array(column.values.length + 1);
  for (const [at, value] of column.values.entries())
    among[at + 1] = values.place(type === 'boolean' ? value === 'true' : value);
  return { places: column.places, among };
}

/** @returns undefined: not all blocks tell the values of the fields, or there are too many */
async function columnsOf(
  found: readonly IndexHits[],
  fields: readonly CountedField[],
  values: readonly Values[],
  slices: Slices,
): Promise<BlockColumns[] | undefined> {
  const all: BlockColumns[] = [];
  let lookedUp = 0;
  for (const { index, blocks } of found)
    for (const hits of blocks) {
      const columns: Column[] = [];
      for (const [at, field] of fields.entries()) {
        if (slices.isOver) await slices.pause();
        const own = values[at];
        const column = own && (await columnOf(hits, index, field, own));
        if (!column || own.list.length > mostValues) return undefined;
        if ((lookedUp += column.among.length) > mostLookedUp) return undefined;
        columns.push(column);
      }
      all.push({ hits, columns });
    }
  return all;
}

/** Where the value of each hit is among all. @param rows of the hits */
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

/** Adds how often each value is in the hits. */
async function countAlone(
  { places, among }: Column,
  { block, bits, count }: BlockHits,
  target: Uint32Array,
): Promise<void> {
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
  for (const [at, place] of among.entries()) target[place] = (target[place] ?? 0) + (counts[at] ?? 0);
}

/**
 * @param group undefined: all messages are of one
 * @param hold told the bytes that the counts take
 * @returns undefined: only the messages tell, or it is too much
 */
export async function countValues(
  found: readonly IndexHits[],
  group: CountedField | undefined,
  fields: readonly CountedField[],
  others: readonly OtherMessages[],
  hold: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<ValueCounts | undefined> {
  const slices = new Slices(signal);
  const wanted = group ? [group, ...fields] : fields;
  const values = wanted.map(() => new Values());
  const blocks = await columnsOf(found, wanted, values, slices);
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

  for (const { hits, columns } of blocks) {
    if (slices.isOver) await slices.pause();
    const [first] = columns;
    if (own.length === 0) {
      if (group && first) await countAlone(first, hits, messages);
      else messages[0] = (messages[0] ?? 0) + hits.count;
      continue;
    }
    const rows = rowsOf(hits);
    const ofGroup = new Uint32Array(rows.length);
    if (group && first) await placesOf(first, rows, ofGroup);
    for (const place of ofGroup) messages[place] = (messages[place] ?? 0) + 1;
    const ofField = new Uint32Array(rows.length);
    for (const [at, column] of (group ? columns.slice(1) : columns).entries()) {
      const width = own[at]?.list.length ?? 0;
      const target = counts[at] ?? ofField;
      if (slices.isOver) await slices.pause();
      await placesOf(column, rows, ofField);
      for (let row = 0; row < rows.length; row += 1) {
        const place = (ofGroup[row] ?? 0) * width + (ofField[row] ?? 0);
        target[place] = (target[place] ?? 0) + 1;
      }
    }
  }
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
