/** Zstandard of Node, which its published types lack. */
import * as zlib from 'node:zlib';

interface Zstd {
  readonly zstdCompressSync: (bytes: Buffer, options: { readonly params: Readonly<Record<number, number>> }) => Buffer;
  readonly zstdDecompressSync: (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer;
  readonly constants: { readonly ZSTD_c_compressionLevel: number };
}

// Cast: every Node that this program runs on (22.22 or later) has these members.
const { zstdCompressSync, zstdDecompressSync, constants } = zlib as unknown as Zstd;

const fastest = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Compresses bytes with the fastest of the usual levels. */
export const compress = (bytes: Buffer): Buffer => zstdCompressSync(bytes, fastest);

/** Decompresses bytes. @throws Error when the bytes are damaged, or become more than `most` bytes */
export const decompress = (bytes: Buffer, most: number): Buffer => zstdDecompressSync(bytes, { maxOutputLength: most });
