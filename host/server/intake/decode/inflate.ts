/** gzip and zlib with a limit on what comes out: a small packet must not become gigabytes. */
import { promisify } from 'node:util';
import { gunzipSync, inflate, inflateSync } from 'node:zlib';
import { DecodeFailure } from './decoded.js';

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b;
const isZlib = (bytes: Buffer) =>
  bytes.length > 2 && ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0 && bytes[0] !== 0x1f;

function failure(error: unknown, format: string, limit: number): DecodeFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ERR_BUFFER_TOO_LARGE')
    return new DecodeFailure(`More than ${limit} bytes after decompression (${format}).`);
  const reason = error instanceof Error ? error.message : String(error);
  return new DecodeFailure(`Broken ${format} data: ${reason}`);
}

/**
 * Decompresses what begins with the magic of gzip or zlib; anything else is given back as it is.
 * @param limit bytes after decompression
 * @throws DecodeFailure when broken, cut off or larger than the limit
 */
export function inflated(bytes: Buffer, limit: number): Buffer {
  const format = isGzip(bytes) ? 'gzip' : isZlib(bytes) ? 'zlib' : undefined;
  if (format === undefined) return bytes;
  try {
    return (format === 'gzip' ? gunzipSync : inflateSync)(bytes, { maxOutputLength: limit });
  } catch (error) {
    throw failure(error, format, limit);
  }
}

const inflateAside = promisify(inflate);

/** The same for large bytes of zlib, aside of the thread that serves everybody. @throws DecodeFailure */
export async function inflatedLater(bytes: Buffer, limit: number): Promise<Buffer> {
  try {
    return await inflateAside(bytes, { maxOutputLength: limit });
  } catch (error) {
    throw failure(error, 'zlib', limit);
  }
}
