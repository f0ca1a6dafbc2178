/**
 * Decompresses gzip (RFC 1952) and zlib (RFC 1950) with a limit of the result: a small packet must not expand to
 * gigabytes.
 */
import { createGunzip, createInflate, gunzipSync, inflateSync } from 'node:zlib';
import { joined } from '../../foundation/joined.js';
import { DecodeFailure } from './decoded.js';
import { errorOf } from '../../foundation/caught.js';
import { buffersOf } from '../../foundation/buffers-of.js';

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b;
const isZlib = (bytes: Buffer) =>
  bytes.length > 2 && ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0 && bytes[0] !== 0x1f;

function failure(error: unknown, format: string, limit: number): DecodeFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ERR_BUFFER_TOO_LARGE')
    return new DecodeFailure(`More than ${limit} bytes after decompression (${format}).`);
  const reason = errorOf(error).message;
  return new DecodeFailure(`Broken ${format} data: ${reason}`);
}

/**
 * Decompresses bytes that begin like gzip or zlib; other bytes are returned unchanged.
 * @param limit largest size after decompression in bytes
 * @throws DecodeFailure when the data is broken, truncated or larger than the limit
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

/** Tells whether bytes begin with the header of gzip or zlib. */
export const isCompressed = (bytes: Buffer): boolean => isGzip(bytes) || isZlib(bytes);

const partBytes = 64 * 1024;

/**
 * Decompresses gzip or zlib in parts, on another thread.
 * @param limit largest size after decompression in bytes
 * @param onBytes called with the size in bytes of each part of the result; it may throw to stop the decompression
 * @throws DecodeFailure when the data is broken, truncated or larger than the limit, and the error of `onBytes`
 */
export async function inflatedLater(
  bytes: Buffer,
  limit: number,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<Buffer> {
  const format = isGzip(bytes) ? 'gzip' : 'zlib';
  const stream = format === 'gzip' ? createGunzip({ chunkSize: partBytes }) : createInflate({ chunkSize: partBytes });
  const parts: Buffer[] = [];
  let length = 0;
  let refused: unknown;
  try {
    stream.end(bytes);
    for await (const part of buffersOf(stream)) {
      length += part.length;
      if (length > limit) refused = new DecodeFailure(`More than ${limit} bytes after decompression (${format}).`);
      else
        try {
          onBytes(part.length);
        } catch (error) {
          refused = error;
        }
      if (refused !== undefined) break;
      parts.push(part);
    }
  } catch (error) {
    throw failure(error, format, limit);
  } finally {
    stream.destroy();
  }
  if (refused !== undefined) throw refused;
  return joined(parts, length);
}
