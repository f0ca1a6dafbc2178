/** Reads one block of an inverted index: finds the rows that contain a key, and reads times, positions and values. */
import { Yielder } from '../../foundation/yielding.js';
import { emptyBits, fullBits, setBit, type Bits } from './bits.js';
import { countBytes, decodeValues, entryOf, sparseBytes, spreadPlaces, tableBytes } from './columns.js';
import {
  filterBitsOf,
  filterLine,
  firstMarker,
  hashOf,
  isDense,
  keysPerPage,
  markers,
  numbersOf,
  secondHashOf,
  sections,
  spanRows,
  type BlockHead,
  type Section,
} from './format.js';
import type { FoundRows } from './found-rows.js';
import { NumberReader, firstPage, type Entry, type PageTable } from './pages.js';
import { DamagedBlockError, inMemory, type BlockSource } from './source.js';

/** Largest number of dictionary pages that one look-up reads. */
const mostPages = 400;

/** Largest dictionary, in keys, that `walk` examines. */
const mostWalked = 2_000_000;
/** Largest number of matching keys that `walk` returns. */
const mostKept = 50_000;
/** Number of dictionary pages that `walk` reads at once. */
const pagesAtOnce = 32;
/** Largest length of a dictionary value in bytes. */
const mostValueBytes = 255;

/** Values of a field in the rows of a block. */
export interface BlockColumn {
  /** Distinct values in ascending order. */
  readonly values: readonly string[] | Float64Array;
  /**
   * For each row the index of its value in `values`, counted from one; 0: the row has no value. Undefined: all rows
   * have the only value, or no row has a value.
   */
  readonly places: () => Promise<Uint8Array | Uint16Array | undefined>;
}

const noColumn: BlockColumn = { values: [], places: () => Promise.resolve(undefined) };

export class Block {
  readonly head: BlockHead;
  readonly #source: BlockSource;
  #unsure: Promise<Bits | undefined> | undefined;
  /**
   * Table of the dictionary pages. The reference is weak, because the tables of all blocks together would take much
   * memory.
   */
  #table: WeakRef<PageTable> | undefined;

  /** @param found cache of the rows found in the block; undefined: nothing is cached */
  constructor(
    head: BlockHead,
    source: BlockSource,
    readonly found?: FoundRows,
  ) {
    this.head = head;
    this.#source = source;
  }

  get rows(): number {
    return this.head.rows;
  }

  /** Number of the row after the last row. */
  get end(): number {
    return this.head.first + this.head.rows;
  }

  #read(section: Section, from: number, to: number, keep = true): Promise<Buffer> | Buffer {
    const start = this.head.starts[sections.indexOf(section)] ?? 0;
    return this.#source.read(start + from, start + to, { keep });
  }

  /** Returns the earliest and the latest time of every 64 rows, in pairs. */
  async spans(): Promise<Float64Array> {
    const count = Math.ceil(this.rows / spanRows) * 2;
    return numbersOf(Float64Array, await this.#read('spans', 0, count * 8));
  }

  /** Returns the times of the rows `from` to `to`, excluding `to`. */
  async times(from: number, to: number): Promise<Float64Array> {
    const { timeBytes, minTime } = this.head;
    const bytes = await this.#read('times', from * timeBytes, to * timeBytes);
    const distances = timeBytes === 4 ? numbersOf(Uint32Array, bytes) : numbersOf(Float64Array, bytes);
    const times = new Float64Array(to - from);
    for (let at = 0; at < times.length; at += 1) times[at] = minTime + (distances[at] ?? 0);
    return times;
  }

  async #mayHave(value: Buffer): Promise<boolean> {
    const line = (hashOf(value, 0, value.length) % this.head.filterLines) * filterLine;
    const bytes = await this.#read('filter', line, line + filterLine);
    for (const bit of filterBitsOf(secondHashOf(value, 0, value.length)))
      if (((bytes[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
    return true;
  }

  async #pageTable(): Promise<PageTable> {
    const known = this.#table?.deref();
    if (known) return known;
    const pages = Math.ceil(this.head.keys / keysPerPage);
    const places = await this.#read('pages', 0, (pages + 1) * 16);
    const firstKeys = await this.#read('firstKeys', 0, places.readUInt32LE(pages * 16 + 12));
    const table = { pages, places, firstKeys };
    this.#table = new WeakRef(table);
    return table;
  }

  /**
   * Returns the entries whose value passes a test. The test must hold for a consecutive part of the sorted dictionary
   * that begins at `value`.
   * @returns undefined: too many pages would have to be read
   */
  async #run(value: Buffer, belongs: (value: Buffer) => boolean, yielder: Yielder): Promise<Entry[] | undefined> {
    const table = await this.#pageTable();
    const found: Entry[] = [];
    const first = firstPage(table, value);
    for (let page = first; page < table.pages; page += 1) {
      if (page - first >= mostPages) return undefined;
      if (yielder.isOver) await yielder.pause();
      for (const entry of await this.#page(table, page)) {
        if (belongs(entry.value)) found.push(entry);
        else if (Buffer.compare(entry.value, value) > 0) return found;
      }
    }
    return found;
  }

  async #page(table: PageTable, page: number): Promise<readonly Entry[]> {
    if (table.last?.page === page) return table.last.entries;
    const { places } = table;
    const at = page * 16;
    const reader = new NumberReader(await this.#read('keys', places.readUInt32LE(at), places.readUInt32LE(at + 16)));
    let postings = places.readUInt32LE(at + 4);
    let positions = places.readUInt32LE(at + 8);
    let previous = Buffer.alloc(0);
    const entries: Entry[] = [];
    while (reader.at < reader.bytes.length && entries.length < keysPerPage) {
      const common = reader.next();
      const length = reader.next();
      const value = Buffer.concat([previous.subarray(0, common), reader.bytes.subarray(reader.at, reader.at + length)]);
      reader.at += length;
      const field = reader.next();
      const count = reader.next();
      const row = count === 1 ? reader.next() : 0;
      const postingsBytes = count > 1 && count < this.rows ? reader.next() : 0;
      const positionsBytes = reader.next();
      entries.push({ value, field, count, row, postings, postingsBytes, positions, positionsBytes });
      postings += postingsBytes;
      positions += positionsBytes;
      previous = value;
      if (page * keysPerPage + entries.length >= this.head.keys) break;
    }
    table.last = { page, entries };
    return entries;
  }

  /** Returns the entries of a value, one for each field. @throws DamagedBlockError when the block is damaged */
  async entries(value: Buffer, yielder = new Yielder()): Promise<Entry[]> {
    if (!(await this.#mayHave(value))) return [];
    const found = await this.#run(value, (other) => other.equals(value), yielder);
    // A value has at most one entry per field, so only a damaged block exceeds the limit of pages.
    if (!found) throw new DamagedBlockError('A block of the word index has invalid contents');
    return found;
  }

  /**
   * Returns the entries whose value begins with a prefix. Returns undefined if too many pages would have to be read.
   */
  entriesFrom(prefix: Buffer, yielder: Yielder): Promise<Entry[] | undefined> {
    return this.#run(
      prefix,
      (value) => value.length >= prefix.length && value.compare(prefix, 0, prefix.length, 0, prefix.length) === 0,
      yielder,
    );
  }

  /**
   * Returns the entries of some fields whose value passes a test. The method examines every key of the dictionary.
   * @param test decides about a value; the buffer that it receives is reused
   * @returns undefined if the dictionary is too large, or too many keys match
   * @throws DamagedBlockError when the block is damaged
   */
  async walk(
    fields: ReadonlySet<number>,
    test: (bytes: Uint8Array, length: number) => boolean,
    yielder: Yielder,
  ): Promise<Entry[] | undefined> {
    if (this.head.keys > mostWalked) return undefined;
    const { pages, places } = await this.#pageTable();
    const value = Buffer.alloc(mostValueBytes);
    const found: Entry[] = [];
    const place = (page: number, at: number): number => places.readUInt32LE(page * 16 + at);
    for (let first = 0; first < pages; first += pagesAtOnce) {
      const last = Math.min(first + pagesAtOnce, pages);
      const reader = new NumberReader(await this.#read('keys', place(first, 0), place(last, 0), false));
      for (let page = first; page < last; page += 1) {
        if (yielder.isOver) await yielder.pause();
        let postings = place(page, 4);
        let positions = place(page, 8);
        const end = place(page + 1, 0) - place(first, 0);
        while (reader.at < end) {
          const common = reader.next();
          const added = reader.next();
          const length = common + added;
          if (length > mostValueBytes) throw new DamagedBlockError('A block of the word index has invalid contents');
          reader.bytes.copy(value, common, reader.at, reader.at + added);
          reader.at += added;
          const field = reader.next();
          const count = reader.next();
          const row = count === 1 ? reader.next() : 0;
          const postingsBytes = count > 1 && count < this.rows ? reader.next() : 0;
          const positionsBytes = reader.next();
          // Markers are no words, so they are skipped.
          if (fields.has(field) && (value[0] ?? 0) < firstMarker && test(value, length)) {
            if (found.length >= mostKept) return undefined;
            const own = Buffer.from(value.subarray(0, length));
            found.push({ value: own, field, count, row, postings, postingsBytes, positions, positionsBytes });
          }
          postings += postingsBytes;
          positions += positionsBytes;
        }
      }
    }
    return found;
  }

  /** Sets the bits of the rows of entries; the entries have the order of the dictionary. */
  async addRows(entries: readonly Entry[], bits: Bits, yielder: Yielder): Promise<void> {
    // Entries that are close together in the file are read at once.
    let waiting: Entry[] = [];
    const read = async (): Promise<void> => {
      const [first] = waiting;
      const last = waiting.at(-1);
      if (!first || !last) return;
      const bytes = await this.#read('postings', first.postings, last.postings + last.postingsBytes);
      for (const entry of waiting) {
        if (yielder.isOver) await yielder.pause();
        const from = entry.postings - first.postings;
        this.#decode(entry, bytes.subarray(from, from + entry.postingsBytes), bits);
      }
      waiting = [];
    };
    for (const entry of entries) {
      if (entry.count === 1) setBit(bits, this.#row(entry.row));
      else if (entry.count >= this.rows) bits.set(fullBits(this.rows));
      else {
        const [first] = waiting;
        if (first && entry.postings - first.postings > 128 * 1024) await read();
        waiting.push(entry);
      }
    }
    await read();
  }

  #row(row: number): number {
    if (row >= this.rows) throw new DamagedBlockError('A block of the word index has invalid contents');
    return row;
  }

  #decode(entry: Entry, bytes: Buffer, bits: Bits): void {
    if (isDense(entry.count, this.rows)) {
      for (let at = 0; at < bytes.length; at += 1)
        bits[at >>> 2] = (bits[at >>> 2] ?? 0) | ((bytes[at] ?? 0) << ((at & 3) * 8));
      return;
    }
    const reader = new NumberReader(bytes);
    let row = -1;
    for (let left = entry.count; left > 0; left -= 1) {
      row += reader.next() + 1;
      setBit(bits, this.#row(row));
    }
  }

  async rowsOf(entries: readonly Entry[], yielder = new Yielder()): Promise<Bits> {
    const bits = emptyBits(this.rows);
    await this.addRows(entries, bits, yielder);
    return bits;
  }

  /**
   * Returns the word positions of an entry: one number for each occurrence, or a single number if all positions are
   * equal (see `encode.ts`).
   */
  positionsOf(entry: Entry): Promise<Buffer> | Buffer {
    return this.#read('positions', entry.positions, entry.positions + entry.positionsBytes);
  }

  /** Returns the values of a field; undefined: the block does not store the values of this field. */
  async column(field: number): Promise<BlockColumn | undefined> {
    const { rows } = this;
    const [start, end] = this.head.starts.slice(sections.indexOf('columns'));
    if (start === end) return undefined;
    const table = await this.#read('columns', 0, tableBytes(await this.#read('columns', 0, 8)));
    const entry = entryOf(table, field);
    if (!entry) return noColumn;
    const { kind, valuesAt, valuesBytes, width, isSparse, rowsAt } = entry;
    if (kind === 'none') return undefined;
    const values = decodeValues(entry, await this.#read('columns', valuesAt, valuesAt + valuesBytes));
    const places = async (): Promise<Uint8Array | Uint16Array | undefined> => {
      if (width === 0) return undefined;
      if (isSparse) {
        const length = sparseBytes(entry, await this.#read('columns', rowsAt, rowsAt + countBytes));
        return spreadPlaces(entry, await this.#read('columns', rowsAt, rowsAt + length), rows);
      }
      const bytes = await this.#read('columns', rowsAt, rowsAt + rows * width);
      return width === 1 ? bytes : numbersOf(Uint16Array, bytes);
    };
    return { values, places };
  }

  /**
   * Reads the parts of a block that look-ups need into the cache, with one or two large reads.
   * @param withTimes true: the times of all rows are read, too
   * @returns number of bytes read
   * @throws DamagedBlockError when a checksum does not match
   */
  async readAhead(withTimes: boolean): Promise<number> {
    const place = (section: Section): number => this.head.starts[sections.indexOf(section)] ?? 0;
    const [times, pages, keys] = [place('times'), place('pages'), place('keys')];
    const ranges = withTimes ? [[0, keys] as const] : [[0, times] as const, [pages, keys] as const];
    for (const [from, to] of ranges) await this.#source.read(from, to);
    return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
  }

  /**
   * Returns the rows with too many words to index, so that every query may match them; undefined if there are no such
   * rows.
   */
  unsure(): Promise<Bits | undefined> {
    return (this.#unsure ??= this.entries(markers.unsure).then((found) =>
      found.length > 0 ? this.rowsOf(found) : undefined,
    ));
  }

  /**
   * Returns the block with its whole body in memory.
   * @throws DamagedBlockError when a checksum does not match
   */
  async held(): Promise<Block> {
    return new Block(this.head, inMemory(await this.#source.read(0, this.head.starts.at(-1) ?? 0, { keep: false })));
  }

  /**
   * Verifies the checksums of the whole block.
   * @throws DamagedBlockError when a checksum does not match
   */
  async check(): Promise<void> {
    const step = 256 * 1024;
    const end = this.head.starts.at(-1) ?? 0;
    for (let from = 0; from < end; from += step)
      await this.#source.read(from, Math.min(from + step, end), { keep: false });
  }
}
