/**
 * Layout of a file of pages, with numbers in little endian: `magic` (6 bytes), `version` (u16), the creation time of
 * the index (double), and then the chunks. A chunk consists of:
 * - its head: magic number (u32), number of the chunk (u32), number of rows (u16), length of the id (u16), size of all
 *   pages (u32), and the checksum of this head, the page lengths and the id (u32)
 * - lengths of the pages (u32), as many as the magic number tells; 0: there is no page, because it was too large or the
 *   chunk has fewer rows
 * - id of the last message
 * - pages, each with its checksum (u32), its length without compression (u32) and its compressed bytes
 */
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { pagesOf, pagesPerChunk, rowsPerChunk, type Chunk } from './chunks.js';
import { mostPageBytes } from './page.js';

const magic = 'LCROWS';
/**
 * Version of the format, which must be increased when older programs would misread pages. Files of other versions are
 * emptied.
 */
const version = 1;
export const fileHeadBytes = 16;
const chunkMagic = 0x324e4843;
/**
 * Number of pages in chunks with these magic numbers. Earlier versions wrote pages of 32 rows. Such chunks are read as
 * they are, and a file may contain chunks of both kinds.
 */
const pagesByMagic: ReadonlyMap<number, number> = new Map([
  [0x4b4e4843, 32],
  [chunkMagic, pagesPerChunk],
]);
const mostPages = Math.max(...pagesByMagic.values());
const chunkHeadBytes = 20;
const mostIdBytes = 256;
/** Largest size of a compressed page in bytes; the compression of random bytes adds a little. */
const mostCompressed = mostPageBytes + 1024 * 1024;
const mostBodyBytes = mostPages * mostCompressed;

/** Pages of consecutive rows to be written. */
export interface NewChunk {
  /** Number of the chunk: its first row divided by `rowsPerChunk`. */
  readonly number: number;
  readonly rows: number;
  readonly lastId: string;
  /** Compressed pages; undefined: the page is too large. */
  readonly pages: readonly (Buffer | undefined)[];
}

export interface EncodedChunk {
  readonly bytes: Buffer;
  /** Returns the chunk's rows, page offsets and last id if its bytes begin at the offset `at` of the file. */
  readonly placeAt: (at: number) => Chunk;
}

/** Encodes a chunk. @returns undefined: the pages or the id of the last message are too large */
export function encodeChunk({ number, rows, lastId, pages }: NewChunk): EncodedChunk | undefined {
  const id = Buffer.from(lastId);
  const body = pages.reduce((sum, page) => sum + (page?.length ?? 0), 0);
  if (id.length > mostIdBytes || body > mostBodyBytes) return undefined;
  const head = Buffer.alloc(chunkHeadBytes + pagesPerChunk * 4);
  head.writeUInt32LE(chunkMagic, 0);
  head.writeUInt32LE(number, 4);
  head.writeUInt16LE(rows, 8);
  head.writeUInt16LE(id.length, 10);
  head.writeUInt32LE(body, 12);
  for (const [at, page] of pages.entries()) head.writeUInt32LE(page?.length ?? 0, chunkHeadBytes + at * 4);
  head.writeUInt32LE(checkOf(head, id), 16);
  const bytes = Buffer.concat([head, id, ...pages.filter((page) => page !== undefined)]);
  return { bytes, placeAt: (at) => chunkOf(head, id, at) };
}

export function fileHead(createdAt: number): Buffer {
  const head = Buffer.alloc(fileHeadBytes);
  head.write(magic, 'latin1');
  head.writeUInt16LE(version, 6);
  head.writeDoubleLE(createdAt, 8);
  return head;
}

const checkOf = (head: Buffer, id: Buffer): number =>
  crc32(id, crc32(head.subarray(chunkHeadBytes), crc32(head.subarray(0, 16))));

function chunkOf(head: Buffer, id: Buffer, at: number): Chunk {
  const pages = (head.length - chunkHeadBytes) / 4;
  const starts = new Float64Array(pages + 1);
  starts[0] = at + head.length + id.length;
  for (let page = 0; page < pages; page += 1)
    starts[page + 1] = (starts[page] ?? 0) + head.readUInt32LE(chunkHeadBytes + page * 4);
  return { rows: head.readUInt16LE(8), starts, lastId: id.toString() };
}

/**
 * Reads the head of a chunk, but not its pages.
 * @param at offset of the chunk in the file, in bytes
 * @param size size of the file in bytes
 * @returns undefined: there is no chunk at this offset, or it is damaged or cut off
 */
export async function readChunk(
  handle: FileHandle,
  at: number,
  size: number,
): Promise<{ readonly number: number; readonly chunk: Chunk; readonly end: number } | undefined> {
  const bytes = Buffer.alloc(chunkHeadBytes + mostPages * 4 + mostIdBytes);
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, at);
  const pages = pagesByMagic.get(bytes.readUInt32LE(0));
  if (pages === undefined) return undefined;
  const head = bytes.subarray(0, chunkHeadBytes + pages * 4);
  if (bytesRead < head.length) return undefined;
  const idBytes = head.readUInt16LE(10);
  const id = bytes.subarray(head.length, head.length + idBytes);
  if (idBytes > mostIdBytes || head.length + idBytes > bytesRead) return undefined;
  if (head.readUInt32LE(16) !== checkOf(head, id)) return undefined;
  const chunk = chunkOf(head, id, at);
  const end = at + head.length + idBytes + head.readUInt32LE(12);
  if (chunk.rows === 0 || chunk.rows > rowsPerChunk || chunk.starts[pagesOf(chunk)] !== end || end > size)
    return undefined;
  return { number: head.readUInt32LE(4), chunk, end };
}
