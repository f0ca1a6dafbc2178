/**
 * Layout of a file of pages, with numbers in little endian: `magic` (6 bytes), `version` (u16), the creation time of
 * the index (double), and then chunks and dictionaries. A chunk consists of:
 * - its head: magic number (u32), number of the chunk (u32), number of rows (u16), length of the id (u16), size of all
 *   pages (u32), the checksum of this head, the page lengths and the id (u32), number of pages (u16), and the offset in
 *   the file of the dictionary with which the pages are compressed (u48; 0: none)
 * - lengths of the pages (u32); 0: there is no page, because it was too large or the chunk has fewer rows
 * - id of the last message
 * - pages, each with its checksum (u32), its length without compression (u32) and its compressed bytes
 *
 * A dictionary consists of its head (magic number, number of its block, size of the packed dictionary, CRC-32 of the
 * unpacked dictionary, CRC-32 of this head; all u32), and the dictionary, which is packed as a page is. It precedes the
 * chunks that are compressed with it.
 */
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { pagesOf, rowsPerChunk, type Chunk } from './chunks.js';
import type { DictionaryPlace } from './dictionaries.js';
import { packPage } from './packed-page.js';
import { mostPageBytes, mostRowsPerPage } from './page.js';

const magic = 'LCROWS';
/**
 * Version of the format, which must be increased when older programs would misread pages. Files of other versions are
 * emptied.
 */
const version = 1;
export const fileHeadBytes = 16;
const chunkMagic = 0x334e4843;
/**
 * Number of pages in chunks that earlier versions wrote, by their magic numbers. The heads of these chunks lack the
 * number of pages and the dictionary. They are read as they are, and a file may contain chunks of all kinds.
 */
const earlierPages: ReadonlyMap<number, number> = new Map([
  [0x4b4e4843, 32],
  [0x324e4843, 16],
]);
const earlierHeadBytes = 20;
const chunkHeadBytes = 28;
const dictionaryMagic = 0x54434944;
const dictionaryHeadBytes = 20;
/** Smallest number of rows in the pages of a chunk. */
const leastRowsPerPage = 8;
const mostPages = rowsPerChunk / leastRowsPerPage;
const mostIdBytes = 256;
/** Largest size of a compressed page in bytes; the compression of random bytes adds a little. */
const mostCompressed = mostPageBytes + 1024 * 1024;
/**
 * Largest size in bytes of all pages of a chunk: eight times the accounted size of its largest number of pages (128), of
 * which each has at most 512 KiB (`mostPageSize`).
 */
const mostBodyBytes = 512 * 1024 * 1024;

/**
 * Target for the accounted size in bytes of the messages in one page. Larger pages take longer to read, and smaller
 * pages compress worse: for messages with 200 fields, 32 rows per page instead of 64 halve the time to read a page and
 * make the file larger by a quarter.
 */
const pageSize = 192 * 1024;

/**
 * Returns the number of rows for each page of a chunk: a power of two, so that usual pages have a limited size. The
 * whole page has to be decompressed to read one message.
 * @param sizes accounted size of each message of the chunk, in bytes
 */
export function rowsPerPageFor(sizes: readonly number[]): number {
  // Single large messages make only their own page large.
  const sum = sizes.reduce((all, size) => all + Math.min(size, pageSize / leastRowsPerPage), 0);
  let count = mostRowsPerPage;
  while (count > leastRowsPerPage && (sum / sizes.length) * count > pageSize) count /= 2;
  return count;
}

/** Pages of consecutive rows to be written. */
export interface NewChunk {
  /** Number of the chunk: its first row divided by `rowsPerChunk`. */
  readonly number: number;
  readonly rows: number;
  readonly lastId: string;
  /** Number of rows in each page; the last page may have fewer. A divisor of `rowsPerChunk`. */
  readonly rowsPerPage: number;
  /** Compressed pages; undefined: the page is too large. */
  readonly pages: readonly (Buffer | undefined)[];
  /** Dictionary with which the pages are compressed; undefined: they are compressed without one. */
  readonly dictionary?: Buffer | undefined;
}

export interface EncodedChunk {
  /**
   * Returns the bytes of the chunk and its place in the file. `at` is the offset in the file at which the bytes will
   * begin.
   */
  readonly placeAt: (
    at: number,
    dictionary: DictionaryPlace | undefined,
  ) => { readonly bytes: Buffer; readonly chunk: Chunk };
}

/** Encodes a chunk. @returns undefined: the pages or the id of the last message are too large */
export function encodeChunk({ number, rows, lastId, rowsPerPage, pages }: NewChunk): EncodedChunk | undefined {
  const id = Buffer.from(lastId);
  const body = pages.reduce((sum, page) => sum + (page?.length ?? 0), 0);
  if (id.length > mostIdBytes || body > mostBodyBytes) return undefined;
  const count = rowsPerChunk / rowsPerPage;
  const head = Buffer.alloc(chunkHeadBytes + count * 4);
  head.writeUInt32LE(chunkMagic, 0);
  head.writeUInt32LE(number, 4);
  head.writeUInt16LE(rows, 8);
  head.writeUInt16LE(id.length, 10);
  head.writeUInt32LE(body, 12);
  head.writeUInt16LE(count, 20);
  for (const [at, page] of pages.entries()) head.writeUInt32LE(page?.length ?? 0, chunkHeadBytes + at * 4);
  return {
    placeAt: (at, dictionary) => {
      head.writeUIntLE(dictionary?.at ?? 0, 22, 6);
      head.writeUInt32LE(checkOf(head, id), 16);
      const bytes = Buffer.concat([head, id, ...pages.filter((page) => page !== undefined)]);
      return { bytes, chunk: chunkOf(head, chunkHeadBytes, id, at, dictionary) };
    },
  };
}

/**
 * Encodes a dictionary.
 * @param at offset in the file at which the bytes will be written
 */
export function encodeDictionary(
  dictionary: Buffer,
  block: number,
  at: number,
): { readonly bytes: Buffer; readonly place: DictionaryPlace } {
  const packed = packPage(dictionary);
  const place = { block, at: at + dictionaryHeadBytes, bytes: packed.length, check: crc32(dictionary) };
  const head = Buffer.alloc(dictionaryHeadBytes);
  head.writeUInt32LE(dictionaryMagic, 0);
  head.writeUInt32LE(block, 4);
  head.writeUInt32LE(place.bytes, 8);
  head.writeUInt32LE(place.check, 12);
  head.writeUInt32LE(crc32(head.subarray(0, 16)), 16);
  return { bytes: Buffer.concat([head, packed]), place };
}

export function fileHead(createdAt: number): Buffer {
  const head = Buffer.alloc(fileHeadBytes);
  head.write(magic, 'latin1');
  head.writeUInt16LE(version, 6);
  head.writeDoubleLE(createdAt, 8);
  return head;
}

const checkOf = (head: Buffer, id: Buffer): number =>
  crc32(id, crc32(head.subarray(earlierHeadBytes), crc32(head.subarray(0, 16))));

function chunkOf(
  head: Buffer,
  headBytes: number,
  id: Buffer,
  at: number,
  dictionary: DictionaryPlace | undefined,
): Chunk {
  const pages = (head.length - headBytes) / 4;
  const starts = new Float64Array(pages + 1);
  starts[0] = at + head.length + id.length;
  for (let page = 0; page < pages; page += 1)
    starts[page + 1] = (starts[page] ?? 0) + head.readUInt32LE(headBytes + page * 4);
  return { rows: head.readUInt16LE(8), starts, lastId: id.toString(), dictionary };
}

/** A chunk or a dictionary in the file. */
export type FilePart = { readonly end: number } & (
  { readonly number: number; readonly chunk: Chunk } | { readonly dictionary: DictionaryPlace }
);

/**
 * Reads the head of a chunk, but not its pages, or the head of a dictionary.
 * @param at offset of the part in the file, in bytes
 * @param size size of the file in bytes
 * @param dictionaryAt returns the dictionary at an offset of the file; undefined: there is none
 * @returns undefined: there is neither at this offset, or it is damaged or cut off
 */
export async function readPart(
  handle: FileHandle,
  at: number,
  size: number,
  dictionaryAt: (at: number) => DictionaryPlace | undefined,
): Promise<FilePart | undefined> {
  const bytes = Buffer.alloc(chunkHeadBytes + mostPages * 4 + mostIdBytes);
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, at);
  const kind = bytes.readUInt32LE(0);
  if (kind === dictionaryMagic) return dictionaryOf(bytes, at, size);
  const earlier = earlierPages.get(kind);
  if (earlier === undefined && kind !== chunkMagic) return undefined;
  const headBytes = earlier === undefined ? chunkHeadBytes : earlierHeadBytes;
  const pages = earlier ?? bytes.readUInt16LE(20);
  if (pages === 0 || pages > mostPages || rowsPerChunk % pages > 0) return undefined;
  const head = bytes.subarray(0, headBytes + pages * 4);
  if (bytesRead < head.length) return undefined;
  const idBytes = head.readUInt16LE(10);
  const id = bytes.subarray(head.length, head.length + idBytes);
  if (idBytes > mostIdBytes || head.length + idBytes > bytesRead) return undefined;
  if (head.readUInt32LE(16) !== checkOf(head, id)) return undefined;
  const offset = earlier === undefined ? head.readUIntLE(22, 6) : 0;
  const dictionary = offset === 0 ? undefined : dictionaryAt(offset);
  if (offset > 0 && !dictionary) return undefined;
  const chunk = chunkOf(head, headBytes, id, at, dictionary);
  const end = at + head.length + idBytes + head.readUInt32LE(12);
  if (chunk.rows === 0 || chunk.rows > rowsPerChunk || chunk.starts[pagesOf(chunk)] !== end || end > size)
    return undefined;
  return { number: head.readUInt32LE(4), chunk, end };
}

function dictionaryOf(head: Buffer, at: number, size: number): FilePart | undefined {
  if (head.readUInt32LE(16) !== crc32(head.subarray(0, 16))) return undefined;
  const bytes = head.readUInt32LE(8);
  const end = at + dictionaryHeadBytes + bytes;
  if (bytes > mostCompressed || end > size) return undefined;
  const place = { block: head.readUInt32LE(4), at: at + dictionaryHeadBytes, bytes, check: head.readUInt32LE(12) };
  return { end, dictionary: place };
}
