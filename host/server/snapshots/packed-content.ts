/** The content of a snapshot as it is stored: JSON, packed with gzip, written as Base64 so that it fits into a document. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { SnapshotContent } from '../../../api/contract/snapshots.schema.js';
import { TooLargeError } from '../foundation/errors.js';
import { jsonPieces } from '../foundation/json-pieces.js';

const MiB = 1024 * 1024;
/** Length of the JSON text, and of its packed form, of one snapshot in bytes. */
const mostContentBytes = 8 * MiB;
const mostPackedBytes = 2 * MiB;

const tooLarge = (): TooLargeError =>
  new TooLargeError(
    `The results are larger than the ${mostContentBytes / MiB} MiB (${mostPackedBytes / MiB} MiB packed) that a snapshot keeps. ` +
      'Choose a shorter time range, or remove widgets with many rows or messages.',
  );

/** @throws TooLargeError as soon as the text or its packed form exceeds the limit */
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

/** The JSON text of a packed content, unpacked while it is read. */
export function unpackedContent(packed: string): Readable {
  return Readable.from([Buffer.from(packed, 'base64')]).pipe(createGunzip());
}
