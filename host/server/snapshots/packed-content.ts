/**
 * Packs and unpacks the content of a snapshot. The packed content is JSON that is compressed with gzip and encoded in
 * Base64, so that it fits into a document.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { SnapshotContent } from '../../../api/contract/snapshots.schema.js';
import { TooLargeError } from '../foundation/errors.js';
import { jsonPieces } from '../foundation/json-pieces.js';

const MiB = 1024 * 1024;
/** Largest length of the JSON text of one snapshot in bytes. */
const mostContentBytes = 8 * MiB;
/** Largest length of the compressed text of one snapshot in bytes. */
const mostPackedBytes = 2 * MiB;

const tooLarge = (): TooLargeError =>
  new TooLargeError(
    `The results are larger than the ${mostContentBytes / MiB} MiB (${mostPackedBytes / MiB} MiB packed) that a snapshot keeps. ` +
      'Choose a shorter time range, or remove widgets with many rows or messages.',
  );

/**
 * Packs the content of a snapshot.
 * @throws TooLargeError as soon as the text or the compressed text exceeds its limit
 */
export async function packedContent(content: SnapshotContent): Promise<string> {
  let bytes = 0;
  async function* bounded(): AsyncGenerator<Buffer> {
    for await (const piece of jsonPieces(content)) {
      const part = Buffer.from(piece);
      bytes += part.length;
      if (bytes > mostContentBytes) throw tooLarge();
      yield part;
    }
  }
  const chunks: Buffer[] = [];
  let packed = 0;
  await pipeline(bounded, createGzip(), async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      packed += chunk.length;
      if (packed > mostPackedBytes) throw tooLarge();
      chunks.push(chunk);
    }
  });
  return Buffer.concat(chunks).toString('base64');
}

/** Returns the JSON text of a packed content; it is decompressed while it is read. */
export function unpackedContent(packed: string): Readable {
  return Readable.from([Buffer.from(packed, 'base64')]).pipe(createGunzip());
}
