/** Zstandard of Node, which its published types lack. */
import * as zlib from 'node:zlib';

interface Zstd {
  readonly zstdCompressSync: (bytes: Buffer, options: CompressOptions) => Buffer;
  readonly zstdDecompressSync: (bytes: Buffer, options: DecompressOptions) => Buffer;
  readonly constants: { readonly ZSTD_c_compressionLevel: number };
}
interface CompressOptions {
  readonly params: Readonly<Record<number, number>>;
  readonly dictionary?: Buffer | undefined;
}
interface DecompressOptions {
  readonly maxOutputLength: number;
  readonly chunkSize: number;
  readonly dictionary?: Buffer | undefined;
}

// Cast: every Node that this program runs on (22.22 or later) has these members.
const { zstdCompressSync, zstdDecompressSync, constants } = zlib as unknown as Zstd;

const levelOf = (level: number): CompressOptions => ({ params: { [constants.ZSTD_c_compressionLevel]: level } });
/** Levels of compression; `fast` is the fastest of the usual levels, `usual` the level that Zstandard recommends. */
const levels = { fast: levelOf(1), usual: levelOf(3) } as const;

/** @param dictionary bytes that are similar to the bytes to compress; `decompress` needs the same bytes */
export const compress = (bytes: Buffer, level: keyof typeof levels, dictionary?: Buffer): Buffer =>
  zstdCompressSync(bytes, { ...levels[level], dictionary });

/** Memory in bytes that one step of the decompression uses at most. */
const mostChunk = 64 * 1024;

/**
 * Decompresses bytes.
 * @param length number of bytes that `compress` got; damaged bytes may become less than `length`
 * @param dictionary bytes with which `compress` was called
 * @throws Error when the bytes are damaged, or become more than `length + 1` bytes
 */
export function decompress(bytes: Buffer, length: number, dictionary?: Buffer): Buffer {
  // Room for one byte more lets the decompression end without a second buffer.
  const most = length + 1;
  return zstdDecompressSync(bytes, {
    maxOutputLength: most,
    chunkSize: Math.max(64, Math.min(most, mostChunk)),
    dictionary,
  });
}
