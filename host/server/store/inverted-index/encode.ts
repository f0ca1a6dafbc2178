/** Encodes the keys of a builder as a block. The builder is not changed, and can take further rows afterwards. */
import { countBits, rowsOfBits, type Bits } from './bits.js';
import type { Builder } from './builder.js';
import { encodeColumns, type KeyRows } from './columns.js';
import { fieldsOfWords } from './fields.js';
import {
  encodeBlock,
  filterBitOf,
  filterBits,
  filterLine,
  filterProbes,
  hashOf,
  isDense,
  keysPerPage,
  markers,
  nextProbeOf,
  putNumber,
  secondHashOf,
  spanRows,
} from './format.js';
import { sortedKeys } from './key-order.js';

/** Appends bytes to a growing buffer. */
class Bytes {
  buffer = Buffer.allocUnsafeSlow(1 << 16);
  length = 0;

  /** Returns the buffer, with room for at least the given number of further bytes. */
  room(count: number): Buffer {
    if (this.length + count > this.buffer.length) {
      const larger = Buffer.allocUnsafeSlow((this.length + count) * 2);
      this.buffer.copy(larger, 0, 0, this.length);
      this.buffer = larger;
    }
    return this.buffer;
  }

  number(value: number): void {
    this.length = putNumber(this.room(8), this.length, value);
  }

  word(value: number): void {
    this.room(4).writeUInt32LE(value, this.length);
    this.length += 4;
  }

  copy(source: Buffer, from: number, to: number): void {
    source.copy(this.room(to - from), this.length, from, to);
    this.length += to - from;
  }

  done(): Buffer {
    return this.buffer.subarray(0, this.length);
  }
}

/** Groups the occurrences by key; within a key they keep their order by row and position. */
function byKey({ keys, occurrences, keyOf, counts }: Builder): { starts: Uint32Array; order: Uint32Array } {
  const starts = new Uint32Array(keys + 1);
  for (let key = 0; key < keys; key += 1) starts[key + 1] = (starts[key] ?? 0) + (counts[key] ?? 0);
  const next = starts.slice();
  const order = new Uint32Array(occurrences);
  for (let at = 0; at < occurrences; at += 1) {
    const key = keyOf[at] ?? 0;
    const place = next[key] ?? 0;
    order[place] = at;
    next[key] = place + 1;
  }
  return { starts, order };
}

class DictionaryWriter {
  readonly pages = new Bytes();
  readonly firstKeys = new Bytes();
  readonly keys = new Bytes();
  readonly postings = new Bytes();
  readonly positions = new Bytes();
  readonly #builder: Builder;
  #previous: Buffer = Buffer.alloc(0);
  #written = 0;
  /** Rows of the present key, of which the first `count` are valid. */
  readonly rows: Uint16Array;
  count = 0;

  constructor(builder: Builder) {
    this.#builder = builder;
    this.rows = new Uint16Array(builder.rows);
  }

  get written(): number {
    return this.#written;
  }

  /**
   * Adds a key whose rows are in `rows`.
   * @param places writes the positions of the key, for words
   */
  add(value: Buffer, field: number, places?: () => void): void {
    if (this.#written % keysPerPage === 0) this.#beginPage(value, field);
    let common = 0;
    while (common < value.length && common < this.#previous.length && value[common] === this.#previous[common])
      common += 1;
    const { keys, postings } = this;
    keys.number(common);
    keys.number(value.length - common);
    keys.copy(value, common, value.length);
    keys.number(field);
    keys.number(this.count);
    this.#previous = value;
    this.#written += 1;
    const total = this.#builder.rows;
    if (this.count === 1) keys.number(this.rows[0] ?? 0);
    else if (this.count < total) {
      const before = postings.length;
      if (isDense(this.count, total)) this.#bitmap();
      else this.#distances();
      keys.number(postings.length - before);
    }
    const before = this.positions.length;
    places?.();
    keys.number(this.positions.length - before);
  }

  #beginPage(value: Buffer, field: number): void {
    this.end();
    this.firstKeys.number(field);
    this.firstKeys.copy(value, 0, value.length);
    this.#previous = Buffer.alloc(0);
  }

  /** Writes the present offsets, which are the start of a page, or the end of the last page. */
  end(): void {
    this.pages.word(this.keys.length);
    this.pages.word(this.postings.length);
    this.pages.word(this.positions.length);
    this.pages.word(this.firstKeys.length);
  }

  #bitmap(): void {
    const length = Math.ceil(this.#builder.rows / 8);
    const bytes = this.postings.room(length);
    const start = this.postings.length;
    bytes.fill(0, start, start + length);
    for (let at = 0; at < this.count; at += 1) {
      const row = this.rows[at] ?? 0;
      bytes[start + (row >>> 3)] = (bytes[start + (row >>> 3)] ?? 0) | (1 << (row & 7));
    }
    this.postings.length += length;
  }

  #distances(): void {
    let last = -1;
    for (let at = 0; at < this.count; at += 1) {
      const row = this.rows[at] ?? 0;
      this.postings.number(row - last - 1);
      last = row;
    }
  }
}

function writeKeys(
  builder: Builder,
  { sorted, starts, order }: KeyRows,
  writer: DictionaryWriter,
  filter: Buffer,
): void {
  const { bytes, offsets, lengths, fields, rowOf, placeOf, hashes } = builder;
  const lines = filter.length / filterLine;
  for (const key of sorted) {
    const from = starts[key] ?? 0;
    const to = starts[key + 1] ?? 0;
    writer.count = 0;
    for (let at = from; at < to; at += 1) {
      const row = rowOf[order[at] ?? 0] ?? 0;
      if (writer.count === 0 || writer.rows[writer.count - 1] !== row) writer.rows[writer.count++] = row;
    }
    const offset = offsets[key] ?? 0;
    const end = offset + (lengths[key] ?? 0);
    const field = fields[key] ?? 0;
    const value = bytes.subarray(offset, end);
    if (fieldsOfWords.has(field)) writer.add(value, field, () => writePlaces(writer, order, rowOf, placeOf, from, to));
    else writer.add(value, field);
    setFilter(filter, lines, hashes[key] ?? 0, secondHashOf(bytes, offset, end));
  }
}

/**
 * Writes a number for each occurrence of a word. It contains the distance to the preceding occurrence in the row, and a
 * bit that tells whether the row has a further occurrence. If more than three rows have the word, and each has it once
 * and at the same position, only this position is written.
 */
function writePlaces(
  { positions, count }: DictionaryWriter,
  order: Uint32Array,
  rowOf: Uint16Array,
  placeOf: Uint16Array,
  from: number,
  to: number,
): void {
  const row = (at: number): number => rowOf[order[at] ?? 0] ?? 0;
  const place = (at: number): number => placeOf[order[at] ?? 0] ?? 0;
  const first = place(from);
  // The position of a word is stored once if the word occurs once in each row, always at the same position. Texts from
  // a template have such words.
  if (count === to - from && count > 3) {
    let same = true;
    for (let at = from + 1; same && at < to; at += 1) same = place(at) === first;
    if (same) return positions.number(first);
  }
  let last = 0;
  for (let at = from; at < to; at += 1) {
    const more = at + 1 < to && row(at + 1) === row(at);
    positions.number(((place(at) - last) << 1) | (more ? 1 : 0));
    last = more ? place(at) : 0;
  }
}

function setFilter(filter: Buffer, lines: number, hash: number, second: number): void {
  const start = (hash % lines) * filterLine;
  let probe = second;
  for (let count = 0; count < filterProbes; count += 1) {
    const bit = filterBitOf(probe);
    filter[start + (bit >>> 3)] = (filter[start + (bit >>> 3)] ?? 0) | (1 << (bit & 7));
    probe = nextProbeOf(probe);
  }
}

/** Writes the markers, which list rows by a property instead of a word. */
function writeMarkers(builder: Builder, writer: DictionaryWriter, filter: Buffer): void {
  const lines = filter.length / filterLine;
  const write = (marker: Buffer, field: number, bits: Bits): void => {
    writer.count = 0;
    for (const row of rowsOfBits(bits)) writer.rows[writer.count++] = row;
    writer.add(marker, field);
    setFilter(filter, lines, hashOf(marker, 0, marker.length), secondHashOf(marker, 0, marker.length));
  };
  if (builder.unsure && countBits(builder.unsure) > 0) write(markers.unsure, 0, builder.unsure);
  for (const [field, bits] of [...builder.present].sort(([a], [b]) => a - b)) write(markers.present, field, bits);
}

function timeSections({ rows, times }: Builder): {
  spans: Buffer;
  body: Buffer;
  minTime: number;
  maxTime: number;
  timeBytes: 4 | 8;
} {
  const spans = Buffer.alloc(Math.ceil(rows / spanRows) * 16);
  let [minTime, maxTime] = [Infinity, -Infinity];
  for (let from = 0; from < rows; from += spanRows) {
    let [min, max] = [Infinity, -Infinity];
    for (const time of times.subarray(from, Math.min(from + spanRows, rows))) {
      if (time < min) min = time;
      if (time > max) max = time;
    }
    spans.writeDoubleLE(min, (from / spanRows) * 16);
    spans.writeDoubleLE(max, (from / spanRows) * 16 + 8);
    minTime = Math.min(minTime, min);
    maxTime = Math.max(maxTime, max);
  }
  const timeBytes = maxTime - minTime < 2 ** 32 ? 4 : 8;
  const body = Buffer.alloc(rows * timeBytes);
  for (let row = 0; row < rows; row += 1) {
    const distance = (times[row] ?? 0) - minTime;
    if (timeBytes === 4) body.writeUInt32LE(distance, row * 4);
    else body.writeDoubleLE(distance, row * 8);
  }
  return { spans, body, minTime, maxTime, timeBytes };
}

/**
 * Encodes a block.
 * @param createdAt creation time of the index, epoch milliseconds
 */
export function encode(builder: Builder, createdAt: number): Buffer {
  const writer = new DictionaryWriter(builder);
  const keys = builder.keys + builder.present.size + 1;
  const filter = Buffer.alloc(Math.ceil((keys * filterBits) / (filterLine * 8)) * filterLine);
  const keyRows: KeyRows = { sorted: sortedKeys(builder), ...byKey(builder) };
  writeKeys(builder, keyRows, writer, filter);
  writeMarkers(builder, writer, filter);
  writer.end();
  const times = timeSections(builder);
  const { pages, firstKeys, keys: dictionary, postings, positions } = writer;
  const parts = [
    times.spans,
    times.body,
    pages.done(),
    firstKeys.done(),
    filter,
    dictionary.done(),
    postings.done(),
    positions.done(),
    encodeColumns(builder, keyRows),
  ];
  const starts: number[] = [];
  let end = 0;
  for (const part of parts) {
    starts.push(end);
    // Sections are aligned to eight bytes, so that numbers can be read without copying.
    end = Math.ceil((end + part.length) / 8) * 8;
  }
  starts.push(end);
  const body = Buffer.alloc(end);
  for (const [at, part] of parts.entries()) part.copy(body, starts[at] ?? 0);
  const { minTime, maxTime, timeBytes } = times;
  const { first, rows, knownRow, knownId } = builder;
  return encodeBlock(
    {
      first,
      rows,
      minTime,
      maxTime,
      timeBytes,
      keys: writer.written,
      filterLines: filter.length / filterLine,
      createdAt,
      knownRow,
      knownId,
      starts,
    },
    body,
  );
}
