/**
 * The section `columns` of a block has the values of fields with few distinct values. Numbers are little endian,
 * subsections are aligned to 8 bytes, and offsets count from the start of the section. The section consists of:
 * - number of fields, 4 bytes, and 4 unused bytes
 * - a table with 24 bytes per field. They are six numbers of 4 bytes: the field; its kind in bits 0–7, width in bits
 *   8–15 and sparse in bit 16; the number of values; the offset of the values; their size in bytes; the offset of the
 *   rows
 * - distinct values of each field, ascending: texts as length and UTF-8, numbers as doubles
 * - rows of each field: for each row the index of its value, counted from one, or 0 for no value, in `width` bytes. A
 *   sparse column has the number of rows with a value (4 bytes), their numbers (2 bytes each), and their indices.
 *   Nothing is stored (width 0) if all rows have the same value.
 */
import type { Builder } from './builder.js';
import { longestKey, numbersOf, putNumber } from './format.js';

const entryBytes = 24;
/**
 * Largest number of distinct values of a stored column. If a field has more distinct values, the block stores none of
 * them.
 */
const mostValues = 65_535;
/**
 * Number of distinct values up to which a block stores the values of a field, whatever its number of rows. If there are
 * more distinct values, they are stored only if their number is at most a quarter of the number of rows.
 */
const fewValues = 4096;

const kinds = ['none', 'text', 'number'] as const;
type Kind = (typeof kinds)[number];

/** Entry of a field in the table of a block. */
export interface ColumnEntry {
  /** `none`: rows have values, but the index does not store them. */
  readonly kind: Kind;
  readonly values: number;
  readonly valuesAt: number;
  readonly valuesBytes: number;
  /** Bytes per row: 0, 1 or 2. */
  readonly width: number;
  /** True: only rows with a value are stored. */
  readonly isSparse: boolean;
  readonly rowsAt: number;
}

/**
 * Numbers of the keys in dictionary order (`sorted`), and the occurrences grouped by key (`order`). The occurrences of
 * a key begin at `order[starts[key]]`.
 */
export interface KeyRows {
  readonly sorted: Uint32Array;
  readonly starts: Uint32Array;
  readonly order: Uint32Array;
}

const aligned = (place: number): number => Math.ceil(place / 8) * 8;

const entriesAt = 8;

function fieldsOf({ exact, fields, lengths, rows }: Builder, { sorted }: KeyRows): Map<number, number[] | undefined> {
  const most = Math.min(mostValues, Math.max(fewValues, rows / 4));
  const found = new Map<number, number[] | undefined>();
  for (const field of exact.keys()) found.set(field, []);
  for (const key of sorted) {
    const field = fields[key] ?? 0;
    const keys = found.get(field);
    if (!keys) continue;
    keys.push(key);
    if (exact.get(field) === 'none' || keys.length > most || (lengths[key] ?? 0) >= longestKey)
      found.set(field, undefined);
  }
  return found;
}

function textOfKey({ bytes, offsets, lengths }: Builder, key: number): Buffer {
  const from = offsets[key] ?? 0;
  return bytes.subarray(from, from + (lengths[key] ?? 0));
}

const numberOfKey = (builder: Builder, key: number): number => Number(textOfKey(builder, key).toString('latin1'));

function textValues(builder: Builder, keys: readonly number[]): Buffer {
  const length = keys.reduce((sum, key) => sum + (builder.lengths[key] ?? 0) + 1, 0);
  const bytes = Buffer.alloc(length);
  let at = 0;
  for (const key of keys) {
    const text = textOfKey(builder, key);
    at = putNumber(bytes, at, text.length);
    at += text.copy(bytes, at);
  }
  return bytes;
}

function numberValues(builder: Builder, keys: readonly number[]): Buffer {
  const bytes = Buffer.alloc(keys.length * 8);
  for (const [at, key] of keys.entries()) bytes.writeDoubleLE(numberOfKey(builder, key), at * 8);
  return bytes;
}

const sparseBit = 1 << 16;
/** Size in bytes of the number of rows with which a sparse column begins. */
export const countBytes = 4;
const rowBytes = 2;

interface RowPlaces {
  readonly bytes: Buffer;
  readonly width: number;
  readonly isSparse: boolean;
}

/** Encodes the index of the value of each row, as a dense or a sparse column. */
function placesOf(builder: Builder, keyRows: KeyRows, keys: readonly number[]): RowPlaces {
  const { rows, counts } = builder;
  const width = keys.length < 256 ? 1 : 2;
  const filled = keys.reduce((sum, key) => sum + (counts[key] ?? 0), 0);
  // The shorter encoding is used: a dense column of a rare field could be larger than the rest of the block.
  const isSparse = countBytes + filled * (rowBytes + width) < rows * width;
  const bytes = isSparse
    ? sparsePlaces(builder, keyRows, keys, filled, width)
    : densePlaces(builder, keyRows, keys, width);
  return { bytes, width, isSparse };
}

function densePlaces(
  { rowOf, rows }: Builder,
  { starts, order }: KeyRows,
  keys: readonly number[],
  width: 1 | 2,
): Buffer {
  const bytes = Buffer.alloc(rows * width);
  for (const [at, key] of keys.entries())
    for (let one = starts[key] ?? 0; one < (starts[key + 1] ?? 0); one += 1) {
      const row = rowOf[order[one] ?? 0] ?? 0;
      if (width === 1) bytes[row] = at + 1;
      else bytes.writeUInt16LE(at + 1, row * 2);
    }
  return bytes;
}

/**
 * Encodes a sparse column.
 * @param filled number of rows with a value
 */
function sparsePlaces(
  { rowOf }: Builder,
  { starts, order }: KeyRows,
  keys: readonly number[],
  filled: number,
  width: 1 | 2,
): Buffer {
  const bytes = Buffer.alloc(countBytes + filled * (rowBytes + width));
  bytes.writeUInt32LE(filled, 0);
  const placesAt = countBytes + filled * rowBytes;
  let found = 0;
  for (const [at, key] of keys.entries())
    for (let one = starts[key] ?? 0; one < (starts[key + 1] ?? 0); one += 1) {
      bytes.writeUInt16LE(rowOf[order[one] ?? 0] ?? 0, countBytes + found * rowBytes);
      bytes.writeUIntLE(at + 1, placesAt + found * width, width);
      found += 1;
    }
  return bytes;
}

export function encodeColumns(builder: Builder, keyRows: KeyRows): Buffer {
  const fields = [...fieldsOf(builder, keyRows)].sort(([a], [b]) => a - b);
  const table = Buffer.alloc(entriesAt + fields.length * entryBytes);
  table.writeUInt32LE(fields.length, 0);
  const parts: { readonly at: number; readonly bytes: Buffer }[] = [{ at: 0, bytes: table }];
  let end = aligned(table.length);
  const place = (bytes: Buffer): number => {
    const at = end;
    parts.push({ at, bytes });
    end = aligned(end + bytes.length);
    return at;
  };
  for (const [number, [field, unordered]] of fields.entries()) {
    const kind = unordered ? (builder.exact.get(field) ?? 'none') : 'none';
    const keys = unordered ?? [];
    if (kind === 'number') {
      const values = new Map(keys.map((key) => [key, numberOfKey(builder, key)]));
      keys.sort((a, b) => (values.get(a) ?? 0) - (values.get(b) ?? 0));
    }
    const values = kind === 'number' ? numberValues(builder, keys) : textValues(builder, keys);
    const [only] = keys;
    const isSame = only !== undefined && keys.length === 1 && builder.counts[only] === builder.rows;
    const rows = kind === 'none' || isSame ? undefined : placesOf(builder, keyRows, keys);
    const words = [
      field,
      kinds.indexOf(kind) | ((rows?.width ?? 0) << 8) | (rows?.isSparse ? sparseBit : 0),
      keys.length,
      kind === 'none' ? 0 : place(values),
      values.length,
      rows ? place(rows.bytes) : 0,
    ];
    for (const [at, word] of words.entries()) table.writeUInt32LE(word, entriesAt + number * entryBytes + at * 4);
  }
  const section = Buffer.alloc(end);
  for (const { at, bytes } of parts) bytes.copy(section, at);
  return section;
}

/** Computes the size of the table in bytes from its first bytes. */
export const tableBytes = (bytes: Buffer): number => entriesAt + bytes.readUInt32LE(0) * entryBytes;

/** Returns the entry of a field in the table of columns. Returns undefined if no row has a value of the field. */
export function entryOf(table: Buffer, field: number): ColumnEntry | undefined {
  for (let at = entriesAt; at < table.length; at += entryBytes) {
    if (table.readUInt32LE(at) !== field) continue;
    const word = (place: number): number => table.readUInt32LE(at + place * 4);
    return {
      kind: kinds[word(1) & 255] ?? 'none',
      width: (word(1) >>> 8) & 255,
      isSparse: (word(1) & sparseBit) !== 0,
      values: word(2),
      valuesAt: word(3),
      valuesBytes: word(4),
      rowsAt: word(5),
    };
  }
  return undefined;
}

/** Decodes the sorted values of a column, exactly as stored; booleans as text. */
export function decodeValues({ kind, values }: ColumnEntry, bytes: Buffer): readonly string[] | Float64Array {
  if (kind === 'number') return numbersOf(Float64Array, bytes.subarray(0, values * 8));
  const found: string[] = [];
  for (let at = 0; at < bytes.length;) {
    // The length fits one byte, because values in the dictionary are shorter than 128 bytes.
    const length = bytes[at] ?? 0;
    found.push(bytes.toString('utf8', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return found;
}

/** Computes the size of a sparse column in bytes from its first bytes. */
export const sparseBytes = ({ width }: ColumnEntry, bytes: Buffer): number =>
  countBytes + bytes.readUInt32LE(0) * (rowBytes + width);

/** Expands a sparse column to the index of the value of each row. */
export function spreadPlaces({ width }: ColumnEntry, bytes: Buffer, rows: number): Uint8Array | Uint16Array {
  const places = width === 1 ? new Uint8Array(rows) : new Uint16Array(rows);
  const filled = bytes.readUInt32LE(0);
  const placesAt = countBytes + filled * rowBytes;
  for (let at = 0; at < filled; at += 1)
    places[bytes.readUInt16LE(countBytes + at * rowBytes)] = bytes.readUIntLE(placesAt + at * width, width);
  return places;
}
