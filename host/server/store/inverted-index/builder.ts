/** Collects the keys of the rows of a block; `encode.ts` serialises them. */
import { findAsciiWords, isAscii, tokenText } from '../tokenize.js';
import { noText, type Feed, type ListColumn, type NumberColumn, type TextColumn } from './feed.js';
import { hashOf, longestKey, markers } from './format.js';
import { setBit, wordsFor, type Bits } from './bits.js';

/** Largest number of occurrences of keys in a block; a block that exceeds it is closed early. */
const mostOccurrences = 4 * 1024 * 1024;
/** Largest number of bytes of all keys of a block. A block that exceeds it is closed early. */
const mostKeyBytes = 32 * 1024 * 1024;
/** Largest number of rows, and of characters, that are added between two checks of the limits of a block. */
const stepRows = 256;
const stepCharacters = 1024 * 1024;

type Growing = Uint32Array | Int32Array | Uint16Array | Uint8Array;

function grown<T extends Growing>(array: T): T {
  const larger = new (array.constructor as new (length: number) => T)(array.length * 2);
  larger.set(array);
  return larger;
}

const blank = 0x20;

export class Builder {
  readonly blockRows: number;
  /** Number of the block's first row in the index. */
  readonly first: number;
  rows = 0;
  knownId = '';
  knownRow = -1;
  readonly times: Float64Array;
  /**
   * Number of keys. The following arrays contain the offset and length of the bytes, the field, the hash and the number
   * of occurrences of each key.
   */
  keys = 0;
  bytes = Buffer.allocUnsafeSlow(1 << 20);
  offsets = new Uint32Array(1 << 14);
  lengths = new Uint8Array(1 << 14);
  fields = new Uint16Array(1 << 14);
  hashes = new Uint32Array(1 << 14);
  counts = new Uint32Array(1 << 14);
  /**
   * Number of occurrences, in the order of arrival. The following arrays contain the key, the row and the position in
   * the text of each occurrence.
   */
  occurrences = 0;
  keyOf = new Uint32Array(1 << 17);
  rowOf = new Uint16Array(1 << 17);
  placeOf = new Uint16Array(1 << 17);
  /** Maps each field to the rows in which the field has a value. */
  readonly present = new Map<number, Bits>();
  /** Rows that have too many words to index and may therefore match any query; undefined: no row has too many words. */
  unsure: Bits | undefined;
  /**
   * Maps each field to the type of its values if the keys are exactly the values; `none`: the keys differ from the
   * values.
   */
  readonly exact = new Map<number, 'text' | 'number' | 'none'>();
  #used = 0;
  #table = new Int32Array(1 << 15).fill(-1);
  #scratch = Buffer.allocUnsafeSlow(1 << 16);

  constructor(first: number, blockRows: number) {
    this.first = first;
    this.blockRows = blockRows;
    this.times = new Float64Array(blockRows);
  }

  /** Approximate memory of the builder in bytes. */
  get heldBytes(): number {
    const { times, bytes, offsets, lengths, fields, hashes, counts, keyOf, rowOf, placeOf } = this;
    const arrays = [times, bytes, offsets, lengths, fields, hashes, counts, keyOf, rowOf, placeOf];
    const own = [...arrays, this.#table, this.#scratch, ...this.present.values()];
    return own.reduce((sum, { byteLength }) => sum + byteLength, this.unsure?.byteLength ?? 0);
  }

  get isFull(): boolean {
    return this.rows >= this.blockRows || this.occurrences > mostOccurrences || this.#used > mostKeyBytes;
  }

  /**
   * Adds rows of a feed to the block, at most one step.
   * @param from first row of the feed to add
   * @param texts texts of each column, from `textsOf`
   * @returns number of added rows
   */
  take(feed: Feed, from: number, texts: readonly (ColumnTexts | undefined)[]): number {
    const count = this.#step(feed, from);
    const to = from + count;
    for (const [at, column] of feed.columns.entries()) {
      if (column.kind === 'number') this.#numbers(column, from, to);
      else if (column.kind === 'list') this.#lists(column, from, to);
      else {
        const { starts, ascii } = texts[at] ?? textsOfColumn(column);
        if (ascii) this.#asciiTexts(column, ascii, starts, from, to);
        else this.#texts(column, starts, from, to);
      }
    }
    for (const row of feed.unsure)
      if (row >= from && row < to)
        setBit((this.unsure ??= new Uint32Array(wordsFor(this.blockRows))), this.rows + row - from);
    this.times.set(feed.times.subarray(from, to), this.rows);
    this.rows += count;
    if (to === feed.rows) {
      this.knownId = feed.lastId;
      this.knownRow = this.first + this.rows - 1;
    }
    return count;
  }

  /**
   * Returns the number of rows of the next step. Steps are small, so that a block that exceeds its limits is noticed
   * early.
   */
  #step({ rows, columns }: Feed, from: number): number {
    const most = Math.min(rows - from, this.blockRows - this.rows, stepRows);
    let characters = 0;
    for (let count = 0; count < most; count += 1) {
      for (const column of columns) {
        if (column.kind === 'number' || column.kind === 'list') continue;
        const length = column.lengths[from + count] ?? noText;
        if (length !== noText) characters += length;
      }
      if (characters > stepCharacters) return count + 1;
    }
    return most;
  }

  #isPresent(field: number, row: number): void {
    let bits = this.present.get(field);
    if (!bits) this.present.set(field, (bits = new Uint32Array(wordsFor(this.blockRows))));
    setBit(bits, row);
  }

  #isExact(field: number, as: 'text' | 'number' | 'none'): void {
    const known = this.exact.get(field) ?? as;
    this.exact.set(field, known === as ? as : 'none');
  }

  #texts({ kind, field, text, lengths }: TextColumn, starts: Uint32Array, from: number, to: number): void {
    const shift = this.rows - from;
    for (let row = from; row < to; row += 1) {
      const length = lengths[row] ?? noText;
      if (length === noText) continue;
      this.#isPresent(field, row + shift);
      const start = starts[row] ?? 0;
      const value = text.slice(start, start + length);
      if (kind === 'text') this.#words(tokenText(value), field, row + shift);
      else if (kind === 'value') {
        this.#isExact(field, 'text');
        this.#value(value, field, row + shift);
      } else this.#caseless(value, field, row + shift);
    }
  }

  /** Adds texts of which all characters are ASCII, without a string for each of them. */
  #asciiTexts(
    { kind, field, lengths }: TextColumn,
    { bytes, hasCapitals }: AsciiTexts,
    starts: Uint32Array,
    from: number,
    to: number,
  ): void {
    const shift = this.rows - from;
    let place = 0;
    let row = from;
    const addWord = (start: number, end: number): void => {
      this.#add(bytes, start, Math.min(end, start + longestKey), field, row + shift, place);
      place += 1;
    };
    for (; row < to; row += 1) {
      const length = lengths[row] ?? noText;
      if (length === noText) continue;
      this.#isPresent(field, row + shift);
      const start = starts[row] ?? 0;
      if (kind === 'text') {
        place = 0;
        findAsciiWords(bytes, start, start + length, addWord);
        continue;
      }
      this.#isExact(field, kind === 'caseless' && hasCapitals(start, start + length) ? 'none' : 'text');
      this.#add(bytes, start, start + Math.min(length, longestKey), field, row + shift, 0);
    }
  }

  #caseless(value: string, field: number, row: number): void {
    const lower = value.toLowerCase();
    const isForeign = !isAscii(value);
    this.#isExact(field, isForeign || lower !== value ? 'none' : 'text');
    // The database converts characters beyond ASCII to lower case by its own rules, so such a value gets no separate
    // key.
    if (isForeign) this.#add(markers.foreign, 0, 1, field, row, 0);
    else this.#value(lower, field, row);
  }

  #numbers({ field, numbers, large }: NumberColumn, from: number, to: number): void {
    const shift = this.rows - from;
    for (let row = from; row < to; row += 1) {
      const number = numbers[row] ?? NaN;
      if (Number.isNaN(number)) continue;
      this.#isPresent(field, row + shift);
      // -0 and 0 share the dictionary key `0`, so the keys of a field with -0 are not exactly its values.
      this.#isExact(field, Object.is(number, -0) ? 'none' : 'number');
      this.#value(String(number), field, row + shift);
    }
    for (const [row, text] of large) {
      if (row < from || row >= to) continue;
      this.#isExact(field, 'none');
      this.#isPresent(field, row + shift);
      this.#value(text, field, row + shift);
    }
  }

  #lists({ field, lists, which }: ListColumn, from: number, to: number): void {
    const shift = this.rows - from;
    for (let row = from; row < to; row += 1) {
      const list = lists[which[row] ?? noText];
      if (!list) continue;
      this.#isPresent(field, row + shift);
      for (const value of new Set(list)) this.#value(value, field, row + shift);
    }
  }

  #value(value: string, field: number, row: number): void {
    const scratch = this.#room(value.length);
    this.#add(scratch, 0, Math.min(scratch.write(value), longestKey), field, row, 0);
  }

  /**
   * Adds the words of a text.
   * @param words words in the form ` word word `, or an empty text
   */
  #words(words: string, field: number, row: number): void {
    if (words === '') return;
    const scratch = this.#room(words.length);
    const end = scratch.write(words);
    let place = 0;
    for (let start = 1; start < end; place += 1) {
      let stop = start;
      while (stop < end && scratch[stop] !== blank) stop += 1;
      this.#add(scratch, start, Math.min(stop, start + longestKey), field, row, place);
      start = stop + 1;
    }
  }

  /** Returns a buffer for a text of this number of UTF-16 units. */
  #room(units: number): Buffer {
    if (units * 3 > this.#scratch.length) this.#scratch = Buffer.allocUnsafeSlow(units * 4);
    return this.#scratch;
  }

  #add(source: Buffer, start: number, end: number, field: number, row: number, place: number): void {
    const key = this.#find(source, start, end, field);
    if (this.occurrences === this.keyOf.length) {
      this.keyOf = grown(this.keyOf);
      this.rowOf = grown(this.rowOf);
      this.placeOf = grown(this.placeOf);
    }
    this.keyOf[this.occurrences] = key;
    this.rowOf[this.occurrences] = row;
    this.placeOf[this.occurrences] = place;
    this.occurrences += 1;
    this.counts[key] = (this.counts[key] ?? 0) + 1;
  }

  #find(source: Buffer, start: number, end: number, field: number): number {
    const hash = hashOf(source, start, end);
    const length = end - start;
    const mask = this.#table.length - 1;
    let slot = (hash ^ Math.imul(field, 0x9e3779b1)) & mask;
    for (let key = this.#table[slot] ?? -1; key >= 0; key = this.#table[slot] ?? -1) {
      if (this.hashes[key] === hash && this.fields[key] === field && this.lengths[key] === length) {
        let at = this.offsets[key] ?? 0;
        let from = start;
        while (from < end && this.bytes[at] === source[from]) {
          at += 1;
          from += 1;
        }
        if (from === end) return key;
      }
      slot = (slot + 1) & mask;
    }
    return this.#newKey(source, start, end, field, hash, slot);
  }

  #newKey(source: Buffer, start: number, end: number, field: number, hash: number, slot: number): number {
    const key = this.keys;
    const length = end - start;
    if (key === this.offsets.length) this.#growKeys();
    if (this.#used + length > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(this.bytes.length * 2);
      this.bytes.copy(larger, 0, 0, this.#used);
      this.bytes = larger;
    }
    this.offsets[key] = this.#used;
    this.lengths[key] = length;
    this.fields[key] = field;
    this.hashes[key] = hash;
    this.counts[key] = 0;
    for (let at = start; at < end; at += 1) this.bytes[this.#used++] = source[at] ?? 0;
    this.#table[slot] = key;
    this.keys += 1;
    if (this.keys * 2 > this.#table.length) this.#rehash();
    return key;
  }

  #growKeys(): void {
    this.offsets = grown(this.offsets);
    this.lengths = grown(this.lengths);
    this.fields = grown(this.fields);
    this.hashes = grown(this.hashes);
    this.counts = grown(this.counts);
  }

  #rehash(): void {
    const table = new Int32Array(this.#table.length * 2).fill(-1);
    const mask = table.length - 1;
    for (let key = 0; key < this.keys; key += 1) {
      let slot = ((this.hashes[key] ?? 0) ^ Math.imul(this.fields[key] ?? 0, 0x9e3779b1)) & mask;
      while ((table[slot] ?? -1) >= 0) slot = (slot + 1) & mask;
      table[slot] = key;
    }
    this.#table = table;
  }
}

/** Texts of a column of which all characters are ASCII. */
interface AsciiTexts {
  /** Texts of all rows. They are in lower case, except for values that are indexed with their case. */
  readonly bytes: Buffer;
  /** Tells whether the text in a range was not in lower case. */
  readonly hasCapitals: (from: number, to: number) => boolean;
}

/** Location of each row's text in a column. */
interface ColumnTexts {
  /** Start of the text of each row in UTF-16 units. */
  readonly starts: Uint32Array;
  /** Undefined: some characters are not ASCII. */
  readonly ascii: AsciiTexts | undefined;
}

/** Returns the locations of the texts of each column; undefined: the column has no texts. */
export const textsOf = (feed: Feed): (ColumnTexts | undefined)[] =>
  feed.columns.map((column) =>
    column.kind === 'number' || column.kind === 'list' ? undefined : textsOfColumn(column),
  );

function textsOfColumn({ kind, text, lengths }: TextColumn): ColumnTexts {
  const starts = new Uint32Array(lengths.length);
  let place = 0;
  for (let row = 0; row < lengths.length; row += 1) {
    starts[row] = place;
    const length = lengths[row] ?? noText;
    if (length !== noText) place += length;
  }
  if (!isAscii(text)) return { starts, ascii: undefined };
  const lower = kind === 'value' ? text : text.toLowerCase();
  const hasAny = lower !== text;
  return {
    starts,
    ascii: {
      bytes: Buffer.from(lower, 'latin1'),
      hasCapitals: (from, to) => hasAny && text.slice(from, to) !== lower.slice(from, to),
    },
  };
}
