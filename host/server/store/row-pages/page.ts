/**
 * Encodes up to 128 rows of an index as a page, from which single rows are decoded without the others. A page contains
 * the values column by column, because similar values side by side compress better, and columns without a value take no
 * space.
 *
 * Layout, with numbers in little endian: the number of rows (u8), and then for each column with a value
 * - number of the column (u16)
 * - kind (u8); `sameFlag` is added to it when all rows have the same value, which is then stored once
 * - size of the values in bytes (u32)
 * - values, written by `PageEncoder` in a form that depends on the kind
 */
import { joinId, splitId, type IdParts } from '../message-id.js';
import type { Row } from '../types.js';

export const mostRowsPerPage = 128;

/** A value of a row, either as it is loaded or as the database returns it. */
export type PageCell = string | number | bigint | boolean | readonly string[] | null;

const kinds = { text: 0, integer: 1, double: 2, boolean: 3, digits: 4, list: 5, ids: 6 } as const;
const sameFlag = 0x40;
const columnHeadBytes = 7;
/** Largest absolute value of a number of the kind `integer`: the difference of two of them is exact as a double. */
const largestInteger = 2 ** 51;
/** Largest size of an encoded page in bytes. */
export const mostPageBytes = 16 * 1024 * 1024;

/** Thrown when a page is not what `PageEncoder` writes. */
export class DamagedPageError extends Error {
  override name = 'DamagedPageError';
}

const firstBytes = 64 * 1024;
const mostVarintBytes = 8;

/** Encodes pages one after another into the same memory. */
export class PageEncoder {
  #bytes = Buffer.allocUnsafeSlow(firstBytes);
  #at = 0;

  /**
   * Encodes the rows from `from` up to, but not including, `to`.
   * @param columns values by row, for each number of a column; undefined for a column without values
   * @returns the encoded page, which is overwritten by the next one; undefined when it would be too large
   */
  encode(columns: readonly (readonly PageCell[] | undefined)[], from: number, to: number): Buffer | undefined {
    this.#at = 0;
    this.#room(1);
    this.#byte(to - from);
    for (const [number, cells] of columns.entries()) {
      if (!cells || isEmpty(cells, from, to)) continue;
      this.#column(number, cells, from, to);
      if (this.#at > mostPageBytes) return undefined;
    }
    const page = this.#bytes.subarray(0, this.#at);
    // The memory for one large page is not kept.
    if (this.#bytes.length > firstBytes * 16) this.#bytes = Buffer.allocUnsafeSlow(firstBytes);
    return page;
  }

  #column(number: number, cells: readonly PageCell[], from: number, to: number): void {
    const isSame = areSame(cells, from, to);
    const end = isSame ? from + 1 : to;
    const kind = kindOf(cells, from, end);
    this.#room(columnHeadBytes);
    const head = this.#at;
    this.#bytes.writeUInt16LE(number, head);
    this.#bytes[head + 2] = kinds[kind] | (isSame ? sameFlag : 0);
    this.#at = head + columnHeadBytes;
    if (kind === 'integer') this.#integers(cells, from, end);
    else if (kind === 'double') this.#doubles(cells, from, end);
    else if (kind === 'boolean') this.#booleans(cells, from, end);
    else if (kind === 'ids') this.#ids(cells, from, end);
    else this.#texts(cells, from, end, kind === 'list' ? listText : String);
    this.#bytes.writeUInt32LE(this.#at - head - columnHeadBytes, head + 3);
  }

  #room(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#at + bytes));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }

  #byte(value: number): void {
    this.#bytes[this.#at] = value;
    this.#at += 1;
  }

  #varint(value: number): void {
    while (value > 0x7f) {
      this.#byte((value % 128) + 128);
      value = Math.floor(value / 128);
    }
    this.#byte(value);
  }

  /** Writes the lengths in bytes, 0 for no value and otherwise one more than the length, and then the texts. */
  #texts(cells: readonly PageCell[], from: number, to: number, textOf: (cell: PageCell) => string): void {
    const texts = new Array<string>(to - from);
    let characters = 0;
    for (let row = from; row < to; row += 1) {
      const cell = cells[row];
      const text = cell === null || cell === undefined ? '' : textOf(cell);
      texts[row - from] = text;
      characters += text.length;
    }
    // A character takes at most three bytes in UTF-8.
    this.#room((to - from) * mostVarintBytes + characters * 3);
    const start = this.#at;
    const lengths = (lengthOf: (text: string) => number): void => {
      for (let row = from; row < to; row += 1) {
        const cell = cells[row];
        this.#varint(cell === null || cell === undefined ? 0 : lengthOf(texts[row - from] ?? '') + 1);
      }
    };
    lengths(({ length }) => length);
    const written = this.#bytes.write(texts.join(''), this.#at, 'utf8');
    if (written === characters) {
      this.#at += written;
      return;
    }
    // Texts beyond ASCII are written one by one: halves of surrogate pairs at the ends of two texts must not be joined.
    this.#at = start;
    lengths((text) => Buffer.byteLength(text));
    for (const text of texts) this.#at += this.#bytes.write(text, this.#at, 'utf8');
  }

  /** Writes which rows have a value, in one bit for each row and groups of 32 rows. */
  #nulls(cells: readonly PageCell[], from: number, to: number): void {
    this.#room(nullBytes(to - from));
    for (let first = from; first < to; first += 32) {
      let bits = 0;
      for (let row = first; row < Math.min(first + 32, to); row += 1)
        if (cells[row] !== null && cells[row] !== undefined) bits |= 1 << (row - first);
      this.#at = this.#bytes.writeInt32LE(bits, this.#at);
    }
  }

  /** Writes the distance of each value from the value before, with the sign in the lowest bit. */
  #integers(cells: readonly PageCell[], from: number, to: number): void {
    this.#nulls(cells, from, to);
    this.#room((to - from) * mostVarintBytes);
    let before = 0;
    for (let row = from; row < to; row += 1) {
      const cell = cells[row];
      if (cell === null || cell === undefined) continue;
      this.#distance(before, Number(cell));
      before = Number(cell);
    }
  }

  #distance(before: number, value: number): void {
    const apart = value - before;
    this.#varint(apart >= 0 ? apart * 2 : -apart * 2 - 1);
  }

  /** Writes the end that all message ids share, and then the distances of their times and of their sequence numbers. */
  #ids(cells: readonly PageCell[], from: number, to: number): void {
    const ids: (IdParts | undefined)[] = [];
    for (let row = from; row < to; row += 1) ids.push(idPartsOf(cells[row]));
    this.#room(runBytes + ids.length * mostVarintBytes * 2);
    this.#at += this.#bytes.write(ids[0]?.run ?? '', this.#at, 'latin1');
    for (const part of ['time', 'sequence'] as const) {
      let before = 0;
      for (const id of ids) {
        const value = id?.[part] ?? 0;
        this.#distance(before, value);
        before = value;
      }
    }
  }

  #doubles(cells: readonly PageCell[], from: number, to: number): void {
    this.#nulls(cells, from, to);
    this.#room((to - from) * 8);
    for (let row = from; row < to; row += 1) {
      const cell = cells[row];
      if (cell !== null && cell !== undefined) this.#at = this.#bytes.writeDoubleLE(Number(cell), this.#at);
    }
  }

  #booleans(cells: readonly PageCell[], from: number, to: number): void {
    this.#room(to - from);
    for (let row = from; row < to; row += 1) this.#byte(cells[row] === true ? 1 : cells[row] === false ? 0 : 2);
  }
}

const nullBytes = (rows: number): number => Math.ceil(rows / 32) * 4;

/** Size in bytes of the end that all ids of one run of the server share. */
const runBytes = 6;
const idPartsOf = (cell: PageCell | undefined): IdParts | undefined =>
  typeof cell === 'string' ? splitId(cell) : undefined;

/** Tells whether all values are message ids of one run of the server. */
function areIds(cells: readonly PageCell[], from: number, to: number): boolean {
  const run = idPartsOf(cells[from])?.run;
  if (run === undefined || !/^[\x20-\x7e]{6}$/.test(run)) return false;
  for (let row = from + 1; row < to; row += 1) if (idPartsOf(cells[row])?.run !== run) return false;
  return true;
}

type TextList = readonly string[];
const isList = (cell: PageCell | undefined): cell is TextList => Array.isArray(cell);

/**
 * Returns a list as JSON with the texts that the database stores. The database replaces lone surrogates, which JSON
 * would keep, so this function replaces them too.
 */
const listText = (cell: PageCell): string =>
  isList(cell) ? JSON.stringify(cell.map((text) => Buffer.from(text).toString())) : '';

function isEmpty(cells: readonly PageCell[], from: number, to: number): boolean {
  for (let row = from; row < to; row += 1) if (cells[row] !== null && cells[row] !== undefined) return false;
  return true;
}

function areSame(cells: readonly PageCell[], from: number, to: number): boolean {
  const first = cells[from];
  if (isList(first)) {
    for (let row = from + 1; row < to; row += 1) if (!isSameList(first, cells[row])) return false;
    return true;
  }
  // -0 and 0 are different values.
  for (let row = from + 1; row < to; row += 1) if (!Object.is(cells[row], first)) return false;
  return true;
}

const isSameList = (one: TextList, other: PageCell | undefined): boolean =>
  one === other || (isList(other) && other.length === one.length && one.every((text, at) => text === other[at]));

/**
 * Returns how the values of a column are written. All values have one type, with two exceptions: integers are bigint or
 * number, and a column that became a floating-point column may have integers and floating-point numbers.
 */
function kindOf(cells: readonly PageCell[], from: number, to: number): keyof typeof kinds {
  let isInteger = true;
  let isBeyondDouble = false;
  let isFractional = false;
  for (let row = from; row < to; row += 1) {
    const cell = cells[row];
    if (cell === null || cell === undefined) continue;
    if (typeof cell === 'string') return areIds(cells, from, to) ? 'ids' : 'text';
    if (typeof cell === 'boolean') return 'boolean';
    if (typeof cell === 'object') return 'list';
    const value = Number(cell);
    if (typeof cell === 'bigint') isBeyondDouble ||= !Number.isSafeInteger(value);
    else isFractional ||= !Number.isSafeInteger(value) || Object.is(value, -0);
    isInteger &&= Math.abs(value) <= largestInteger;
  }
  if (isFractional) return 'double';
  return isBeyondDouble ? 'digits' : isInteger ? 'integer' : 'double';
}

/** A column to decode. */
export interface PageColumn {
  readonly number: number;
  /** Name of the value in the row. */
  readonly name: string;
  /** True: integers beyond 2^53 are returned as numbers, because the column became a floating-point column. */
  readonly isDouble: boolean;
}

/**
 * Decodes a row of a page.
 * @param row number of the row within the page
 * @param wanted columns by their numbers
 * @returns the values that are not NULL by the names of their columns, as the database would return them
 * @throws Error when the page is damaged
 */
export function decodeRow(page: Buffer, row: number, wanted: ReadonlyMap<number, PageColumn>): Row {
  const rows = page.readUInt8(0);
  if (row >= rows || rows > mostRowsPerPage) throw new DamagedPageError('The page does not contain the row.');
  const found: Row = {};
  for (let at = 1; at < page.length;) {
    const kind = page.readUInt8(at + 2);
    const start = at + columnHeadBytes;
    const end = start + page.readUInt32LE(at + 3);
    if (end > page.length) throw new DamagedPageError('A column of the page is cut off.');
    const column = wanted.get(page.readUInt16LE(at));
    at = end;
    if (!column) continue;
    const isSame = (kind & sameFlag) !== 0;
    const values = new Values(page, start, end);
    const value = values.read(kind & ~sameFlag, isSame ? 0 : row, isSame ? 1 : rows);
    if (value !== null) found[column.name] = column.isDouble && typeof value === 'bigint' ? Number(value) : value;
  }
  return found;
}

/** Reads one value of a column. */
class Values {
  #at: number;

  constructor(
    private readonly page: Buffer,
    start: number,
    private readonly end: number,
  ) {
    this.#at = start;
  }

  read(kind: number, row: number, rows: number): unknown {
    switch (kind) {
      case kinds.text:
        return this.#text(row, rows);
      case kinds.integer:
        return this.#integer(row, rows);
      case kinds.double:
        return this.#double(row, rows);
      case kinds.boolean: {
        const value = this.page.readUInt8(this.#at + row);
        return value === 2 ? null : value === 1;
      }
      case kinds.digits: {
        const digits = this.#text(row, rows);
        if (digits === null) return null;
        const value = BigInt(digits);
        return Number.isSafeInteger(Number(value)) ? Number(value) : value;
      }
      case kinds.list: {
        const text = this.#text(row, rows);
        return text === null ? null : (JSON.parse(text) as unknown);
      }
      case kinds.ids:
        return this.#id(row, rows);
      default:
        throw new DamagedPageError('The page has a column of an unknown kind.');
    }
  }

  #varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.page[this.#at];
      if (byte === undefined || this.#at >= this.end) throw new DamagedPageError('A column of the page is cut off.');
      this.#at += 1;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  #text(row: number, rows: number): string | null {
    let before = 0;
    let length = 0;
    for (let at = 0; at < rows; at += 1) {
      const one = this.#varint();
      if (at < row) before += Math.max(0, one - 1);
      else if (at === row) length = one;
    }
    if (length === 0) return null;
    const from = this.#at + before;
    if (from + length - 1 > this.end) throw new DamagedPageError('A text of the page is cut off.');
    return this.page.toString('utf8', from, from + length - 1);
  }

  /** Reads which rows have values, and returns the number of values before the row; undefined: the row has no value. */
  #valuesBefore(row: number, rows: number): number | undefined {
    const start = this.#at;
    const has = (at: number): number => (this.page.readInt32LE(start + (at >>> 5) * 4) >>> (at & 31)) & 1;
    this.#at += nullBytes(rows);
    if (has(row) === 0) return undefined;
    let before = 0;
    for (let at = 0; at < row; at += 1) before += has(at);
    return before;
  }

  #integer(row: number, rows: number): number | null {
    const before = this.#valuesBefore(row, rows);
    return before === undefined ? null : this.#sum(before + 1);
  }

  /** Returns the sum of the next distances. */
  #sum(count: number): number {
    let value = 0;
    for (let at = 0; at < count; at += 1) {
      const apart = this.#varint();
      value += apart % 2 === 0 ? apart / 2 : -(apart + 1) / 2;
    }
    return value;
  }

  #id(row: number, rows: number): string {
    const run = this.page.toString('latin1', this.#at, this.#at + runBytes);
    this.#at += runBytes;
    const time = this.#sum(row + 1);
    for (let at = row + 1; at < rows; at += 1) this.#varint();
    return joinId({ time, sequence: this.#sum(row + 1), run });
  }

  #double(row: number, rows: number): number | null {
    const before = this.#valuesBefore(row, rows);
    return before === undefined ? null : this.page.readDoubleLE(this.#at + before * 8);
  }
}
