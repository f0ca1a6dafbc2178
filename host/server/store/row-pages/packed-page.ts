/** Compresses pages, and adds their checksums. */
import { crc32 } from 'node:zlib';
import { DamagedPageError, mostPageBytes } from './page.js';
import { compress, decompress } from '../zstd.js';

const pageHeadBytes = 8;

/**
 * Compresses an encoded page, and adds its checksum.
 * @param dictionary dictionary of the chunk (dictionaries.ts); undefined: the chunk has none
 */
export function packPage(page: Buffer, dictionary?: Buffer): Buffer {
  const compressed = compress(page, 'usual', dictionary);
  const packed = Buffer.allocUnsafe(pageHeadBytes + compressed.length);
  compressed.copy(packed, pageHeadBytes);
  packed.writeUInt32LE(page.length, 4);
  packed.writeUInt32LE(crc32(packed.subarray(4)), 0);
  return packed;
}

/**
 * Returns the size in bytes of a page after decompression.
 * @throws DamagedPageError when the page is damaged or too large
 */
export function unpackedLength(packed: Buffer): number {
  if (packed.length <= pageHeadBytes || packed.readUInt32LE(0) !== crc32(packed.subarray(4)))
    throw new DamagedPageError('The checksum of a page does not match.');
  const length = packed.readUInt32LE(4);
  if (length > mostPageBytes * 2) throw new DamagedPageError('A page is too large.');
  return length;
}

/** Decompresses a page. @throws Error when its bytes are damaged */
export function unpackPage(packed: Buffer, dictionary?: Buffer): Buffer {
  const length = unpackedLength(packed);
  const page = decompress(packed.subarray(pageHeadBytes), length, dictionary);
  if (page.length !== length) throw new DamagedPageError('A decompressed page has a wrong length.');
  return page;
}
