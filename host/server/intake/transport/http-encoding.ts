/**
 * Decompresses request bodies by their Content-Encoding (RFC 9110 §8.4): complete bodies with a limit of the
 * decompressed size, streamed bodies without one.
 */
import { pipeline } from 'node:stream';
import { createGunzip, createInflate, createUnzip } from 'node:zlib';
import { joined } from '../../foundation/joined.js';
import { Refusal } from './refusal.js';
import { errorOf } from '../../foundation/caught.js';
import { buffersOf } from '../../foundation/buffers-of.js';

const known = ['gzip', 'x-gzip', 'deflate'];

/**
 * Creates the decompressor for an encoding; undefined: the body is not compressed. Senders that list several encodings,
 * such as graypy, use only one encoding, which is detected by the body.
 * @throws Refusal for an unknown encoding
 */
function decompressor(header: string | undefined) {
  const encoding = (header ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return undefined;
  if (encoding === 'gzip' || encoding === 'x-gzip') return { encoding, stream: createGunzip() };
  if (encoding === 'deflate') return { encoding, stream: createInflate() };
  if (encoding.split(',').every((name) => known.includes(name.trim()))) return { encoding, stream: createUnzip() };
  throw new Refusal(400, `Content-Encoding ${encoding.slice(0, 40)} is not known here; use gzip or deflate.`);
}

const broken = (encoding: string, error: unknown) =>
  new Refusal(400, `Broken ${encoding} body: ${errorOf(error).message}`);

/**
 * Decompresses a complete body.
 * @param limit largest size after decompression in bytes
 * @param onBytes called with the size of each decompressed part; may throw a Refusal
 * @throws Refusal when the encoding is unknown, or the body broken or too large
 */
export async function decompressed(
  body: Buffer,
  header: string | undefined,
  limit: number,
  onBytes: (bytes: number) => void,
): Promise<Buffer> {
  const found = decompressor(header);
  if (!found) return body;
  const { encoding, stream } = found;
  const parts: Buffer[] = [];
  let bytes = 0;
  stream.end(body);
  try {
    for await (const part of buffersOf(stream)) {
      bytes += part.length;
      if (bytes > limit) throw new Refusal(413, `The body has more than ${limit} bytes after decompression.`);
      onBytes(part.length);
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : broken(encoding, error);
  } finally {
    stream.destroy();
  }
  return joined(parts, bytes);
}

/**
 * Yields the decompressed parts of a body, at the rate of the consumer.
 * @throws Refusal when the encoding is unknown or the body is broken
 */
export async function* inflater(parts: AsyncIterable<Buffer>, header: string | undefined): AsyncGenerator<Buffer> {
  const found = decompressor(header);
  if (!found) return yield* parts;
  const { encoding, stream } = found;
  // The iteration over the stream throws the errors of the pipeline, so the callback does nothing.
  pipeline(parts, stream, () => undefined);
  try {
    yield* buffersOf(stream);
  } catch (error) {
    throw error instanceof Refusal ? error : broken(encoding, error);
  } finally {
    stream.destroy();
  }
}
