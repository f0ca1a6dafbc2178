/** Reads a limited number of bytes of a file or of a stream. */
import type { FileHandle } from 'node:fs/promises';

/** Returns the bytes of a file from the position `from` on: `count` bytes, or fewer at the end of the file. */
export async function bytesOfFile(handle: FileHandle, from: number, count: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(count);
  const { bytesRead } = await handle.read(buffer, 0, count, from);
  return buffer.subarray(0, bytesRead);
}

/**
 * Returns the bytes of a stream from the position `from` on: `count` bytes, or fewer at the end of the stream. The
 * stream is closed after these bytes.
 */
export async function bytesOfStream(stream: AsyncIterable<Buffer>, from: number, count: number): Promise<Buffer> {
  let bytes: Buffer = Buffer.alloc(0);
  let position = 0;
  for await (const chunk of stream) {
    bytes = Buffer.concat([bytes, chunk.subarray(Math.max(0, from - position))]);
    position += chunk.length;
    if (bytes.length >= count) break;
  }
  return bytes.subarray(0, count);
}
