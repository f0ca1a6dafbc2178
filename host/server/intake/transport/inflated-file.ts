/** Decompresses a gzip file in pieces, so that only a few pieces are in memory. */
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { errorOf } from '../../foundation/caught.js';
import { buffersOf } from '../../foundation/buffers-of.js';

const pieceBytes = 64 * 1024;

/** Thrown when a compressed file is broken or too large; the message gives the reason. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

async function* piecesOf(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size;) {
    const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, size - at));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function archiveError(error: unknown): unknown {
  const { code = '', message = '' } = errorOf(error);
  if (code === 'Z_BUF_ERROR') return new ArchiveError('it is cut off');
  return code.startsWith('Z_') ? new ArchiveError(`it is no gzip, or broken: ${message}`) : error;
}

/**
 * Yields the decompressed content of a gzip file in pieces, at the rate of the consumer.
 * @param size largest number of bytes of the file that are read, even if the file grows
 * @param limit largest size after decompression in bytes
 * @throws ArchiveError when the file is no gzip, broken, truncated, or larger than the limit; also errors of reading
 * the file
 */
export async function* inflatedFile(handle: FileHandle, size: number, limit: number): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: pieceBytes });
  const fed = pipeline(Readable.from(piecesOf(handle, size), { objectMode: false }), gunzip).catch(() => undefined);
  let total = 0;
  try {
    for await (const piece of buffersOf(gunzip)) {
      total += piece.length;
      if (total > limit) throw new ArchiveError(`it holds more than ${limit} bytes`);
      yield piece;
    }
  } catch (error) {
    throw archiveError(error);
  } finally {
    gunzip.destroy();
    // The file may be closed only after the last read has ended.
    await fed;
  }
}
