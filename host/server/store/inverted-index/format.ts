/**
 * Format of the inverted-index file `<index>.words`. The file contains self-contained blocks of consecutive rows, one
 * after another.
 *
 * A block consists of a head and a body. The head contains the range of rows, the range of times, the offsets of the
 * sections of the body, and a CRC-32 of every 8 KB of the body. It also contains its own CRC-32. All bytes that are
 * read are verified, so that damage never becomes a wrong result. In a packed block, every 16 KB of the body have a
 * checksum, and may be compressed on their own (see `packed-block.ts`); offsets of sections count uncompressed bytes.
 *
 * Sections of the body:
 * - `spans`: earliest and latest time of every 64 rows
 * - `times`: the time of every row, relative to the block's earliest time
 * - `pages`: offsets of the dictionary's pages of 64 keys, of their postings and of their positions
 * - `firstKeys`: the first key of each page
 * - `filter`: a Bloom filter of the values of all keys, in lines of 64 bytes
 * - `keys`: the dictionary, sorted by value and field, prefix-compressed against the preceding key
 * - `postings`: the rows of each key
 * - `positions`: the word positions within each text
 * - `columns`: the value of each row for fields with few distinct values, see `columns.ts`; absent in blocks of earlier
 *   versions
 */
import { crc32 } from 'node:zlib';

export const defaultBlockRows = 65_536;
/** Number of rows that share one entry of `spans`. */
export const spanRows = 64;
export const keysPerPage = 64;
/** Number of bytes of the body of a plain block that share a checksum; only the last unit of a body is smaller. */
export const plainUnitBytes = 8192;
/** Number of bytes of the body of a packed block that share a checksum, and are compressed together. */
export const packedUnitBytes = 16_384;
/**
 * Largest number of bytes of a value in the dictionary. Longer values are truncated, so the rows that are found by them
 * must be examined again.
 */
export const longestKey = 120;
/** Bits of the Bloom filter per key. */
export const filterBits = 12;
/** Number of bits in the Bloom filter that each value sets. */
export const filterProbes = 6;
/** Size of a line of the Bloom filter in bytes. */
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

/**
 * Markers: dictionary values that are no valid UTF-8, so no text has them. They list rows by a property instead of a
 * word.
 */
export const markers = {
  /** Rows in which the field's value is not all ASCII, so that the case of its letters was not folded. */
  foreign: Buffer.from([0xf8]),
  /** Rows with too many words to index: each of them may match any query. */
  unsure: Buffer.from([0xfd]),
  /** Rows in which the field has a value. */
  present: Buffer.from([0xfe]),
} as const;

/** Lowest first byte of a marker; no UTF-8 text contains this byte (RFC 3629 §3). */
export const firstMarker = 0xf8;

export interface BlockHead {
  /** Number of the block's first row in the index. */
  readonly first: number;
  readonly rows: number;
  /** Earliest time in the block, epoch milliseconds. */
  readonly minTime: number;
  readonly maxTime: number;
  /** Bytes per time of a row: 4, or 8 when the block spans more than 49 days. */
  readonly timeBytes: 4 | 8;
  readonly keys: number;
  readonly filterLines: number;
  /** The creation time and one message id identify the index, so that the file of another index is not used. */
  readonly createdAt: number;
  readonly knownRow: number;
  readonly knownId: string;
  /** Start of each section in the body, and the end of the last section. */
  readonly starts: readonly number[];
  /** Number of bytes of the body in each unit; the last unit has the rest. */
  readonly unitBytes: number;
  /** CRC-32 of every unit as it is stored. */
  readonly checks: Uint32Array;
  /** Where each stored unit ends, in bytes from the start of the stored body. */
  readonly ends: Uint32Array;
}

/** Head of a block without the members that `encodeBlock` computes itself. */
export type NewHead = Omit<BlockHead, 'checks' | 'ends' | 'unitBytes'>;

/**
 * Magic numbers of blocks. Both versions grow when the rule of tokenising changes: files of an earlier rule are rebuilt
 * in the background. A file may contain blocks of both versions.
 */
const plainMagic = Buffer.from('LCWORD02', 'latin1');
const packedMagic = Buffer.from('LCWORD03', 'latin1');
const fixedBytes = 176;
const idBytes = 40;
/** Largest size of a body in bytes; a head that declares a larger body is damaged. */
const mostBodyBytes = 1024 * 1024 * 1024;

/** Returns the size of the uncompressed body in bytes. */
export const bodyBytes = ({ starts }: Pick<BlockHead, 'starts'>): number => starts.at(-1) ?? 0;
/** Returns the size of the stored body in bytes. */
export const storedBytes = ({ ends }: BlockHead): number => ends.at(-1) ?? 0;
/** Returns the size of the head of a plain block in bytes. */
export const headBytes = (body: number): number => fixedBytes + Math.ceil(body / plainUnitBytes) * 4;
const packedHeadBytes = (body: number): number => fixedBytes + Math.ceil(body / packedUnitBytes) * 8;

/**
 * Encodes a plain block. The head contains, by offset, with numbers in little endian:
 * - 0: magic number, 8 bytes
 * - 8: CRC-32 of the head from offset 12 on, 4 bytes
 * - 12: size of the uncompressed body, 4 bytes
 * - 16: `first`, `minTime`, `maxTime` and `createdAt`, doubles of 8 bytes
 * - 48: `rows`, `timeBytes`, `keys` and `filterLines`, 4 bytes each
 * - 64: `starts`, 10 numbers of 4 bytes
 * - 104: `knownRow`, a double of 8 bytes
 * - 136: `knownId`, 40 bytes, filled up with zeros
 * - 176: `checks`, 4 bytes each, and in a packed block `ends`, 4 bytes each
 */
export function encodeBlock(head: NewHead, body: Buffer): Buffer {
  return blockOf(plainMagic, head, body.length, unitsOf(body, plainUnitBytes));
}

/**
 * Encodes a packed block.
 * @param units stored bytes of each unit
 */
export const encodePackedBlock = (head: NewHead, units: readonly Buffer[]): Buffer =>
  blockOf(packedMagic, head, bodyBytes(head), units);

/** Splits a body into its units. */
export const unitsOf = (body: Buffer, unitBytes: number): Buffer[] =>
  Array.from({ length: Math.ceil(body.length / unitBytes) }, (_, unit) =>
    body.subarray(unit * unitBytes, (unit + 1) * unitBytes),
  );

function blockOf(magic: Buffer, head: NewHead, body: number, units: readonly Buffer[]): Buffer {
  const isPacked = magic === packedMagic;
  const headLength = isPacked ? packedHeadBytes(body) : headBytes(body);
  const block = Buffer.alloc(headLength + units.reduce((sum, { length }) => sum + length, 0));
  magic.copy(block);
  block.writeUInt32LE(body, 12);
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
  let end = 0;
  for (const [unit, bytes] of units.entries()) {
    bytes.copy(block, headLength + end);
    end += bytes.length;
    block.writeUInt32LE(crc32(bytes), fixedBytes + unit * 4);
    if (isPacked) block.writeUInt32LE(end, fixedBytes + (units.length + unit) * 4);
  }
  block.writeUInt32LE(crc32(block.subarray(12, headLength)), 8);
  return block;
}

/**
 * Reads the length of a head from the first 16 bytes of a block. Returns undefined if the bytes do not begin a block of
 * a known version, or declare a body that is too large.
 */
export function headLengthOf(bytes: Buffer): number | undefined {
  if (bytes.length < 16) return undefined;
  const isPacked = bytes.subarray(0, 8).equals(packedMagic);
  if (!isPacked && !bytes.subarray(0, 8).equals(plainMagic)) return undefined;
  const body = bytes.readUInt32LE(12);
  if (body > mostBodyBytes) return undefined;
  return isPacked ? packedHeadBytes(body) : headBytes(body);
}

/** Returns the ends of the stored units; undefined: they contradict the size of the body. */
function endsIn(bytes: Buffer, body: number, unitBytes: number): Uint32Array | undefined {
  const units = Math.ceil(body / unitBytes);
  const ends = new Uint32Array(units);
  const isPacked = unitBytes === packedUnitBytes;
  for (let unit = 0, before = 0; unit < units; unit += 1) {
    const most = Math.min(unitBytes, body - unit * unitBytes);
    const end = isPacked ? bytes.readUInt32LE(fixedBytes + (units + unit) * 4) : before + most;
    if (end <= before || end - before > most) return undefined;
    ends[unit] = before = end;
  }
  return ends;
}

/** Returns the starts of the sections; a section that an earlier version did not write is empty. */
function startsIn(bytes: Buffer): number[] {
  const starts = Array.from({ length: sections.length + 1 }, (_, at) => bytes.readUInt32LE(64 + at * 4));
  return starts.map((start, at) => (at === sections.length ? start || (starts[at - 1] ?? 0) : start));
}

/**
 * Decodes the head of a block.
 * @returns undefined: the head is truncated or damaged, or of another version
 */
export function decodeHead(bytes: Buffer): BlockHead | undefined {
  const length = headLengthOf(bytes);
  if (length === undefined || bytes.length < length) return undefined;
  if (bytes.readUInt32LE(8) !== crc32(bytes.subarray(12, length))) return undefined;
  const body = bytes.readUInt32LE(12);
  const unitBytes = bytes.subarray(0, 8).equals(packedMagic) ? packedUnitBytes : plainUnitBytes;
  const ends = endsIn(bytes, body, unitBytes);
  if (!ends) return undefined;
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
    unitBytes,
    checks: Uint32Array.from(ends, (_, at) => bytes.readUInt32LE(fixedBytes + at * 4)),
    ends,
  };
}

/**
 * Returns a hash of a value: the FNV-1a hash of its bytes, with the bits of the hash mixed once more. It selects the
 * line in the Bloom filter. `secondHashOf` selects the bits in the line.
 */
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

/** Returns the bit within a line of the filter that a probe sets. The first probe of a value is its second hash. */
export const filterBitOf = (probe: number): number => probe & (filterLine * 8 - 1);

/** Returns the probe that follows the given probe. */
export const nextProbeOf = (probe: number): number => (Math.imul(probe, 0x9e3779b1) ^ (probe >>> 11)) >>> 0;

/** Yields the bits of a value within its line of the Bloom filter. */
export function* filterBitsOf(secondHash: number): Generator<number> {
  for (let count = 0, probe = secondHash; count < filterProbes; count += 1) {
    yield filterBitOf(probe);
    probe = nextProbeOf(probe);
  }
}

/**
 * Writes an unsigned number at an offset as a varint, seven bits per byte.
 * @returns the offset after the number
 */
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

/**
 * Chooses the encoding of the rows of a key: true for a bit set, if at least one row in 16 has the key; false for a
 * list of differences.
 */
export const isDense = (hits: number, rows: number): boolean => hits * 16 >= rows;

/** Returns bytes as a typed array, without a copy if their alignment permits it. */
export function numbersOf<T>(
  kind: { new (buffer: ArrayBufferLike, from: number, length: number): T; readonly BYTES_PER_ELEMENT: number },
  bytes: Buffer,
): T {
  const length = Math.floor(bytes.length / kind.BYTES_PER_ELEMENT);
  if (bytes.byteOffset % kind.BYTES_PER_ELEMENT === 0) return new kind(bytes.buffer, bytes.byteOffset, length);
  return new kind(Uint8Array.from(bytes).buffer, 0, length);
}
