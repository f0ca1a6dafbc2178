/**
 * The file of words of an index, `<index>.words`: blocks of consecutive rows, each whole by itself, one behind the other.
 *
 * A block is a head and a body. The head says which rows it has, from when to when, where the sections of the body are, and has the
 * CRC-32 of every 8 KB of the body; its own is at its beginning. What is read is checked, so that damage is never taken for an answer.
 *
 * Sections of the body:
 * - `spans`: earliest and latest time of every 64 rows; `times`: that of every row, as the distance from the block's earliest
 * - `pages`: where the dictionary's pages of 64 keys are, with their postings and positions; `firstKeys`: the first key of each
 * - `filter`: a Bloom filter of the values of all keys, in lines of 64 bytes
 * - `keys`: the dictionary, sorted by value and field, of which each key leaves out what it begins with like the one before
 * - `postings`: the rows of each key; `positions`: at which place in the text words are
 * - `columns`: of fields with few values, which of them each row has, see `columns.ts`. Blocks of earlier versions have none
 */
import { crc32 } from '../journal-format.js';

export const defaultBlockRows = 65_536;
/** Rows that share a span of time. */
export const spanRows = 64;
export const keysPerPage = 64;
export const unitBytes = 8192;
/** Bytes of a value in the dictionary: of a longer one these. What it finds must be examined again. */
export const longestKey = 120;
/** Bits of the filter for each key. */
export const filterBits = 12;
const filterProbes = 6;
export const filterLine = 64;

export const sections = [
  'spans',
  'times',
  'pages',
  'firstKeys',
  'filter',
  'keys',
  'postings',
  'positions',
  'columns',
] as const;
export type Section = (typeof sections)[number];

/** Values that no text has, as they are no UTF-8: what they find are other things than words. */
export const markers = {
  /** Rows whose value of the field is not all ASCII, where case is folded. */
  foreign: Buffer.from([0xf8]),
  /** Rows with too many words to hold: each may be a hit of anything. */
  unsure: Buffer.from([0xfd]),
  /** Rows with a value of the field. */
  present: Buffer.from([0xfe]),
} as const;

/** No UTF-8 text contains this byte. */
export const firstMarker = 0xf8;

export interface BlockHead {
  /** Number of the first row. */
  readonly first: number;
  readonly rows: number;
  /** Epoch milliseconds. */
  readonly minTime: number;
  readonly maxTime: number;
  /** Bytes of a row's time: 4, or 8 when the block spans more than 49 days. */
  readonly timeBytes: 4 | 8;
  readonly keys: number;
  readonly filterLines: number;
  /** Creation time and one id identify the index, so that the file of another index is not used. */
  readonly createdAt: number;
  readonly knownRow: number;
  readonly knownId: string;
  /** Start of each section in the body, and the end of the last one. */
  readonly starts: readonly number[];
  /** CRC-32 of every unit of the body. */
  readonly checks: Uint32Array;
}

/** Its number grows with the rule of what a word is: files of an earlier rule are made anew in the background. */
const magic = Buffer.from('LCWORD02', 'latin1');
const fixedBytes = 176;
const idBytes = 40;
/** A larger one is none. */
const mostBodyBytes = 1024 * 1024 * 1024;

export const bodyBytes = (head: BlockHead): number => head.starts.at(-1) ?? 0;
export const headBytes = (body: number): number => fixedBytes + Math.ceil(body / unitBytes) * 4;

/** @param head all but the checks, which are made here */
export function encodeBlock(head: Omit<BlockHead, 'checks'>, body: Buffer): Buffer {
  const headLength = headBytes(body.length);
  const block = Buffer.alloc(headLength + body.length);
  magic.copy(block);
  block.writeUInt32LE(body.length, 12);
  block.writeDoubleLE(head.first, 16);
  block.writeDoubleLE(head.minTime, 24);
  block.writeDoubleLE(head.maxTime, 32);
  block.writeDoubleLE(head.createdAt, 40);
  block.writeUInt32LE(head.rows, 48);
  block.writeUInt32LE(head.timeBytes, 52);
  block.writeUInt32LE(head.keys, 56);
  block.writeUInt32LE(head.filterLines, 60);
  block.writeDoubleLE(head.knownRow, 104);
  for (const [at, start] of head.starts.entries()) block.writeUInt32LE(start, 64 + at * 4);
  block.write(head.knownId.slice(0, idBytes), fixedBytes - idBytes, 'latin1');
  for (let unit = 0; unit * unitBytes < body.length; unit += 1)
    block.writeUInt32LE(crc32(body.subarray(unit * unitBytes, (unit + 1) * unitBytes)), fixedBytes + unit * 4);
  block.writeUInt32LE(crc32(block.subarray(12, headLength)), 8);
  body.copy(block, headLength);
  return block;
}

/** The length of a body by the first bytes of a block; undefined when it is none. */
export function bodyLengthOf(bytes: Buffer): number | undefined {
  if (bytes.length < 16 || !bytes.subarray(0, 8).equals(magic)) return undefined;
  const length = bytes.readUInt32LE(12);
  return length <= mostBodyBytes ? length : undefined;
}

/** Returns the starts of the sections; one that an earlier version did not write is empty. */
function startsIn(bytes: Buffer): number[] {
  const starts = Array.from({ length: sections.length + 1 }, (_, at) => bytes.readUInt32LE(64 + at * 4));
  return starts.map((start, at) => (at === sections.length ? start || (starts[at - 1] ?? 0) : start));
}

/** @returns undefined when it is torn or damaged */
export function decodeHead(bytes: Buffer): BlockHead | undefined {
  const body = bodyLengthOf(bytes);
  if (body === undefined) return undefined;
  const length = headBytes(body);
  if (bytes.length < length || bytes.readUInt32LE(8) !== crc32(bytes.subarray(12, length))) return undefined;
  return {
    first: bytes.readDoubleLE(16),
    minTime: bytes.readDoubleLE(24),
    maxTime: bytes.readDoubleLE(32),
    createdAt: bytes.readDoubleLE(40),
    rows: bytes.readUInt32LE(48),
    timeBytes: bytes.readUInt32LE(52) === 8 ? 8 : 4,
    keys: bytes.readUInt32LE(56),
    filterLines: bytes.readUInt32LE(60),
    starts: startsIn(bytes),
    knownRow: bytes.readDoubleLE(104),
    knownId: bytes.toString('latin1', fixedBytes - idBytes, fixedBytes).replace(/\0+$/, ''),
    checks: Uint32Array.from({ length: Math.ceil(body / unitBytes) }, (_, at) =>
      bytes.readUInt32LE(fixedBytes + at * 4),
    ),
  };
}

/** Two hashes of the bytes of a value: one finds its place, both its bits in the filter. */
export function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

export function secondHashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x9747b28c;
  for (let at = from; at < to; at += 1) {
    hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

/** The bits of a value within its line of the filter. */
export function* filterBitsOf(secondHash: number): Generator<number> {
  for (let probe = 0, left = secondHash; probe < filterProbes; probe += 1) {
    yield left & (filterLine * 8 - 1);
    left = (Math.imul(left, 0x9e3779b1) ^ (left >>> 11)) >>> 0;
  }
}

/** Appends a number in groups of seven bits. @returns the place behind it */
export function putNumber(bytes: Uint8Array, place: number, number: number): number {
  let left = number;
  let at = place;
  while (left > 127) {
    bytes[at++] = (left & 127) | 128;
    left >>>= 7;
  }
  bytes[at++] = left;
  return at;
}

/** Bits or a list of distances: whatever is shorter. */
export const isDense = (hits: number, rows: number): boolean => hits * 16 >= rows;

/** Bytes as the numbers that they are, where they are if they lie in a place for such numbers. */
export function numbersOf<T>(
  kind: { new (buffer: ArrayBufferLike, from: number, length: number): T; readonly BYTES_PER_ELEMENT: number },
  bytes: Buffer,
): T {
  const length = Math.floor(bytes.length / kind.BYTES_PER_ELEMENT);
  if (bytes.byteOffset % kind.BYTES_PER_ELEMENT === 0) return new kind(bytes.buffer, bytes.byteOffset, length);
  return new kind(Uint8Array.from(bytes).buffer, 0, length);
}
